/** Lets a few through at a time and a few more wait; the rest are told to come back, so that no queue grows. */
import { HttpError } from '@firsttouch/infra/platform/http/http'

type LoginQueue = <T>(work: () => Promise<T>) => Promise<T>

export const openLoginQueue = (atOnce: number, waiting: number): LoginQueue => {
  let running = 0
  const queue: (() => void)[] = []
  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running++
      return
    }
    if (queue.length >= waiting)
      throw new HttpError(
        429,
        'Too many people are logging in at once. Please try again in a few seconds.',
        undefined,
        {
          'retry-after': '2',
        },
      )
    await new Promise<void>(resolve => queue.push(resolve))
  }
  const leave = (): void => {
    const next = queue.shift()
    if (next) next()
    else running--
  }
  return async work => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
