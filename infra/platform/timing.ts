import { setTimeout as sleep } from 'node:timers/promises'

export const MINUTE_MS = 60_000
/** Smallest time step of reports. */
export const QUARTER_HOUR_MS = 15 * MINUTE_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Waits. Resolves early and without an error when the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)

export class LateError extends Error {}

/** Rejects with a LateError after `ms`, or with the signal's reason when it aborts first. The work itself continues. */
export const within = <T>(ms: number, work: Promise<T>, signal?: AbortSignal): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new LateError(`no answer within ${ms} ms`)), ms)
    const abort = () => reject(signal?.reason)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    })
  })

export type Loop = {
  signal: AbortSignal
  /** Receives errors from the work. The loop continues. */
  onError: (error: unknown) => void
  everyMs: number
}

/** Pauses between two runs for `everyMs`, or for the number of ms that the work returned. */
export const repeat = async (
  { signal, onError, everyMs }: Loop,
  // biome-ignore lint/suspicious/noConfusingVoidType: most work returns nothing.
  work: () => Promise<number | void>,
): Promise<void> => {
  while (!signal.aborted) {
    const asked = await work().catch(onError)
    await pause(asked ?? everyMs, signal)
  }
}

/** Retries the work with exponential back-off up to `mostMs` until it succeeds. undefined if the signal aborts. */
export const untilDone = async <T>(
  { signal, onError, everyMs, mostMs = everyMs }: Loop & { mostMs?: number },
  work: () => Promise<T>,
): Promise<T | undefined> => {
  for (let delay = everyMs; !signal.aborted; delay = Math.min(delay * 2, mostMs))
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) break
      onError(error)
      await pause(delay, signal)
    }
  return undefined
}

/** Like `Promise.all`, but rejects only after all promises have settled. */
export const allEnded = async <const T extends readonly Promise<unknown>[]>(work: T) => {
  await Promise.allSettled(work)
  return Promise.all(work)
}

export const trackPending = () => {
  const pending = new Set<Promise<unknown>>()
  return {
    add: <T>(work: Promise<T>): Promise<T> => {
      pending.add(work)
      const forget = () => pending.delete(work)
      work.then(forget, forget)
      return work
    },
    isIdle: () => pending.size === 0,
    settled: async (): Promise<void> => void (await Promise.allSettled(pending)),
  }
}
