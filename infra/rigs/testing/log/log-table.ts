/** Reads and writes the tables of the log in PostgreSQL without the adapter. */
import type { ISql } from 'postgres'
import type { LogEntry, LogRecord } from '../../../log/log.ts'
import { readAll } from '../../../log/postgres/read.ts'
import { type Packing, pack } from '../../../log/postgres/record-batch.ts'

export const readLogTable = (sql: ISql): Promise<LogRecord[]> => Array.fromAsync(readAll(sql))

export const insertEntry = (
  sql: ISql,
  { partition, offset, key, value }: Omit<LogRecord, 'appendedAt'>,
): Promise<void> => insertBatch(sql, partition, offset, [{ key, value }])

export const insertBatch = async (
  sql: ISql,
  partition: number,
  first: number,
  batch: readonly LogEntry[],
  how?: Packing,
): Promise<void> => {
  const { entries, size, oldestSession, packed } = await pack(batch, how)
  await sql`
    INSERT INTO log_batches (partition, first_offset, entries, size, oldest_session, packed)
    VALUES (${partition}, ${first}, ${entries}, ${size}, ${oldestSession}, ${packed})`
}
