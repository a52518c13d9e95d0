/** A semaphore with a short line: `atOnce` work, `waiting` wait, and the next one is refused, so that no queue grows. */
import pLimit from 'p-limit'

export const openShortQueue = (atOnce: number, waiting: number, refusal: () => Error) => {
  const limit = pLimit(atOnce)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) throw refusal()
    return limit(work)
  }
}
