import type { Dimension } from '@firsttouch/api/contract/range'
import type { TrafficList as Answer } from '@firsttouch/api/contract/traffic'
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { clsx } from 'clsx'
import { type ComponentProps, useState } from 'react'
import { Link } from 'react-router-dom'
import { oneOf, useChoice } from '../address/filters.ts'
import { usePageFilter } from '../address/page-filter.ts'
import { usePageAddress } from '../address/page-links.ts'
import { useTrafficList } from '../data/figures.ts'
import { usePrefetch } from '../data/prefetch.ts'
import { useMay } from '../data/use-read.ts'
import { Button } from '../pieces/button.tsx'
import { type Change, ChangeLine, changeOf, changeOfRate } from '../pieces/change-line.tsx'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { daysBefore } from '../pieces/comparison.ts'
import { costChange } from '../pieces/cost-words.ts'
import { FigureTable } from '../pieces/figure-table.tsx'
import { FilterSelect } from '../pieces/filters/filters.tsx'
import { Nothing } from '../pieces/loaded.tsx'
import { count, counted, money, percent } from '../words/format.ts'
import { deviceLabel, labelOf } from '../words/labels.ts'
import { variantLabel } from '../words/variant-names.ts'
import { BarBehind } from './shares.tsx'
import { Panel } from './traffic-panel.tsx'

type Tab = {
  tab: string
  what: string
  without: string
  words?: (name: string) => string
}
const TABS: Record<Dimension, Tab> = {
  source: { tab: 'Source', what: 'sources', without: 'Direct visits', words: labelOf },
  channel: { tab: 'Channel', what: 'channels', without: 'Not known' },
  referringSite: { tab: 'Referring site', what: 'referring sites', without: 'No referring site' },
  campaign: { tab: 'Campaign', what: 'campaigns', without: 'No campaign' },
  keyword: { tab: 'Keyword', what: 'keywords', without: 'No keyword' },
  ad: { tab: 'Ad', what: 'ads', without: 'No ad' },
  page: { tab: 'Page', what: 'pages', without: 'Page no longer stored' },
  device: { tab: 'Device', what: 'devices', without: 'Not known', words: deviceLabel },
  variant: {
    ...{ tab: 'Variant', what: 'variants', without: 'No variant' },
    words: name => variantLabel(LANDING_PAGE.name, name),
  },
}
const DIMENSIONS = Object.keys(TABS) as Dimension[]
const BY = oneOf(
  'by',
  'List by',
  'Source',
  Object.fromEntries(DIMENSIONS.slice(1).map(name => [name, TABS[name].tab])),
)
const isDimension = (name: string): name is Dimension => name in TABS

type Row = Answer['rows'][number]
const moved = (row: Row, count: 'visits' | 'conversions'): number =>
  row.previous ? Math.abs(row[count] - row.previous[count]) : 0
const ORDERS: Record<string, (a: Row, b: Row) => number> = {
  '': (a, b) => b.visits - a.visits || b.leads - a.leads,
  leads: (a, b) => b.leads - a.leads || b.visits - a.visits,
  rate: (a, b) => a.conversionRate - b.conversionRate || b.visits - a.visits,
  change: (a, b) => moved(b, 'visits') - moved(a, 'visits'),
  'conversion-change': (a, b) => moved(b, 'conversions') - moved(a, 'conversions'),
}
const ORDER = oneOf('list-order', 'Order of the list', 'Most visits', {
  leads: 'Most leads',
  rate: 'Lowest conversion rate',
  change: 'Largest change in visits',
  'conversion-change': 'Largest change in conversions',
})

export const TrafficList = () => {
  const [chosen, choose] = useChoice(BY)
  const [order, setOrder] = useChoice(ORDER)
  const by = isDimension(chosen) ? chosen : 'source'
  const { what } = TABS[by]
  const { chosen: filters, words } = usePageFilter()
  // The list ignores its own dimension's filter. If another filter is set too, neither “only …” nor “all …” is true.
  const note = filters[by] && words.length > 1 ? {} : { isNarrowed: !filters[by] }
  return (
    <Panel
      title={`By ${TABS[by].tab.toLowerCase()}`}
      query={useTrafficList(by)}
      what={what}
      {...note}
      isWide
      tools={
        <>
          <fieldset className="flex flex-wrap gap-1">
            <legend className="sr-only">List by</legend>
            {DIMENSIONS.map(name => (
              <button
                key={name}
                type="button"
                aria-pressed={name === by}
                className="dashboard-target rounded-sm px-2.5 py-1 text-sm hover:bg-sunken aria-pressed:bg-ink aria-pressed:text-page"
                onClick={() => choose(name === 'source' ? '' : name)}
              >
                {TABS[name].tab}
              </button>
            ))}
          </fieldset>
          <FilterSelect filter={ORDER} value={order} onChange={setOrder} />
        </>
      }
    >
      {answer => <List key={by} answer={answer} by={by} order={order} />}
    </Panel>
  )
}

const SHOWN = 10
const MORE = 100
const COLUMNS = ['Visits', 'Leads', 'Qualified', 'Cost', 'Conversions', 'Conversion rate', 'Bounce rate']
/** For each order, the additional column on a small screen. */
const SORTED_BY: Record<string, string> = { rate: 'Conversion rate', 'conversion-change': 'Conversions' }

const List = ({ answer, by, order }: { answer: Answer; by: Dimension; order: string }) => {
  const [shown, setShown] = useState(SHOWN)
  const { chosen, toggle } = usePageFilter()
  const prefetch = usePrefetch(by)
  const address = usePageAddress()
  const isStaff = useMay('staff')
  const { what } = TABS[by]
  const { previous, others, currency } = answer
  const rows = answer.rows.toSorted(ORDERS[order])
  const most = Math.max(1, ...rows.map(({ visits }) => visits))
  if (rows.length === 0)
    return <Nothing>No visits. Share a campaign's link, or choose other days or fewer filters.</Nothing>
  return (
    <>
      <FigureTable
        caption={`${TABS[by].tab}${previous ? `, against ${daysBefore(previous)}` : ''}`}
        look="text-sm"
        heads={[TABS[by].tab, ...COLUMNS]}
        wideOnly={[3, 4, 5, 6, 7].filter(at => COLUMNS[at - 1] !== SORTED_BY[order])}
        rows={rows.slice(0, shown).map(row => ({
          key: row.name,
          head: (
            <Name
              tab={TABS[by]}
              name={row.name}
              share={row.visits / most}
              isChosen={chosen[by] === row.name}
              onClick={() => toggle(by, row.name)}
              {...prefetch(row.name)}
            />
          ),
          cells: [
            <Figure key="visits" now={row.visits} before={row.previous?.visits} />,
            ...STEPS.map(step => (
              <Leads
                key={step}
                {...{ row, step }}
                to={
                  isStaff && row[step] > 0 && row.name !== ''
                    ? address('leads', leadsOf(by, answer, row, step))
                    : null
                }
              />
            )),
            <span key="cost">
              {money(row.cost, currency)}
              <Small>{costChange(row.cost, row.previous?.cost ?? null, currency)}</Small>
            </span>,
            <Figure key="conversions" now={row.conversions} before={row.previous?.conversions} />,
            <span key="rate">
              {percent(row.visits === 0 ? null : row.conversionRate, 1)}
              <Difference change={rateChange(row)} />
            </span>,
            percent(row.bounceRate, 1),
          ],
        }))}
      />
      {rows.length > shown && (
        <Button className="mt-2" onClick={() => setShown(shown + MORE)}>
          Show {rows.length > shown + MORE ? `${MORE} more` : `all ${count(rows.length)}`}
        </Button>
      )}
      {others.rows > 0 && (
        <p className="mt-2 text-sm text-muted">
          And {counted(others.visits, 'visits')} of {counted(others.rows, `other ${what}`)}.
        </p>
      )}
      {previous && (
        <p className="mt-2 text-xs text-muted">
          Arrows compare with {daysBefore(previous)}. A lead counts for the first touch of the person who sent
          the form.
        </p>
      )}
    </>
  )
}

type NameProps = ComponentProps<'button'> & { tab: Tab; name: string; share: number; isChosen: boolean }

const Name = ({ tab, name, share, isChosen, ...handlers }: NameProps) => {
  const { without, words = String } = tab
  return (
    <span className="relative isolate block min-w-24">
      <BarBehind share={share} />
      {name === '' ? (
        <span className="block px-2 py-0.5 font-normal text-muted">{without}</span>
      ) : (
        <button
          type="button"
          aria-pressed={isChosen}
          className={clsx(
            'dashboard-target block w-full max-w-40 truncate rounded-sm px-2 py-0.5 text-left hover:bg-accent/35 sm:max-w-96',
            isChosen && 'font-semibold outline-2 -outline-offset-2 outline-ink',
          )}
          {...handlers}
        >
          {words(name)}
        </button>
      )}
    </span>
  )
}

const Small = ({ children }: { children: string | null }) =>
  children && <span className="block text-xs text-muted">{children}</span>

const Figure = ({ now, before }: { now: number; before: number | undefined }) => (
  <>
    <ChangedNumber value={now}>{count(now)}</ChangedNumber>
    <Difference change={before === undefined ? null : changeOf(now, before)} />
  </>
)

const rateChange = ({ visits, conversionRate, previous }: Row): Change | null =>
  visits > 0 && previous && previous.visits > 0 ? changeOfRate(conversionRate, previous.conversionRate) : null

const Difference = ({ change }: { change: Change | null }) =>
  change &&
  change.direction !== 'same' && (
    <span className="block text-xs text-muted">
      <ChangeLine change={change} than="" />
    </span>
  )

const STEPS = ['leads', 'qualified'] as const
type Step = (typeof STEPS)[number]

const leadsOf = (by: Dimension, { range }: Answer, { name }: Row, step: Step) => ({
  ...{ [by]: name },
  ...(range.from && { 'lead-from': range.from }),
  ...(range.to && { 'lead-to': range.to }),
  ...(step === 'qualified' && { 'lead-reached': 'qualified' }),
})

const Leads = ({ row, step, to }: { row: Row; step: Step; to: string | null }) => {
  const figure = <Figure now={row[step]} before={row.previous?.[step]} />
  if (!to) return figure
  return (
    <Link className="underline underline-offset-2" to={to}>
      {figure}
    </Link>
  )
}
