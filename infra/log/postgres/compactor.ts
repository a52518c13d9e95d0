/** Compacts small rows of the log over a separate connection. On the reader's connection, the next batch would have to wait. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { compact } from './compact.ts'
import type { Packing } from './record-batch.ts'

const EVERY_MS = 10_000
/** While there is work, compaction uses at most 1/10 of the time. */
const TIME_ONE_IN = 10

export const openCompactor = (sql: Sql, how: Packing) => {
  /** By partition, the offset before which all rows are large. */
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
    /** Runs one step per partition if one is due and none is running. Callers need not wait for it. */
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
