export class LateError extends Error {}

/** Rejects with a LateError after `ms`, or with the signal's reason when it aborts first. The work itself goes on. */
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
