import { Nothing } from '../pieces/empty.tsx'
import { AsTable } from '../pieces/figure-table.tsx'
import { RankedBars } from '../pieces/ranked-bars.tsx'
import { count, percent } from '../words/format.ts'
import type { Landed } from './landed.ts'

type LandedListProps = {
  /** For whoever does not see the heading. */
  label: string
  /** What one line is: "Page". */
  one: string
  rows: Landed[]
  nothing: string
  /** All visits, of which each bar tells its share; without it, a bar tells its rate. */
  shareOf?: number
}

/** Visits as bars, the longest first, and everything that is known of them as a table. */
export const LandedList = ({ label, one, rows, nothing, shareOf }: LandedListProps) => {
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
      <Table label={label} one={one} rows={rows} />
    </>
  )
}

const Table = ({ label, one, rows }: { label: string; one: string; rows: Landed[] }) => {
  const compared = rows.some(({ previous }) => previous !== null)
  return (
    <AsTable
      label={label}
      caption={`${label}.${compared ? ' Before: visits in as many days just before.' : ''}`}
      heads={[
        one,
        'Sessions',
        'Visits',
        ...(compared ? ['Before'] : []),
        'Conversions',
        'Rate',
        'Bounce rate',
      ]}
      rows={rows.map(({ name, sessions, visits, previous, conversions, conversionRate, bounceRate }) => ({
        key: name,
        head: <span className="inline-block max-w-40 truncate align-bottom">{name}</span>,
        cells: [
          count(sessions),
          count(visits),
          ...(compared ? [count(previous?.visits)] : []),
          count(conversions),
          percent(conversionRate, 1),
          percent(bounceRate, 1),
        ],
      }))}
    />
  )
}
