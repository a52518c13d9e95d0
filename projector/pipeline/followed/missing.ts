/** Which buckets a batch changes, and those of them that are not followed yet. */
import type { ClickHouseClient } from '@clickhouse/client'
import { eventMinutes, eventSums } from '../../projections/event-counts.ts'
import { bucketAt, type Rollup } from '../../projections/rollup.ts'
import { sessionMinutes, sessionSums } from '../../projections/sessions/tables.ts'
import type { EntryRow } from '../entries/entry-row.ts'
import type { KeptBuckets } from './kept.ts'
import { readCounts, readSessionEvents } from './load.ts'
import { minuteFrom } from './sessions.ts'

const ROLLUPS = { eventMinutes, eventSums, sessionMinutes, sessionSums }
type Table = keyof typeof ROLLUPS
const TABLES = Object.keys(ROLLUPS) as Table[]
export type Changed = Record<Table, number[]>

const bucketsIn = ({ bucket }: Rollup, events: EntryRow[]): number[] => [
  ...new Set(events.map(event => bucketAt(bucket, event))),
]
export const changedBy = (events: EntryRow[]): Changed =>
  Object.fromEntries(TABLES.map(table => [table, bucketsIn(ROLLUPS[table], events)])) as Changed
export const isFollowed = (kept: KeptBuckets, changed: Changed): boolean =>
  TABLES.every(table => changed[table].every(kept[table].has))

/** Those that are not there yet. False where they are too many. */
export const load = async (
  kept: KeptBuckets,
  changed: Changed,
  client: ClickHouseClient,
  db: string,
): Promise<boolean> => {
  const missing = (table: Table) => changed[table].filter(bucket => !kept[table].has(bucket))
  const counts = async (table: Exclude<Table, 'sessionMinutes'>) => {
    const buckets = missing(table)
    if (buckets.length === 0) return true
    const found = await readCounts(client, db, ROLLUPS[table], buckets)
    for (const [bucket, counted] of found ?? []) kept[table].set(bucket, counted)
    return found !== undefined
  }
  const sessions = async () => {
    const minutes = missing('sessionMinutes')
    if (minutes.length === 0) return true
    const found = await readSessionEvents(client, db, minutes)
    for (const [minute, rows] of found ?? []) kept.sessionMinutes.set(minute, minuteFrom(rows))
    return found !== undefined
  }
  const all = [counts('eventMinutes'), counts('eventSums'), counts('sessionSums'), sessions()]
  return (await Promise.all(all)).every(isLoaded => isLoaded)
}
