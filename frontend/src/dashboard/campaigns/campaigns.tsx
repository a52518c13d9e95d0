import './campaigns.css'
import type { Campaign } from '@firsttouch/api/contract/campaign'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { usePageFilter } from '../address/page-filter.ts'
import { useRange } from '../address/range.ts'
import { useCampaigns, useFunnel } from '../data/figures.ts'
import { useMay } from '../data/use-read.ts'
import { FilterBar } from '../pieces/filters/filters.tsx'
import { Empty, Loaded } from '../pieces/loaded.tsx'
import { NarrowedNote } from '../pieces/narrowed-note.tsx'
import { ShowMore, usePieces } from '../pieces/paging.tsx'
import { Section } from '../pieces/section.tsx'
import { useCreated } from '../pieces/shared-draft.tsx'
import { useShortList, WholeList } from '../pieces/short-lists.tsx'
import { calendarDay, count, counted } from '../words/format.ts'
import { CampaignPanel } from './campaign-panel.tsx'
import { CampaignRow, Folded } from './campaign-row.tsx'
import { arrange, COLUMNS, FIGURES, totalsOf, useCampaignFilters, useOrder } from './columns.ts'
import { RenewBar } from './renew-bar.tsx'
import { UnknownTags } from './unknown-tags.tsx'

const PIECE = 50

export const Campaigns = () => {
  const query = useCampaigns()
  const { preset, words } = useRange()
  const isUncounted = query.data?.some(campaign => campaign.clicks === null)
  const archived = query.data?.filter(({ archivedAt }) => archivedAt !== null).length ?? 0
  return (
    <Section
      id="campaigns"
      title="Campaign Management"
      meta={
        query.data && (
          <>
            <span>{counted(query.data.length - archived, 'campaigns')}</span>
            {archived > 0 && <span>{count(archived)} archived</span>}
            {preset !== 'all' && <span>Counts of {words}</span>}
          </>
        )
      }
    >
      <Loaded query={query} what="campaigns" skeleton="m-5 h-40">
        {campaigns =>
          campaigns.length === 0 ? (
            <Empty title="No campaigns created yet. Create your first campaign to start tracking." />
          ) : (
            <>
              {isUncounted && (
                <p role="status" className="border-b border-line px-4 py-2 text-muted sm:px-5">
                  Clicks, visitors and conversions cannot be counted at the moment. The links below still
                  work.
                </p>
              )}
              <CampaignList campaigns={campaigns} />
            </>
          )
        }
      </Loaded>
      <UnknownTags />
      {useMay('staff') && query.data && <CampaignPanel campaigns={query.data} />}
    </Section>
  )
}

const CampaignList = ({ campaigns }: { campaigns: readonly Campaign[] }) => {
  const filters = useCampaignFilters()
  const { order } = useOrder()
  const { accepts } = usePageFilter()
  const created = useCreated()
  const most = useShortList()
  const found = arrange(campaigns, { ...filters.values, order, accepts, created })
  const totals = totalsOf(found)
  const { shown, more } = usePieces(found, most ?? PIECE)
  return (
    <>
      <NarrowedNote section="campaigns" />
      <RenewBar campaigns={campaigns} />
      {(most === null || filters.values.text || filters.values.state) && <FilterBar filters={filters} />}
      <p className="border-b border-line px-4 py-2 text-sm text-muted sm:px-5">
        Every visit through a campaign's link is a click. A visitor is counted once, at the first visit
        through the link. “Change” compares the cost per qualified lead, or per lead if none qualified, with
        the earlier period. A cost per lead counts only leads from days with a known cost.
        <Unlisted campaigns={campaigns} />
      </p>
      {shown.length === 0 ? (
        <Empty title="No campaigns match.">Change the search or the filters above.</Empty>
      ) : (
        <table className="campaign-table w-full text-left text-(length:--text-sm) tabular-nums">
          <caption className="sr-only">Campaigns</caption>
          <Heads />
          <tbody>
            <tr className="font-semibold">
              <th scope="row" data-column="name">
                Total of {counted(found.length, 'campaigns')}
                <Folded of={totals} />
              </th>
              <td data-column="status" />
              {FIGURES.map(({ id, text }) => (
                <td key={id} data-column={id}>
                  {text(totals)}
                </td>
              ))}
              <td data-column="menu" />
            </tr>
          </tbody>
          {shown.map(campaign => (
            <CampaignRow
              key={campaign.id}
              campaign={campaign}
              isNew={campaign.id === created}
              startsOpen={most !== null}
            />
          ))}
        </table>
      )}
      {most === null && <ShowMore {...more} noun="campaigns" />}
      {most !== null && more.hidden > 0 && (
        <WholeList page="campaigns">{`All ${counted(found.length, 'campaigns')}`}</WholeList>
      )}
    </>
  )
}

/** Explains why the totals of the campaigns differ from those of the overview. */
const Unlisted = ({ campaigns }: { campaigns: readonly Campaign[] }) => {
  const { data } = useFunnel()
  const isNarrowed = usePageFilter().words.length > 0
  if (!data) return null
  const { since, range, steps } = data
  const all = steps.find(({ step }) => step === 'lead')?.count ?? 0
  const without = all - campaigns.reduce((sum, { leads }) => sum + leads, 0)
  return (
    <>
      {since && range.from && range.from < since && ` Counting began on ${calendarDay(since)}.`}
      {without > 0 &&
        !isNarrowed &&
        ` ${counted(without, 'leads')} of these days belong to no campaign in this list. The overview's cost per lead includes them.`}
    </>
  )
}

const Heads = () => {
  const { sortOf, press } = useOrder()
  return (
    <thead className="sticky top-[calc(var(--strip)+2.75rem)] z-9 bg-card text-(length:--text-xs) text-muted">
      <tr>
        {COLUMNS.map(column => {
          const sort = sortOf(column.id)
          const Arrow = sort === 'descending' ? ArrowDown : ArrowUp
          return (
            <th key={column.id} scope="col" data-column={column.id} aria-sort={sort}>
              <button type="button" onClick={() => press(column)}>
                {column.head}
                <Arrow aria-hidden size={13} className={clsx(!sort && 'invisible')} />
              </button>
            </th>
          )
        })}
        <td data-column="menu" />
      </tr>
    </thead>
  )
}
