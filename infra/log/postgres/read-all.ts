/** Reads all entries of the log in PostgreSQL without a consumer, partition by partition in order. */
import type { ISql } from 'postgres'
import type { LogRecord } from '../log.ts'
import { readRows, recordsOf } from './read.ts'

const AT_ONCE = { entries: 5_000, size: 16 * 1024 * 1024 }

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
