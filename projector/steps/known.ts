/** What the store holds already under the ids of a batch: events that come again, perhaps with another payload. */
import type { ClickHouseClient } from '@clickhouse/client'
import { CONTENT_SQL, type Occurrence } from '../entries/content.ts'
import { minuteOf } from '../entries/rows.ts'
import { amongTimes } from '../projections/rollup.ts'

/** One row of `events`, in the minutes in which it is counted. The store may hold an id more than once until it merges. */
export type Known = Occurrence & { minute: number; sessionMinute: number }

/** The ids and their minutes are named in the query's text: some 45 bytes each. A batch is rarely larger. */
const IDS_PER_QUERY = 50_000
const byQuery = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / IDS_PER_QUERY) }, (_, n) =>
    ids.slice(n * IDS_PER_QUERY, (n + 1) * IDS_PER_QUERY),
  )
/** What is projected as it comes is of so many at most, and the store mostly knows them. */
const KNOWN_MINUTES = 3

/** To be asked before the events are inserted: afterwards a merge may already have removed what they replace. */
export const findKnown = async (client: ClickHouseClient, db: string, ids: string[]): Promise<Known[]> => {
  const known: Known[] = []
  for (const some of byQuery(ids)) {
    const minutes = [...new Set(some.map(minuteOf))]
    const suspects = minutes.length > KNOWN_MINUTES ? await ofKnownMinutes(client, db, some, minutes) : some
    if (suspects.length === 0) continue
    const among = under(suspects)
    if (await isAnyKnown(client, db, among)) known.push(...(await knownAmong(client, db, among)))
  }
  return known
}

/** Events of a minute that the store has nothing of are new, as most are while a projector catches up. */
const ofKnownMinutes = async (
  client: ClickHouseClient,
  db: string,
  ids: string[],
  minutes: number[],
): Promise<string[]> => {
  const answer = await client.query({
    query: `SELECT DISTINCT toUnixTimestamp(minute) AS at FROM ${db}.events WHERE ${amongTimes('minute', minutes)}`,
    format: 'JSONEachRow',
  })
  const known = new Set((await answer.json<{ at: number }>()).map(({ at }) => at))
  return ids.filter(id => known.has(minuteOf(id)))
}

/** How many of these ids the store has; each is named once. */
export const countKnown = async (client: ClickHouseClient, db: string, ids: string[]): Promise<number> => {
  let known = 0
  for (const some of byQuery(ids)) {
    const answer = await client.query({
      query: `SELECT uniqExact(id) AS n FROM ${db}.events ${under(some)}`,
      format: 'JSONEachRow',
    })
    known += (await answer.json<{ n: number }>())[0]?.n ?? 0
  }
  return known
}

const under = (ids: string[]): string => {
  const minutes = [...new Set(ids.map(minuteOf))]
  // Behind `identity` the primary index is asked for the minutes alone: to look for each id in it takes twice the reading.
  // One long literal: thousands of short ones take longer to parse than the rest of the query to run.
  const named = `SELECT toUUID(UUIDNumToString(toFixedString(substring(unhex('${ids.join('').replaceAll('-', '')}'), number * 16 + 1, 16), 16))) FROM numbers(${ids.length})`
  return `PREWHERE ${amongTimes('events.minute', minutes)} AND identity(id) IN (${named})`
}

/** Mostly none is, and to be told only that takes the engine two thirds of the CPU. */
const isAnyKnown = async (client: ClickHouseClient, db: string, among: string): Promise<boolean> => {
  const answer = await client.query({
    query: `SELECT 1 FROM ${db}.events ${among} LIMIT 1`,
    format: 'JSONEachRow',
  })
  return (await answer.json()).length > 0
}

const knownAmong = async (client: ClickHouseClient, db: string, among: string): Promise<Known[]> => {
  const answer = await client.query({
    query: `
      SELECT id, toString(type) AS type, ${CONTENT_SQL} AS content,
        toUnixTimestamp(events.minute) AS minute, toUnixTimestamp(session_minute) AS sessionMinute,
        log_partition AS partition, log_offset AS offset, log_index AS index
      FROM ${db}.events
      ${among}`,
    format: 'JSONEachRow',
  })
  const rows = await answer.json<Known>()
  return rows.map(row => ({ ...row, offset: Number(row.offset) }))
}
