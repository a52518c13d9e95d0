import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openWakeup } from './wakeup.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => {
  const stop = new AbortController()
  const { wake, sleep } = openWakeup()
  const began = performance.now()
  return { stop, wake, sleep: () => sleep(1_000, stop.signal).then(() => performance.now() - began) }
}

test('a sleeper wakes after its time, at a call or at a stop, and leaves no timer', async () => {
  const { stop, wake, sleep } = open()
  const whole = sleep()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await whole).toBe(1_000)
  const called = sleep()
  await vi.advanceTimersByTimeAsync(300)
  wake()
  expect(await called).toBe(1_300)
  const stopped = sleep()
  await vi.advanceTimersByTimeAsync(200)
  stop.abort()
  const late = sleep()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([await stopped, await late]).toEqual([1_500, 1_500])
  expect(vi.getTimerCount()).toBe(0)
})

test('a call without a sleeper ends only the next sleep at once', async () => {
  const { wake, sleep } = open()
  wake()
  wake()
  const atOnce = sleep()
  await vi.advanceTimersByTimeAsync(400)
  expect(await atOnce).toBe(0)
  const next = sleep()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await next).toBe(1_400)
})
