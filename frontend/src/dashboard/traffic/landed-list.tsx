import { ChevronRight } from 'lucide-react'
import { Nothing } from '../pieces/empty.tsx'
import { RankedBars } from '../pieces/ranked-bars.tsx'
import { count, percent } from '../words/format.ts'
import type { Landed } from './landed.ts'

type LandedListProps = {
  /** For whoever does not see the heading. */
  label: string
  /** What one line is: "Page". */
  one: string
  /** null: the projector has not counted older events yet. */
  rows: Landed[] | null
  nothing: string
  /** All visits, of which each bar tells its share; without it, a bar tells its rate. */
  shareOf?: number
}

/** Visits as bars, the longest first, and everything that is known of them as a table. */
export const LandedList = ({ label, one, rows, nothing, shareOf }: LandedListProps) => {
  if (rows === null)
    return <Nothing>Visits from before an upgrade are being counted. This takes minutes.</Nothing>
  if (rows.length === 0) return <Nothing>{nothing}</Nothing>
  return (
    <>
      <RankedBars
        label={label}
        bars={rows.map(({ name, visits, conversionRate }) => ({
          name,
          value: visits,
          text: `${count(visits)} (${
            shareOf === undefined
              ? `rate ${percent(conversionRate, 1)}`
              : percent(shareOf === 0 ? 0 : (visits / shareOf) * 100, 1)
          })`,
        }))}
      />
      <details className="group/table mt-1">
        <summary className="dashboard-target flex w-fit cursor-pointer items-center gap-1 py-1 text-sm text-muted hover:text-ink">
          <ChevronRight aria-hidden size={14} className="transition-transform group-open/table:rotate-90" />
          The same as a table<span className="sr-only">: {label}</span>
        </summary>
        <Table label={label} one={one} rows={rows} />
      </details>
    </>
  )
}

const Table = ({ label, one, rows }: { label: string; one: string; rows: Landed[] }) => {
  const compared = rows.some(({ previous }) => previous !== null)
  const heads = ['Sessions', 'Visits', ...(compared ? ['Before'] : []), 'Conversions', 'Rate']
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section aria-label={`${label} as a table`} tabIndex={0} className="goes-on mt-1 max-h-72 overflow-auto">
      <table className="w-full text-left text-xs tabular-nums sm:text-sm">
        <caption className="sr-only">
          {label}.{compared && ' Before: visits in as many days just before.'}
        </caption>
        <thead className="sticky top-0 bg-card text-xs text-muted">
          <tr>
            <th scope="col" className="py-1.5 pr-1 sm:pr-3 font-medium">
              {one}
            </th>
            {heads.map(head => (
              <th key={head} scope="col" className="py-1.5 pl-2 text-right sm:pl-3 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.name} className="border-t border-line">
              <th scope="row" className="max-w-40 truncate py-1.5 pr-1 sm:pr-3 font-normal">
                {row.name}
              </th>
              {cellsOf(row, compared).map(([head, text]) => (
                <td key={head} className="py-1.5 pl-2 text-right sm:pl-3">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const cellsOf = (row: Landed, compared: boolean): [head: string, text: string][] => [
  ['Sessions', count(row.sessions)],
  ['Visits', count(row.visits)],
  ...(compared ? [['Before', count(row.previous?.visits)] as [string, string]] : []),
  ['Conversions', count(row.conversions)],
  ['Rate', percent(row.conversionRate, 1)],
]
