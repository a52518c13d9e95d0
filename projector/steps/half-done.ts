/** Tracks failed or crashed batches and replays. Their rows are stored but not counted, so the accounting must wait. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import type { Offsets } from './commit.ts'
import type { Questions } from './questions.ts'

export type HalfDone = ReturnType<typeof openHalfDone>

/** A former leader stored the entries between `offsets` (the checkpoint) and `held` but did not commit them. */
export const openHalfDone = (held: Awaited<ReturnType<Questions['held']>>, offsets: Offsets) => {
  /** By partition, the offset up to which the store may hold uncounted rows. */
  const until = new Map(
    held
      .map(({ partition, next }): [number, number] => [partition, next])
      .filter(([partition, next]) => next > (offsets.get(partition) ?? 0)),
  )
  let replaying = false
  return {
    isAny: (): boolean => replaying || until.size > 0,

    batch: async <T>(records: LogRecord[], work: () => Promise<T>): Promise<T> => {
      for (const { partition, offset } of records)
        until.set(partition, Math.max(until.get(partition) ?? 0, offset + 1))
      const done = await work()
      for (const { partition, offset } of records)
        if (offset + 1 >= (until.get(partition) ?? 0)) until.delete(partition)
      return done
    },

    replay: async <T>(work: () => Promise<T>): Promise<T> => {
      replaying = true
      const done = await work()
      replaying = false
      return done
    },
  }
}
