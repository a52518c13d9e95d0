import type { SpendList, SpendRequest } from '@firsttouch/api/contract/costs/spend'
import { toast } from '../../ui/toast.ts'
import { usePageFilter } from '../address/page-filter.ts'
import { useRead } from '../data/use-read.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { Empty } from '../pieces/empty.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { calendarDay, count, money } from '../words/format.ts'

const SHOWN = '8'

/** The newest days that have a cost, to see what is stored and who said so. */
export const LastCosts = () => {
  const { campaign } = usePageFilter()
  const query = useRead('spend', { query: { campaign, limit: SHOWN } })
  return (
    <Loaded query={query} what="costs" skeleton="m-5 h-40">
      {({ entries, currency }) =>
        entries.length === 0 ? (
          <Empty title="No cost is known yet.">
            Import the daily report of an advertising platform as CSV or Excel, or type in what a day cost.
          </Empty>
        ) : (
          <div className="overflow-x-auto px-4 py-3 sm:px-5">
            <table className="w-full text-left text-sm tabular-nums">
              <caption className="sr-only">The newest costs</caption>
              <thead className="text-xs text-muted">
                <tr>
                  {['Day', 'Campaign', 'Cost', 'Clicks there', 'By'].map((head, at) => (
                    <th key={head} scope="col" className={columnClass(at, 'pb-1 font-medium')}>
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {entries.map(entry => (
                  <Row
                    key={[entry.date, entry.utmCampaign, entry.utmSource, entry.utmMedium].join(' ')}
                    entry={entry}
                    currency={currency}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Loaded>
  )
}

type RowProps = { entry: SpendList['entries'][number]; currency: string }

const Row = ({ entry, currency }: RowProps) => {
  const { date, utmCampaign, utmSource, utmMedium, cost, clicks, changedBy, corrections } = entry
  const remove = useRemove()
  const isTyped = entry.sources.some(({ platform }) => platform === '')
  return (
    <tr className="border-t border-line align-baseline">
      <td className={columnClass(0, 'py-1.5 whitespace-nowrap')}>{calendarDay(date)}</td>
      <td className={columnClass(1, 'py-1.5 wrap-anywhere')}>
        {utmCampaign}
        {utmSource && ` (${utmSource} / ${utmMedium})`}
      </td>
      <td className={columnClass(2, 'py-1.5 font-semibold')}>{money(cost, currency)}</td>
      <td className={columnClass(3, 'py-1.5')}>{count(clicks)}</td>
      <td className={columnClass(4, 'py-1.5 text-muted')}>
        {changedBy && `${changedBy}, `}
        {originOf(entry)}
        {corrections[0] && `; was ${money(corrections[0].cost, corrections[0].currency)}`}
        {corrections[0]?.changedBy && ` by ${corrections[0].changedBy}`}
        {isTyped && (
          <Button
            needs="staff"
            className="ml-2"
            aria-label={`Remove the typed cost of ${utmCampaign} on ${calendarDay(date)}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate(entry)}
          >
            Remove
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Reports of the day count again, where there are any. */
const useRemove = () =>
  useAdminWrite<RowProps['entry']>({
    call: ({ date, utmCampaign, utmSource, utmMedium }) => {
      const tags = utmSource === '' ? {} : { utmSource, utmMedium }
      const body: SpendRequest = { entries: [{ date, utmCampaign, ...tags, cost: null }] }
      return { method: 'POST', path: 'spend', body }
    },
    changes: 'campaigns',
    failure: 'Failed to remove the cost',
    onSaved: () => toast({ title: 'Cost Removed', description: 'What reports say of the day counts now.' }),
  })

/** “imported from Google Ads, Meta Ads”; a typed cost counts instead of what is imported. */
const originOf = ({ origin, sources }: RowProps['entry']): string => {
  const names = [...new Set(sources.map(({ platform }) => platform))].filter(name => name && name !== 'other')
  if (sources.some(({ platform }) => platform === '')) return origin === 'typed' ? 'typed in' : 'imported'
  return names.length > 0 ? `imported from ${names.join(', ')}` : 'imported'
}

/** Numbers align right. Small screens hide clicks and authors. */
const columnClass = (at: number, more: string): string =>
  `${more} ${at === 2 || at === 3 ? 'text-right' : ''} ${at > 0 ? 'pl-3' : ''} ${at > 2 ? 'max-sm:hidden' : ''}`
