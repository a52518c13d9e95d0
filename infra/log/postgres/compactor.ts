/** Moves small rows of the log together beside whoever reads it: on the reader's own connection the next batch would wait for it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { compact } from './compact.ts'

const EVERY_MS = 10_000
/** While there is something to move it takes one part in so many of the time. */
const TIME_ONE_IN = 10

export const openCompactor = (sql: Sql) => {
  /** Before it, entries lie in large rows; by partition. */
  const doneTo = new Map<number, number>()
  let running = false
  let dueAt = Date.now() + EVERY_MS

  const hasMoved = async (partition: number): Promise<boolean> => {
    const began = performance.now()
    const from = doneTo.get(partition) ?? 0
    const done = await compact(sql, partition, from)
    doneTo.set(partition, done.from)
    if (done.moved === 0 && done.from === from) return false
    await sleep((TIME_ONE_IN - 1) * (performance.now() - began), undefined, { ref: false })
    return true
  }

  return {
    /** One step in each partition, when it is time to and no other is under way. Nobody need wait for it. */
    look: async (partitions: Iterable<number>): Promise<void> => {
      const began = Date.now()
      if (running || began < dueAt) return
      running = true
      dueAt = began + EVERY_MS
      try {
        for (const partition of [...partitions]) if (await hasMoved(partition)) dueAt = began
      } finally {
        running = false
      }
    },
  }
}
export type Compactor = ReturnType<typeof openCompactor>
