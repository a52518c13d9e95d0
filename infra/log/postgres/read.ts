import type { ISql, Sql } from 'postgres'
import type { LogRecord, Place } from '../log.ts'
import { type Unpacked, unpack } from './record-batch.ts'

/** Characters. A batch with this many takes no further row. */
const MAX_BATCH_SIZE = 16 * 1024 * 1024
const MOST_ROWS = 1_000

/** The next offset to write in each partition, and the id of the server process, which identifies the connection. */
export const readEnds = async (sql: Sql): Promise<{ ends: Map<number, number>; pid: number }> => {
  const rows = await sql<{ partition: number; end: string; pid: number }[]>`
    SELECT partition, next_offset AS end, pg_backend_pid() AS pid FROM log_partitions`
  return { ends: new Map(rows.map(row => [row.partition, Number(row.end)])), pid: rows[0]?.pid ?? 0 }
}

export type LogRow = {
  first: string
  entries: number
  size: number
  appendedAt: Date
  packed: Buffer
}

/** Selects the row that contains the offset, and the rows after it. */
const rowsFrom = (sql: ISql, partition: number, from: number) => sql`
  SELECT first_offset AS first, entries, size, appended_at, packed FROM log_batches
  WHERE partition = ${partition} AND first_offset >= coalesce(
    (SELECT max(first_offset) FROM log_batches WHERE partition = ${partition} AND first_offset <= ${from}), 0)
    AND first_offset + entries > ${from}
  ORDER BY first_offset LIMIT ${MOST_ROWS}`

/** Reads whole rows up to the given number of entries or characters, but at least one row. */
export const readRows = (
  sql: ISql,
  partition: number,
  from: number,
  most: { entries: number; size: number },
) =>
  sql<LogRow[]>`
    SELECT first, entries, size, appended_at AS "appendedAt", packed FROM (
      SELECT *, sum(entries) OVER before - entries AS entries_before, sum(size::bigint) OVER before - size AS size_before
      FROM (${rowsFrom(sql, partition, from)}) AS next
      WINDOW before AS (ORDER BY first)
    ) AS measured
    WHERE entries_before < ${most.entries} AND size_before < ${most.size}
    ORDER BY first`

export const recordsOf = (partition: number, row: LogRow): LogRecord[] => {
  const first = Number(row.first)
  return unpack(row.packed).map((entry: Unpacked, i) => {
    const record: LogRecord = {
      partition,
      offset: first + i,
      key: entry.key,
      value: entry.value,
      appendedAt: new Date(row.appendedAt.getTime() + entry.appendedMs),
    }
    if (entry.headers) record.headers = entry.headers
    return record
  })
}

export const readBatch = async (sql: Sql, partition: number, from: number, limit: number) => {
  const rows = await readRows(sql, partition, from, { entries: limit, size: MAX_BATCH_SIZE })
  return rows
    .flatMap(row => recordsOf(partition, row))
    .filter(({ offset }) => offset >= from)
    .slice(0, limit)
}

export const readCommitted = async (sql: Sql, group: string, partition: number): Promise<number> => {
  const [row] = await sql<{ next_offset: string }[]>`
    SELECT next_offset FROM log_consumers WHERE consumer_group = ${group} AND partition = ${partition}`
  return Number(row?.next_offset ?? 0)
}

/** Commits only over the connection to `pid`, which holds the locks. The driver silently replaces a lost connection. */
export const commitPlaces = async (
  sql: Sql,
  { group, places, pid }: { group: string; places: { partition: number; next: number }[]; pid: number },
): Promise<void> => {
  const result = await sql`
    INSERT INTO log_consumers (consumer_group, partition, next_offset, reached)
    SELECT ${group}, partition, next, next FROM unnest(
      ${places.map(({ partition }) => partition)}::int[], ${places.map(({ next }) => next)}::bigint[]
    ) AS place (partition, next) WHERE pg_backend_pid() = ${pid}
    ON CONFLICT (consumer_group, partition) DO UPDATE SET next_offset = excluded.next_offset,
      reached = greatest(log_consumers.reached, excluded.reached)`
  if (result.count !== places.length)
    throw new Error('The connection to the log was lost before the offsets were committed.')
}

/** No compacted row holds more entries or characters than this. */
const MORE_THAN_A_ROW = { entries: 1_001, size: 1024 * 1024 }

/** The append time of the first entry at or after the position. */
export const readTime = async (sql: Sql, { partition, offset }: Place): Promise<Date | null> => {
  const rows = await readRows(sql, partition, offset, MORE_THAN_A_ROW)
  const row = rows.find(({ first, entries }) => Number(first) + entries > offset)
  const records = row ? recordsOf(partition, row) : []
  return records.find(record => record.offset >= offset)?.appendedAt ?? null
}

const AT_ONCE = { entries: 5_000, size: 16 * 1024 * 1024 }

/** Reads all entries of the log without a consumer group, one partition after the other. */
export async function* readAll(sql: ISql): AsyncGenerator<LogRecord> {
  const partitions = await sql<
    { partition: number }[]
  >`SELECT partition FROM log_partitions ORDER BY partition`
  for (const { partition } of partitions)
    for (let from = 0; ; ) {
      const rows = await readRows(sql, partition, from, AT_ONCE)
      const records = rows.flatMap(row => recordsOf(partition, row)).filter(({ offset }) => offset >= from)
      yield* records
      const last = records.at(-1)
      if (!last) break
      from = last.offset + 1
    }
}
