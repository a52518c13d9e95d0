/** An id that comes as another kind of event or of another session. Its first log entry counts, and that may be this one. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { KIND_SQL, kindOf } from '../projections/kinds.ts'
import { minuteOf } from './rows.ts'

/** Where an event was counted until now: its minute, and the minute of the session that it was of. */
export type Conflict = { minute: number; sessionMinute: number }

/** The ids and their minutes are named in the query's text: some 45 bytes each. A round is rarely larger. */
const IDS_PER_QUERY = 50_000
const LONG = { max_query_size: '4194304' }

/**
 * To be asked before the events are inserted: afterwards a merge may already have removed what they replace. A payload
 * that differs in other fields needs no care: it is counted in buckets that are refreshed for the new event anyway.
 */
export const findConflicts = async (
  client: ClickHouseClient,
  db: string,
  events: LoggedEvent[],
): Promise<Conflict[]> => {
  const conflicts: Conflict[] = []
  for (let from = 0; from < events.length; from += IDS_PER_QUERY) {
    const suspects = await ofKnownMinutes(client, db, events.slice(from, from + IDS_PER_QUERY))
    if (suspects.length === 0) continue
    const own = new Map(suspects.map(event => [event.id, event]))
    for (const known of await knownUnder(client, db, [...own.keys()])) {
      const event = own.get(known.id)
      if (!event || event.sessionId !== known.session || kindOf(event) !== known.kind) conflicts.push(known)
    }
  }
  return conflicts
}

/** Events of a minute that the store has nothing of are new, as most are while a projector catches up. */
const ofKnownMinutes = async (
  client: ClickHouseClient,
  db: string,
  events: LoggedEvent[],
): Promise<LoggedEvent[]> => {
  const minutes = [...new Set(events.map(event => minuteOf(event.id)))]
  const answer = await client.query({
    query: `SELECT DISTINCT toUnixTimestamp(minute) AS at FROM ${db}.events WHERE minute IN (${minutes.join(', ')})`,
    format: 'JSONEachRow',
    clickhouse_settings: LONG,
  })
  const known = new Set((await answer.json<{ at: number }>()).map(({ at }) => at))
  return events.filter(event => known.has(minuteOf(event.id)))
}

type Known = Conflict & { id: string; kind: string; session: string }

const knownUnder = async (client: ClickHouseClient, db: string, ids: string[]): Promise<Known[]> => {
  const minutes = new Set(ids.map(minuteOf))
  // Behind `identity` the primary index is asked for the minutes alone: to look for each id in it takes twice the reading.
  // One long literal: thousands of short ones take longer to parse than the rest of the query to run.
  const named = `SELECT toUUID(UUIDNumToString(toFixedString(substring(unhex('${ids.join('').replaceAll('-', '')}'), number * 16 + 1, 16), 16))) FROM numbers(${ids.length})`
  const answer = await client.query({
    query: `
      SELECT id, ${KIND_SQL} AS kind, session, toUnixTimestamp(events.minute) AS minute, toUnixTimestamp(session_minute) AS sessionMinute
      FROM ${db}.events
      PREWHERE events.minute IN (${[...minutes].join(', ')}) AND identity(id) IN (${named})`,
    format: 'JSONEachRow',
    clickhouse_settings: LONG,
  })
  return answer.json<Known>()
}
