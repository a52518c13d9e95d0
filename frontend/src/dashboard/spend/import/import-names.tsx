/** How a report calls campaigns, which of ours is meant, and what each cost in it. */
import type { Campaign } from '@firsttouch/api/contract/campaign'
import type { ImportAnswer, SpendNames } from '@firsttouch/api/contract/costs/spend'
import { clsx } from 'clsx'
import { Options, Select } from '../../../ui/select.tsx'
import { count, money } from '../../words/format.ts'
import { type CampaignChoice, choicesOf, chosenIn } from '../campaign-values.ts'

type Choice = SpendNames['names'][number]

type ImportNamesProps = {
  answer: ImportAnswer
  campaigns: readonly Campaign[]
  onChoose: (choice: Choice) => void
  isWorking: boolean
}

const LEFT_OUT = '(none)'

export const ImportNames = ({ answer, campaigns, onChoose, isWorking }: ImportNamesProps) => {
  const choices = choicesOf(campaigns)
  return (
    <table className="w-full text-left text-sm tabular-nums">
      <caption className="sr-only">Campaigns of the report</caption>
      <thead className="text-xs text-muted max-sm:sr-only">
        <tr>
          {['In the report', 'Campaign here', 'Days', 'Cost'].map((head, at) => (
            <th
              key={head}
              scope="col"
              className={clsx(
                'pb-1 font-medium',
                at > 0 && 'pl-3',
                at > 1 && 'text-right',
                at === 2 && 'max-sm:hidden',
              )}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {answer.campaigns.map(({ name, by, days, cost, ...tags }) => (
          <tr
            key={name}
            className="border-t border-line align-middle max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:items-center"
          >
            <th
              scope="row"
              className={clsx('py-1.5 font-normal wrap-anywhere', by === 'unknown' && 'font-semibold')}
            >
              {name}
            </th>
            <td className="py-1.5 sm:pl-3 max-sm:order-last max-sm:col-span-2 max-sm:pb-3">
              <Select
                aria-label={`Campaign that ${name} means`}
                aria-invalid={by === 'unknown' || undefined}
                className="sm:max-w-72"
                disabled={isWorking}
                value={by === 'left_out' ? LEFT_OUT : (chosenIn(choices, tags)?.id ?? '')}
                onChange={({ target }) =>
                  onChoose({ name, platform: answer.source.platform, ...tagsOf(choices, target.value) })
                }
              >
                {by === 'unknown' && <option value="">Choose a campaign</option>}
                <Options of={choices.map(one => [one.id, one.name])} />
                <option value={LEFT_OUT}>None: leave it out</option>
              </Select>
            </td>
            <td className="py-1.5 pl-3 text-right max-sm:hidden">{count(days)}</td>
            <td className="py-1.5 pl-3 text-right font-semibold">{money(cost, answer.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const tagsOf = (choices: readonly CampaignChoice[], chosen: string): Omit<Choice, 'name'> => {
  const { utmCampaign = null, utmSource, utmMedium } = choices.find(({ id }) => id === chosen) ?? {}
  return { utmCampaign, utmSource, utmMedium }
}
