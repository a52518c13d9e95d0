/** The statements of a consumer of the log in PostgreSQL. */
import type { Sql } from 'postgres'
import type { LogRecord, Place } from '../log.ts'

/** Characters that a batch may hold beyond its first record. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024

/** The next offset to be written of each partition, and which server process says so. */
export const readEnds = async (sql: Sql): Promise<{ ends: Map<number, number>; pid: number }> => {
  const rows = await sql<{ partition: number; end: string; pid: number }[]>`
    SELECT partition, next_offset AS end, pg_backend_pid() AS pid FROM log_partitions`
  return { ends: new Map(rows.map(row => [row.partition, Number(row.end)])), pid: rows[0]?.pid ?? 0 }
}

export const readBatch = async (
  sql: Sql,
  partition: number,
  from: number,
  limit: number,
): Promise<LogRecord[]> => {
  const rows = await sql<{ offset: string; key: string; value: string; appendedAt: Date }[]>`
    SELECT "offset", key, value, appended_at AS "appendedAt" FROM (
      SELECT *, sum(octet_length(value)) OVER (ORDER BY "offset") - octet_length(value) AS bytes_before
      FROM (
        SELECT * FROM log_entries WHERE partition = ${partition} AND "offset" >= ${from}
        ORDER BY "offset" LIMIT ${limit}
      ) AS next
    ) AS measured
    WHERE bytes_before < ${MAX_BATCH_BYTES}
    ORDER BY "offset"`
  return rows.map(row => ({ ...row, partition, offset: Number(row.offset) }))
}

export const readTimes = async (sql: Sql, places: readonly Place[]): Promise<Map<number, Date>> => {
  const rows = await sql<{ partition: number; at: Date }[]>`
    SELECT place.partition, entry.appended_at AS at
    FROM unnest(
      ${places.map(({ partition }) => partition)}::integer[], ${places.map(({ offset }) => offset)}::bigint[]
    ) AS place (partition, "offset")
    CROSS JOIN LATERAL (
      SELECT appended_at FROM log_entries
      WHERE partition = place.partition AND "offset" >= place."offset" ORDER BY "offset" LIMIT 1
    ) AS entry`
  return new Map(rows.map(({ partition, at }) => [partition, at]))
}

export const readCommitted = async (sql: Sql, group: string, partition: number): Promise<number> => {
  const [row] = await sql<{ next_offset: string }[]>`
    SELECT next_offset FROM log_consumers WHERE consumer_group = ${group} AND partition = ${partition}`
  return Number(row?.next_offset ?? 0)
}

/** Only over the connection that holds the partition's lock: the driver would silently open another one. */
export const commitPlace = async (
  sql: Sql,
  { group, partition, next, pid }: { group: string; partition: number; next: number; pid: number },
): Promise<void> => {
  const result = await sql`
    INSERT INTO log_consumers (consumer_group, partition, next_offset)
    SELECT ${group}, ${partition}, ${next} WHERE pg_backend_pid() = ${pid}
    ON CONFLICT (consumer_group, partition) DO UPDATE SET next_offset = excluded.next_offset`
  if (result.count !== 1)
    throw new Error('The connection to the log was lost before the place was remembered.')
}
