import type { SpendNames } from '@firsttouch/api/contract/costs/spend'
import { clsx } from 'clsx'
import { Options, Select } from '../../../ui/select.tsx'
import { FigureTable } from '../../pieces/figure-table.tsx'
import { count, money } from '../../words/format.ts'
import { type CampaignChoice, choicesOf, chosenIn } from '../cost-rows.ts'
import type { PreviewProps } from './use-import.ts'

type Choice = SpendNames['names'][number]

const LEFT_OUT = '(none)'

export const ImportNames = ({ answer, campaigns, report }: PreviewProps) => {
  const choices = choicesOf(campaigns)
  return (
    <FigureTable
      caption="Campaigns of the report"
      look="text-sm"
      heads={['In the report', 'Campaign in Firsttouch', 'Days', 'Cost']}
      words={[1]}
      wideOnly={[2]}
      rows={answer.campaigns.map(({ name, by, days, cost, ...tags }) => ({
        key: name,
        head: <span className={clsx('wrap-anywhere', by === 'unknown' && 'font-semibold')}>{name}</span>,
        cells: [
          <Select
            key="campaign"
            aria-label={`Campaign for “${name}” in the report`}
            aria-invalid={by === 'unknown' || undefined}
            className="min-w-32 sm:max-w-72"
            disabled={report.isWorking}
            value={by === 'left_out' ? LEFT_OUT : (chosenIn(choices, tags)?.id ?? '')}
            onChange={({ target }) =>
              report.choose({ name, platform: answer.source.platform, ...tagsOf(choices, target.value) })
            }
          >
            {by === 'unknown' && <option value="">Choose a campaign</option>}
            <Options of={choices.map(one => [one.id, one.name])} />
            <option value={LEFT_OUT}>None: leave it out</option>
          </Select>,
          count(days),
          <span key="cost" className="font-semibold">
            {money(cost, answer.currency)}
          </span>,
        ],
      }))}
    />
  )
}

const tagsOf = (choices: readonly CampaignChoice[], chosen: string): Omit<Choice, 'name'> => {
  const { utmCampaign = null, utmSource, utmMedium } = choices.find(({ id }) => id === chosen) ?? {}
  return { utmCampaign, utmSource, utmMedium }
}
