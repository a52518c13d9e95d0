/** A semaphore. At most `atOnce` tasks run and `waiting` tasks queue. Further tasks are rejected. */
import pLimit from 'p-limit'

export const openShortQueue = (atOnce: number, waiting: number, refusal: () => Error) => {
  const limit = pLimit(atOnce)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) throw refusal()
    return limit(work)
  }
}
