/** Costs of one week, by campaign and day. Arrow keys move between the fields. */
import './costs.css'
import type { Campaign } from '@firsttouch/api/contract/campaign'
import { MOST_LISTED } from '@firsttouch/api/contract/costs/spend'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { day as dayFilter, text, useFilters } from '../address/filters.ts'
import { usePageFilter } from '../address/page-filter.ts'
import { daysInWords, useRange } from '../address/range.ts'
import { useRead } from '../data/use-read.ts'
import { Button } from '../pieces/button.tsx'
import { FilterControl } from '../pieces/filters/filters.tsx'
import { Empty, Loaded } from '../pieces/loaded.tsx'
import { ShowMore, usePieces } from '../pieces/paging.tsx'
import { calendarDay, counted, money } from '../words/format.ts'
import { addDays, today } from '../words/report-zone.ts'
import { CostCell } from './cost-cell.tsx'
import { type CostEntry, type CostRow, costRows, sumOf } from './cost-rows.ts'

/** URL parameter with a day of the shown week. The default is the last day of the chosen period, or today. */
export const WEEK = 'costs-on'
const FILTERS = { day: dayFilter(WEEK, 'Week of'), text: text('costs-search', 'Find a campaign') }
const PIECE = 30

export const CostTable = ({ campaigns }: { campaigns: readonly Campaign[] }) => {
  const filters = useFilters(FILTERS)
  const { campaign, accepts } = usePageFilter()
  const { to: lastDay } = useRange()
  const days = weekOf(filters.values.day || (lastDay && lastDay < today() ? lastDay : today()))
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const query = useRead('spend', { query: { campaign, from, to, limit: String(MOST_LISTED) } })
  const turn = (by: number) => filters.set('day', addDays(from, by))
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3 sm:px-5">
        <IconButton label="The week before" onClick={() => turn(-7)}>
          <ChevronLeft aria-hidden size={18} />
        </IconButton>
        <p aria-live="polite" className="font-semibold tabular-nums">
          {daysInWords(from, to)}
        </p>
        <IconButton label="The week after" disabled={to >= today()} onClick={() => turn(7)}>
          <ChevronRight aria-hidden size={18} />
        </IconButton>
        {to < today() && <Button onClick={() => filters.set('day', today())}>This week</Button>}
        <FilterControl filters={filters} of="day" />
        <FilterControl filters={filters} of="text" />
      </div>
      <Loaded query={query} what="costs" skeleton="m-5 h-40">
        {({ entries, currency, next }) => {
          const rows = costRows(campaigns, entries, { text: filters.values.text, accepts })
          return rows.length === 0 ? (
            <Empty title="No campaigns match.">Create a campaign first, or change the search above.</Empty>
          ) : (
            <>
              {next && (
                <p role="status" className="px-4 pt-3 sm:px-5">
                  Only the first {counted(entries.length, 'costs')} of this week are shown. Choose one
                  campaign to see all of its costs.
                </p>
              )}
              <Week rows={rows} days={days} currency={currency} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

/** The seven days of the week that contains `day`, from Monday. */
const weekOf = (day: string): string[] => {
  const past = (new Date(day).getUTCDay() + 6) % 7
  return Array.from({ length: 7 }, (_, at) => addDays(day, at - past))
}

type WeekProps = { rows: readonly CostRow[]; days: readonly string[]; currency: string }

const Week = ({ rows, days, currency }: WeekProps) => {
  const { shown, more } = usePieces(rows, PIECE)
  const [at, setAt] = useState({ row: shown[0]?.key, day: days[0] })
  const row = shown.find(({ key }) => key === at.row) ?? shown[0]
  const day = days.find(one => one === at.day) ?? days[0] ?? ''
  const entry = row?.costs.get(day)
  const ofDay = (of: string) => rows.flatMap(({ costs }) => costs.get(of) ?? [])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section aria-label="Costs by campaign and day" tabIndex={0} className="goes-on overflow-x-auto">
        <table className="cost-table w-full text-right text-sm tabular-nums" onKeyDown={moveByArrow}>
          <caption className="sr-only">Costs by campaign and day</caption>
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col">Campaign</th>
              {days.map(one => (
                <th key={one} scope="col">
                  {DAY.format(Date.parse(one))}
                </th>
              ))}
              <th scope="col">Week</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(one => (
              <tr key={one.key}>
                <th scope="row" className="wrap-anywhere">
                  {one.name}
                </th>
                {days.map(of => (
                  <td key={of}>
                    <CostCell
                      row={one}
                      day={of}
                      entry={one.costs.get(of)}
                      disabled={of > today()}
                      isTabStop={one === row && of === day}
                      onFocus={() => setAt({ row: one.key, day: of })}
                    />
                  </td>
                ))}
                <td>{money(sumOf(one.costs.values()), currency)}</td>
              </tr>
            ))}
            <tr className="font-semibold">
              <th scope="row">Total of {counted(rows.length, 'campaigns')}</th>
              {days.map(of => (
                <td key={of}>{money(sumOf(ofDay(of)), currency)}</td>
              ))}
              <td>{money(sumOf(days.flatMap(ofDay)), currency)}</td>
            </tr>
          </tbody>
        </table>
      </section>
      <p className="border-t border-line px-4 py-2 text-sm text-muted sm:px-5">
        {entry && row ? `${row.name}, ${calendarDay(day)}: ${originOf(entry)}.` : HOW}
      </p>
      <ShowMore {...more} noun="campaigns" />
    </>
  )
}

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' })
const HOW =
  'Type a cost and press Enter, or press Escape to cancel. Clear a cell to remove its cost. If a typed cost replaced an imported one, removing it restores the imported cost.'

/** Example: “imported from Google Ads, Meta Ads by ada. Before: £44.00 by ben”. */
const originOf = ({ changedBy, origin, sources, corrections: [before] }: CostEntry): string => {
  const names = [...new Set(sources.map(({ platform }) => platform))].filter(name => name && name !== 'other')
  const isTyped = origin === 'typed' && sources.some(({ platform }) => platform === '')
  const how = isTyped ? 'typed in' : names.length > 0 ? `imported from ${names.join(', ')}` : 'imported'
  const by = (person: string | null | undefined) => (person ? ` by ${person}` : '')
  const was = before ? `. Before: ${money(before.cost, before.currency)}${by(before.changedBy)}` : ''
  return `${how}${by(changedBy)}${was}`
}

const STEPS: Readonly<Record<string, [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const moveByArrow = (event: KeyboardEvent<HTMLTableElement>) => {
  const step = STEPS[event.key]
  const cell = (event.target as HTMLElement).closest('td')
  const line = cell?.closest('tr')
  if (!step || !cell || !line) return
  event.preventDefault()
  const [down, right] = step
  const next = event.currentTarget.rows[line.rowIndex + down]?.cells[cell.cellIndex + right]
  next?.querySelector('input')?.focus()
}
