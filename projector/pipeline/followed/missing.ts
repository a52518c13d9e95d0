/** What a batch changes and is not followed yet. */
import type { ClickHouseClient } from '@clickhouse/client'
import { eventMinutes, eventSums } from '../../projections/event-counts.ts'
import { bucketAt, type Rollup } from '../../projections/rollup.ts'
import { sessionMinutes, sessionSums } from '../../projections/sessions/tables.ts'
import type { EntryRow } from '../entry-rows.ts'
import type { KeptBuckets } from './kept.ts'
import { readCounts, readSessionEvents } from './load.ts'
import { minuteFrom } from './sessions.ts'

const bucketsIn = ({ bucket }: Rollup, events: EntryRow[]): number[] => [
  ...new Set(events.map(event => bucketAt(bucket, event))),
]
const missingOf = (kept: KeptBuckets, events: EntryRow[]) => {
  const missing = (rollup: Rollup, { has }: { has: (bucket: number) => boolean }) => ({
    rollup,
    buckets: bucketsIn(rollup, events).filter(bucket => !has(bucket)),
  })
  return {
    eventMinutes: missing(eventMinutes, kept.eventMinutes),
    eventSums: missing(eventSums, kept.eventSums),
    sessionMinutes: missing(sessionMinutes, kept.sessionMinutes),
    sessionSums: missing(sessionSums, kept.sessionSums),
  }
}
export const isFollowed = (kept: KeptBuckets, events: EntryRow[]): boolean =>
  Object.values(missingOf(kept, events)).every(({ buckets }) => buckets.length === 0)

/** Those that are not there yet. False where they are too many. */
export const load = async (
  kept: KeptBuckets,
  events: EntryRow[],
  client: ClickHouseClient,
  db: string,
): Promise<boolean> => {
  const { sessionMinutes, ...tables } = missingOf(kept, events)
  const counts = async (table: keyof typeof tables) => {
    const { rollup, buckets } = tables[table]
    if (buckets.length === 0) return true
    const found = await readCounts(client, db, rollup, buckets)
    for (const [bucket, counted] of found ?? []) kept[table].set(bucket, counted)
    return found !== undefined
  }
  const sessions = async () => {
    if (sessionMinutes.buckets.length === 0) return true
    const found = await readSessionEvents(client, db, sessionMinutes.buckets)
    for (const [minute, rows] of found ?? []) kept.sessionMinutes.set(minute, minuteFrom(rows))
    return found !== undefined
  }
  const all = [counts('eventMinutes'), counts('eventSums'), counts('sessionSums'), sessions()]
  return (await Promise.all(all)).every(isLoaded => isLoaded)
}
