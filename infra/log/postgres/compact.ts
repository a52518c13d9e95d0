/** Merges small rows of the log, because an entry in its own row takes ten times the space. Offsets stay the same. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { ISql, Sql } from 'postgres'
import { LOCKS } from '../../stores/locks.ts'
import { type LogRow, readRows, recordsOf } from './read.ts'
import { isInColumns, type Packing, pack } from './record-batch.ts'

/** A row with this many entries or characters is rewritten only to convert it to columns. */
const ENOUGH = { entries: 250, size: 512 * 1024 }
const MOST = { entries: 1_000, size: 1024 * 1024 }
/** This many consecutive rows are merged even if they have few entries. */
const MANY_ROWS = 50

/**
 * Skips large rows of one partition, then replaces the run of small rows after them by one row. A run at the end is
 * left alone until it is large or has MANY_ROWS rows. Example: rows with 300, 1, 1 and 400 entries become rows with
 * 300, 2 and 400 entries. The returned `from` is the offset at which the next step begins.
 */
export const compact = (
  sql: Sql,
  partition: number,
  from: number,
  how: Packing = 'densely',
): Promise<{ from: number; moved: number }> =>
  sql.begin(async tx => {
    const isPacked = ({ packed }: LogRow) => how !== 'inColumns' || isInColumns(packed)
    const [free] = await tx<{ ours: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${LOCKS.rewritingLog}) AS ours`
    if (!free?.ours) return { from, moved: 0 }
    const rows = await readRows(tx, partition, from, MOST)
    const { large, run, isCut } = runOf(rows, row => isLarge(row) && isPacked(row))
    const [first] = run
    const last = run.at(-1)
    const start = large ? endOf(large) : from
    if (!first || !last) return { from: start, moved: 0 }
    const isEnough = isLarge({ entries: entriesOf(run), size: sizeOf(run) })
    if (!isCut && !isEnough && run.length < MANY_ROWS) return { from: start, moved: 0 }
    if (run.length === 1 && isPacked(first)) return { from: endOf(last), moved: 0 }
    await moveTogether(tx, partition, run, first, last, how)
    return { from: isCut || isEnough ? endOf(last) : Number(first.first), moved: run.length }
  })

const moveTogether = async (
  tx: ISql,
  partition: number,
  run: LogRow[],
  first: LogRow,
  last: LogRow,
  how: Packing,
) => {
  const { entries, size, oldestSession, packed } = await pack(
    run
      .flatMap(row => recordsOf(partition, row))
      .map(({ appendedAt, ...entry }) => {
        return { ...entry, appendedMs: appendedAt.getTime() - first.appendedAt.getTime() }
      }),
    how,
  )
  await tx`
    DELETE FROM log_batches WHERE partition = ${partition} AND first_offset BETWEEN ${first.first} AND ${last.first}`
  await tx`
    INSERT INTO log_batches (partition, first_offset, entries, size, oldest_session, appended_at, packed)
    VALUES (${partition}, ${first.first}, ${entries}, ${size}, ${oldestSession}, ${first.appendedAt}, ${packed})`
}

const endOf = ({ first, entries }: LogRow): number => Number(first) + entries
const entriesOf = (rows: LogRow[]): number => rows.reduce((sum, { entries }) => sum + entries, 0)
const sizeOf = (rows: LogRow[]): number => rows.reduce((sum, { size }) => sum + size, 0)
const isLarge = ({ entries, size }: { entries: number; size: number }): boolean =>
  entries >= ENOUGH.entries || size >= ENOUGH.size

type Run = {
  /** The last row before `run`. Compaction does not change it. null if `run` comes first. */
  large: LogRow | null
  run: LogRow[]
  /** True if no later row can join the run. */
  isCut: boolean
}

/** Finds the first run of consecutive rows that need compacting. */
const runOf = (rows: readonly LogRow[], isDone: (row: LogRow) => boolean): Run => {
  const run: LogRow[] = []
  let large: LogRow | null = null
  for (const row of rows) {
    const last = run.at(-1)
    if (!last && isDone(row)) large = row
    else if (!last || (!isDone(row) && joins(run, last, row))) run.push(row)
    else return { large, run, isCut: true }
  }
  return { large, run, isCut: false }
}

const joins = (run: LogRow[], last: LogRow, row: LogRow): boolean =>
  endOf(last) === Number(row.first) &&
  entriesOf(run) + row.entries <= MOST.entries &&
  sizeOf(run) + row.size <= MOST.size

const EVERY_MS = 10_000
/** While there is work, compaction uses at most 1/10 of the time. */
const TIME_ONE_IN = 10

/** Uses a separate connection, so that the reader need not wait for compaction. */
export const openCompactor = (sql: Sql, how: Packing) => {
  /** For each partition, the offset up to which all rows are compacted. */
  const doneTo = new Map<number, number>()
  let running = false
  let dueAt = performance.now() + EVERY_MS

  /** Returns whether there was anything to do. */
  const step = async (partition: number): Promise<boolean> => {
    const before = doneTo.get(partition) ?? 0
    const { from, moved } = await compact(sql, partition, before, how)
    doneTo.set(partition, from)
    return moved > 0 || from > before
  }
  const stepAndRest = async (partition: number): Promise<void> => {
    const began = performance.now()
    if (!(await step(partition))) return
    dueAt = performance.now()
    await sleep((TIME_ONE_IN - 1) * (performance.now() - began), undefined, { ref: false })
  }

  return {
    /** Runs one step per partition if a step is due and no step is running. */
    look: async (partitions: Iterable<number>): Promise<void> => {
      if (running || performance.now() < dueAt) return
      running = true
      dueAt = performance.now() + EVERY_MS
      try {
        for (const partition of [...partitions]) await stepAndRest(partition)
      } finally {
        running = false
      }
    },
  }
}
export type Compactor = ReturnType<typeof openCompactor>
