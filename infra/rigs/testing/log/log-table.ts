/** The log in PostgreSQL as it lies on the disk, past the adapter. */
import type { ISql } from 'postgres'
import type { LogEntry, LogRecord } from '../../../log/log.ts'
import { readAll } from '../../../log/postgres/read-all.ts'
import { pack } from '../../../log/postgres/record-batch.ts'

export const readLogTable = (sql: ISql): Promise<LogRecord[]> => Array.fromAsync(readAll(sql))

/** As a release wrote it that kept each entry in a row of its own. */
export const insertEntry = async (
  sql: ISql,
  { partition, offset, key, value }: Omit<LogRecord, 'appendedAt'>,
): Promise<void> => {
  await sql`INSERT INTO log_entries (partition, "offset", key, value) VALUES (${partition}, ${offset}, ${key}, ${value})`
}

/** As it is written now. */
export const insertBatch = async (
  sql: ISql,
  partition: number,
  first: number,
  batch: readonly LogEntry[],
): Promise<void> => {
  const { entries, size, oldestSession, packed } = await pack(batch)
  await sql`
    INSERT INTO log_batches (partition, first_offset, entries, size, oldest_session, packed)
    VALUES (${partition}, ${first}, ${entries}, ${size}, ${oldestSession}, ${packed})`
}
