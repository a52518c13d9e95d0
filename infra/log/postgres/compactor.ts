/** Moves small rows of the log together beside whoever reads it: on the reader's own connection the next batch would wait for it. */
import type { Sql } from 'postgres'
import { compact } from './compact.ts'

const EVERY_MS = 10_000
/** While there is something to move it takes one part in so many of the time, at most. */
const TIME_ONE_IN = 10

export const openCompactor = (sql: Sql) => {
  /** Before it, entries lie in large rows; by partition. */
  const doneTo = new Map<number, number>()
  let running = false
  let dueAt = Date.now() + EVERY_MS

  /** One step in each partition. Gives whether there was anything to do. */
  const step = async (partitions: number[]): Promise<boolean> => {
    let hasMore = false
    for (const partition of partitions) {
      const from = doneTo.get(partition) ?? 0
      const done = await compact(sql, partition, from)
      doneTo.set(partition, done.from)
      hasMore ||= done.moved > 0 || done.from > from
    }
    return hasMore
  }

  return {
    /** Begins when it is time to, one at a time, and does not keep the caller waiting. */
    look: async (partitions: Iterable<number>): Promise<void> => {
      const began = Date.now()
      if (running || began < dueAt) return
      running = true
      dueAt = began + EVERY_MS
      try {
        if (await step([...partitions])) dueAt = Date.now() + TIME_ONE_IN * (Date.now() - began)
      } finally {
        running = false
      }
    },
  }
}
export type Compactor = ReturnType<typeof openCompactor>
