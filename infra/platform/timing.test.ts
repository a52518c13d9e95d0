import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LateError, pause, repeat, untilDone, within } from './timing.ts'

const loop = (stop: AbortController, errors: unknown[] = []) => ({
  signal: stop.signal,
  onError: (error: unknown) => void errors.push(error),
  everyMs: 1,
})

test('a pause ends without an error when the signal aborts', async () => {
  const stop = new AbortController()
  const paused = pause(3_600_000, stop.signal)
  stop.abort()
  expect(await paused).toBeUndefined()
})

test('within rejects with a LateError after its limit, with the reason of an abort, or with the error of the work', async () => {
  const never = new Promise(() => undefined)
  await expect(within(1, never)).rejects.toBeInstanceOf(LateError)
  await expect(within(3_600_000, never, AbortSignal.abort(new Error('no more')))).rejects.toThrow('no more')
  await expect(within(3_600_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await within(3_600_000, Promise.resolve(7))).toBe(7)
})

test('repeated work reports a failure, continues, and ends with the signal', async () => {
  const stop = new AbortController()
  const errors: unknown[] = []
  let times = 0
  await repeat(loop(stop, errors), async () => {
    times += 1
    if (times === 2) throw new Error('second')
    if (times === 4) stop.abort()
  })
  expect([times, errors]).toEqual([4, [new Error('second')]])
})

test('repeated work may return the length of its next pause', async () => {
  const stop = new AbortController()
  let times = 0
  const repeating = repeat({ ...loop(stop), everyMs: 3_600_000 }, async () => {
    times += 1
    return times < 3 ? 0 : undefined
  })
  while (times < 3) await sleep(1)
  stop.abort()
  await repeating
  expect(times).toBe(3)
})

test('work is retried until it succeeds, but not after the signal has aborted', async () => {
  const stop = new AbortController()
  const errors: unknown[] = []
  let times = 0
  const done = await untilDone(loop(stop, errors), async () => {
    times += 1
    if (times < 3) throw new Error(`${times}`)
    return 'done'
  })
  expect([done, errors]).toEqual(['done', [new Error('1'), new Error('2')]])
  const brokenOff = async () => {
    stop.abort()
    throw new Error('broken off')
  }
  expect(await untilDone(loop(stop, errors), brokenOff)).toBeUndefined()
  expect(await untilDone(loop(stop, errors), async () => 'again')).toBeUndefined()
  expect(errors).toHaveLength(2)
})
