/** Looks up which ids of a batch the store already holds. */
import type { ClickHouseClient } from '@clickhouse/client'
import { selectRows } from '@firsttouch/infra/stores/rows'
import { CONTENT_SQL, type Occurrence } from '../entries/content.ts'
import { minuteOf } from '../entries/rows.ts'
import { amongTimes } from '../projections/rollup.ts'

/** A row of `events` with its buckets. An id may have several rows until ClickHouse merges them. */
export type Known = Occurrence & { minute: number; sessionMinute: number }

/** Limits the length of a query, which has about 45 bytes per id. */
const IDS_PER_QUERY = 50_000
const byQuery = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / IDS_PER_QUERY) }, (_, n) =>
    ids.slice(n * IDS_PER_QUERY, (n + 1) * IDS_PER_QUERY),
  )

/** Must run before the batch is inserted. After the insert, a merge may remove rows that the batch replaces. */
export const findKnown = async (client: ClickHouseClient, db: string, ids: string[]): Promise<Known[]> => {
  const known = await findKnownIds(client, db, ids)
  const rows = byQuery(known).map(some =>
    selectRows<Known>(
      client,
      `
        SELECT id, toString(type) AS type, ${CONTENT_SQL} AS content,
          toUnixTimestamp(events.minute) AS minute, toUnixTimestamp(session_minute) AS sessionMinute,
          log_partition AS partition, log_offset AS offset, log_index AS index
        FROM ${db}.events ${under(some)}`,
    ),
  )
  return (await Promise.all(rows)).flat().map(row => ({ ...row, offset: Number(row.offset) }))
}

/** Selects only ids, because most batches have no known id. All columns would take 1.5 times the CPU time. */
const findKnownIds = (client: ClickHouseClient, db: string, ids: string[]): Promise<string[]> =>
  askIds(client, ids, some => `SELECT id FROM ${db}.events ${under(some)}`)

export const findMissingIds = (client: ClickHouseClient, db: string, ids: string[]): Promise<string[]> =>
  askIds(
    client,
    ids,
    some =>
      `SELECT DISTINCT id FROM (${named(some)}) WHERE id NOT IN (SELECT id FROM ${db}.events ${under(some)})`,
  )

const askIds = async (client: ClickHouseClient, ids: string[], queryOf: (some: string[]) => string) => {
  const found: string[] = []
  for (const some of byQuery(ids))
    for (const { id } of await selectRows<{ id: string }>(client, queryOf(some))) found.push(id)
  return found
}

/** Passes all ids in one literal. ClickHouse would take longer to parse many literals than to run the query. */
const named = (ids: string[]): string =>
  `SELECT toUUID(UUIDNumToString(toFixedString(substring(unhex('${ids.join('').replaceAll('-', '')}'), number * 16 + 1, 16), 16))) AS id FROM numbers(${ids.length})`

/** `identity` hides the id from the primary index, because a search by id reads twice as much as one by minute. */
const under = (ids: string[]): string =>
  `PREWHERE ${amongTimes('events.minute', [...new Set(ids.map(minuteOf))])} AND identity(id) IN (${named(ids)})`
