/** Delivers the queue with retries. An event leaves the queue only after the server has answered. */
import type { Lock } from './lock.ts'
import { ADOPT_AFTER_MS, batchBody, firstBatch, type Queue, type Queued } from './queue.ts'

export type Answer = { status: number; retryAfterMs: number }
export type Post = (body: string) => Promise<Answer>

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 5 * 60_000

/** Exponential back-off with full jitter, so that browsers do not all retry at the same moment. */
export const backOff = (failures: number, retryAfterMs: number, random: number): number =>
  retryAfterMs + random * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures)

export const judge = (status: number): 'taken' | 'too_large' | 'later' | 'refused' => {
  if (status >= 200 && status < 300) return 'taken'
  if (status === 413) return 'too_large'
  return status === 0 || status === 408 || status === 429 || status >= 500 ? 'later' : 'refused'
}

/** Returns the response if the batch must be sent again, otherwise null. */
const openSender = ({ queue, post, now }: Pick<Delivery, 'queue' | 'post' | 'now'>) => {
  /** Ids of events that the server has accepted or refused. None is sent again, even if the storage still holds it. */
  const settled = new Set<string>()
  const send = async (batch: readonly Queued[], splits: number): Promise<Answer | null> => {
    const answer = await post(batchBody(batch, now()))
    const verdict = judge(answer.status)
    if (verdict === 'later') return answer
    if (verdict === 'too_large' && splits > 0 && batch.length > 1) {
      const middle = Math.ceil(batch.length / 2)
      return (await send(batch.slice(0, middle), splits - 1)) ?? (await send(batch.slice(middle), splits - 1))
    }
    if (verdict !== 'taken') console.warn(`Tracking: refused (${answer.status})`)
    queue.remove(batch)
    for (const { id } of batch) settled.add(id)
    return null
  }
  const unsettled = (events: Queued[]) => events.filter(({ id }) => !settled.has(id))
  return {
    next: () => firstBatch(unsettled(queue.ours())),
    /** Call this when `next` is empty. True if the storage has events of other pages that are too young to send. */
    isLeft: () => unsettled(queue.list()).length > 0,
    send: (batch: readonly Queued[]) => send(batch, 1),
  }
}

type Delivery = {
  queue: Queue
  post: Post
  lock: Lock
  now: () => number
  random: () => number
  /** Runs `run` after `ms`. A later call cancels an earlier one. */
  wait: (ms: number, run: () => void) => void
}

export const openDelivery = ({ queue, post, lock, now, random, wait }: Delivery) => {
  const { next, send, isLeft } = openSender({ queue, post, now })
  let failures = 0
  let busy = false
  /** `pauseUntil` is the end of the back-off. `retryAfterUntil` is the earliest retry that the server allows. */
  let pauseUntil = 0
  let retryAfterUntil = 0

  const wake = (ms: number) => wait(Math.max(ms, pauseUntil - now()), flush)
  const pause = (retryAfterMs: number) => {
    retryAfterUntil = now() + retryAfterMs
    pauseUntil = now() + backOff(failures++, retryAfterMs, random())
    wake(0)
  }
  const drain = async (): Promise<void> => {
    for (let batch = next(); batch.length > 0; batch = next()) {
      const refused = await send(batch)
      if (refused) return pause(refused.retryAfterMs)
      failures = 0
    }
    if (isLeft()) wake(ADOPT_AFTER_MS)
  }
  const flush = async (): Promise<void> => {
    if (busy) return
    busy = true
    try {
      await lock(drain)
    } catch (error) {
      console.warn('Tracking:', error)
      pause(0)
    } finally {
      busy = false
    }
  }
  return {
    /** Starts a delivery after `ms`, or after the back-off if that ends later. */
    wake,
    /** Ends the back-off when the network returns. The server's Retry-After still applies. */
    online: () => {
      pauseUntil = retryAfterUntil
      wake(0)
    },
  }
}
