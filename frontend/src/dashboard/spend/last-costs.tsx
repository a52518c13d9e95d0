import type { SpendList, SpendRequest } from '@firsttouch/api/contract/costs/spend'
import { toast } from '../../ui/toast.ts'
import { usePageFilter } from '../address/page-filter.ts'
import { useRead } from '../data/use-read.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { Empty } from '../pieces/empty.tsx'
import { FigureTable } from '../pieces/figure-table.tsx'
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
          <FigureTable
            caption="The newest costs"
            className="mx-4 my-3 sm:mx-5"
            look="text-sm"
            heads={['Day', 'Campaign', 'Cost', 'Clicks there', 'By']}
            words={[1, 4]}
            wideOnly={[3]}
            rows={entries.map(entry => ({
              key: [entry.date, entry.utmCampaign, entry.utmSource, entry.utmMedium].join(' '),
              head: <span className="whitespace-nowrap">{calendarDay(entry.date)}</span>,
              cells: [
                <span key="campaign" className="wrap-anywhere">
                  {entry.utmCampaign}
                  {entry.utmSource && ` (${entry.utmSource} / ${entry.utmMedium})`}
                </span>,
                <span key="cost" className="font-semibold">
                  {money(entry.cost, currency)}
                </span>,
                count(entry.clicks),
                <Origin key="origin" entry={entry} />,
              ],
            }))}
          />
        )
      }
    </Loaded>
  )
}

type EntryProps = { entry: SpendList['entries'][number] }

const Origin = ({ entry }: EntryProps) => {
  const { date, utmCampaign, changedBy, corrections, sources } = entry
  const remove = useRemove()
  return (
    <span className="text-muted">
      {changedBy && `${changedBy}, `}
      {originOf(entry)}
      {corrections[0] && `; was ${money(corrections[0].cost, corrections[0].currency)}`}
      {corrections[0]?.changedBy && ` by ${corrections[0].changedBy}`}
      {sources.some(({ platform }) => platform === '') && (
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
    </span>
  )
}

/** Reports of the day count again, where there are any. */
const useRemove = () =>
  useAdminWrite<EntryProps['entry']>({
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
const originOf = ({ origin, sources }: EntryProps['entry']): string => {
  const names = [...new Set(sources.map(({ platform }) => platform))].filter(name => name && name !== 'other')
  if (sources.some(({ platform }) => platform === '')) return origin === 'typed' ? 'typed in' : 'imported'
  return names.length > 0 ? `imported from ${names.join(', ')}` : 'imported'
}
