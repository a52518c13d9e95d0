/** Rewrites entries of the log in PostgreSQL for erasure and retention. Offsets stay the same. */
import type { ISql, PendingQuery, Row } from 'postgres'
import { LOCKS } from '../../stores/locks.ts'
import type { LogEntry } from '../log.ts'
import { type LogRow, recordsOf } from './read.ts'
import { isInColumns, pack } from './record-batch.ts'

export type ToRewrite = {
  /** SQL condition for the rows of `log_batches` that may hold entries to rewrite. */
  batches: PendingQuery<Row[]>
  /** Returns the new entry, or null to leave the entry unchanged. */
  rewrite: (entry: LogEntry) => LogEntry | null
}
/** Runs `work` in a new transaction, or in one that is already open. */
type InTransaction = <T>(work: (tx: ISql) => Promise<T>) => Promise<T>

const ROWS_AT_ONCE = 50

/** Returns the number of rewritten entries. Each transaction takes a lock, so rewrites do not overlap. */
export const rewriteLog = async (inTransaction: InTransaction, which: ToRewrite): Promise<number> => {
  let rewritten = 0
  for (let after: Place | null = BEFORE_ALL; after; ) {
    const from: Place = after
    const done: Done = await inTransaction(async tx => {
      await tx`SELECT pg_advisory_xact_lock(${LOCKS.rewritingLog})`
      return batchesAfter(tx, which, from)
    })
    rewritten += done.rewritten
    after = done.last
  }
  return rewritten
}

type Place = { partition: number; first: string }
type Done = { last: Place | null; rewritten: number }
const BEFORE_ALL: Place = { partition: -1, first: '0' }

const batchesAfter = async (tx: ISql, { batches, rewrite }: ToRewrite, after: Place): Promise<Done> => {
  const rows = await tx<(LogRow & Place)[]>`
    SELECT partition, first_offset AS first, entries, size, appended_at AS "appendedAt", packed
    FROM log_batches WHERE (partition, first_offset) > (${after.partition}, ${after.first}) AND ${batches}
    ORDER BY partition, first_offset LIMIT ${ROWS_AT_ONCE}`
  let rewritten = 0
  for (const row of rows) rewritten += await rewriteRow(tx, row, rewrite)
  return { last: rows.at(-1) ?? null, rewritten }
}

const rewriteRow = async (tx: ISql, row: LogRow & Place, rewrite: ToRewrite['rewrite']): Promise<number> => {
  const records = recordsOf(row.partition, row)
  const anew = records.map(rewrite)
  const rewritten = anew.filter(entry => entry !== null).length
  if (rewritten === 0) return 0
  const { size, oldestSession, packed } = await pack(
    records.map((record, i) => {
      const { key, value, headers } = anew[i] ?? record
      const appendedMs = record.appendedAt.getTime() - row.appendedAt.getTime()
      return { key, value, appendedMs, ...(headers && { headers }) }
    }),
    isInColumns(row.packed) ? 'inColumns' : 'densely',
  )
  await tx`
    UPDATE log_batches SET size = ${size}, oldest_session = ${oldestSession}, packed = ${packed}
    WHERE partition = ${row.partition} AND first_offset = ${row.first}`
  return rewritten
}
