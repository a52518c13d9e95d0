/** What the events of a batch add to each table. */
import { EVENT_SUMS, eventKeyOf, eventMinutes } from '../../projections/event-counts.ts'
import { bucketOfMinute, type Cell } from '../../projections/rollup.ts'
import { type SessionEvent, sessionEventOf } from '../../projections/session-events.ts'
import { SESSION_SUMS, sessionMinutes } from '../../projections/sessions/tables.ts'
import { sumKeysOf } from '../../projections/sums.ts'
import { inOrder } from '../duplicates.ts'
import type { EntryRow } from '../entries/entry-row.ts'
import type { Known } from '../known.ts'
import { cellsOf } from '../rows.ts'
import { type Difference, openDifferences } from './counts.ts'
import type { Alike } from './sessions.ts'

const COUNTED = ['visit', 'conversion', 'ab_test']
const isCounted = ({ type }: EntryRow): boolean => COUNTED.includes(type)

/** Each id once, by its first place in the log, unless it is known: then it is counted, or will be by whoever put it there. */
export const addedAmong = (rows: EntryRow[], known: Known[]): EntryRow[] => {
  const before = new Set(known.map(({ id }) => id))
  const added = new Map<string, EntryRow>()
  for (const row of rows) {
    const { id } = row
    const other = added.get(id)
    if (!before.has(id) && (!other || inOrder(row, other) < 0)) added.set(id, row)
  }
  return [...added.values()].filter(isCounted)
}

export const eventMinutesOf = (events: EntryRow[]): Difference[] => {
  const all = openDifferences()
  for (const { minute, row } of events) all.add(minute, eventKeyOf(cellsOf(row)), 1)
  return all.sums()
}

const sumsOf =
  (keysOf: (key: Cell[]) => Cell[][]) =>
  (minutes: Difference[]): Difference[] => {
    const all = openDifferences()
    for (const { bucket, cells, by } of minutes)
      for (const key of keysOf(cells)) all.add(bucketOfMinute('quarter_hour', bucket), key, by)
    return all.sums()
  }
export const eventSumsOf = sumsOf(sumKeysOf(eventMinutes, EVENT_SUMS))
export const sessionSumsOf = sumsOf(sumKeysOf(sessionMinutes, SESSION_SUMS))

/** Those that are alike are one row. */
export const sessionEventsOf = (events: EntryRow[]): Alike[] => {
  const all = new Map<string, Alike>()
  for (const { row } of events) {
    const event: SessionEvent = sessionEventOf(cellsOf(row))
    const key = JSON.stringify(event)
    const same = all.get(key)
    if (same) same.n++
    else all.set(key, { ...event, n: 1 })
  }
  return [...all.values()]
}
