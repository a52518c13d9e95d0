/** Sessions that are followed. */
import type { SessionEvent } from '../../projections/session-events.ts'
import { type Followed, follow, nothingYet, sizeOf } from '../../projections/sessions/followed.ts'
import { countedAs } from '../../projections/sessions/tables.ts'
import { type Counts, keyOf, type openDifferences } from './counts.ts'

/** `session` → its `Kept` as JSON, a quarter of what objects take, as most are never asked for again. */
export type Minute = { sessions: Map<string, string>; counts: Counts }
/** `marks`: the kind and time of each of its events. */
type Kept = { session: Followed; marks: number[] }
export type Alike = SessionEvent & { n: number }

/** A session of more parts is left to the engine. */
const MOST_PARTS = 300
const KINDS = ['visit', 'conversion', 'exposure', 'test_conversion']

/** Short, as there is one for each event that is kept. */
const markOf = ({ at, session_minute, kind }: SessionEvent): number =>
  (at - session_minute * 1_000) * KINDS.length + KINDS.indexOf(kind)

export const minuteFrom = (rows: Alike[]): Minute => {
  const counts: Counts = new Map()
  const sessions = [...Map.groupBy(rows, ({ session }) => session)].map(([name, own]): [string, string] => {
    const kept: Kept = { session: nothingYet(), marks: [] }
    see(kept, own)
    for (const { cells, n } of countedAs(kept.session)) {
      const key = keyOf(cells)
      counts.set(key, (counts.get(key) ?? 0) + n)
    }
    return [name, JSON.stringify(kept)]
  })
  return { sessions: new Map(sessions), counts }
}

const see = (kept: Kept, rows: Alike[]): void => {
  for (const row of rows) {
    kept.marks.push(markOf(row))
    if (row.bot === 0) follow(kept.session, row, row.n)
  }
}

type Differences = ReturnType<typeof openDifferences>

/** Adds what one session did, and to `differences` what it counts as by that. How often a row counts that it may have had before is not known. */
export const addToSession = (
  { sessions }: Minute,
  rows: Alike[],
  differences: Differences,
): 'added' | 'too large' | 'had before' => {
  const [first] = rows
  if (!first) return 'added'
  const { session: name, session_minute: bucket } = first
  const found = sessions.get(name)
  const kept: Kept = found ? JSON.parse(found) : { session: nothingYet(), marks: [] }
  const known = new Set(kept.marks)
  if (rows.some(row => known.has(markOf(row)))) return 'had before'
  for (const { cells, n } of countedAs(kept.session)) differences.add(bucket, cells, -n)
  see(kept, rows)
  if (sizeOf(kept.session) + kept.marks.length > MOST_PARTS) return 'too large'
  for (const { cells, n } of countedAs(kept.session)) differences.add(bucket, cells, n)
  sessions.set(name, JSON.stringify(kept))
  return 'added'
}
