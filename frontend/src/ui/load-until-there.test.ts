import { beforeEach, expect, test, vi } from 'vitest'
import { loadUntilThere, NOT_LOADED } from './load-until-there.ts'

const failing = (times: number) => {
  let left = times
  return vi.fn(async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return 'piece'
  })
}
const settle = () => vi.advanceTimersByTimeAsync(0)

/** Receives `online` events and reports of failures. */
const online = new EventTarget()

beforeEach(() => {
  vi.stubGlobal('addEventListener', online.addEventListener.bind(online))
  vi.stubGlobal('removeEventListener', online.removeEventListener.bind(online))
  vi.stubGlobal('dispatchEvent', online.dispatchEvent.bind(online))
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

test('a file that loads at once is used once', async () => {
  const use = vi.fn()
  loadUntilThere(failing(0), use)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(use.mock.calls).toEqual([['piece']])
})

test('a failed load is retried with pauses of up to a minute', async () => {
  const load = failing(8)
  const use = vi.fn()
  loadUntilThere(load, use)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(load).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(8_000 + 16_000 + 32_000 + 3 * 60_000)
  expect(load).toHaveBeenCalledTimes(9)
  expect(use).toHaveBeenCalledTimes(1)
})

test('each failure dispatches an event', async () => {
  const told = vi.fn()
  online.addEventListener(NOT_LOADED, told)
  loadUntilThere(failing(2), vi.fn())
  await vi.advanceTimersByTimeAsync(300_000)
  expect(told).toHaveBeenCalledTimes(2)
})

test('going online retries at once and cancels the pending pause', async () => {
  const load = failing(1)
  const use = vi.fn()
  loadUntilThere(load, use)
  await settle()
  online.dispatchEvent(new Event('online'))
  online.dispatchEvent(new Event('online'))
  await settle()
  expect(use).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(load).toHaveBeenCalledTimes(2)
  expect(use).toHaveBeenCalledTimes(1)
})

test('a stopped load neither retries nor calls back', async () => {
  const load = failing(1)
  const use = vi.fn()
  const stop = loadUntilThere(load, use)
  await settle()
  stop()
  online.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(300_000)
  expect(load).toHaveBeenCalledTimes(1)
  loadUntilThere(failing(0), use)()
  await settle()
  expect(use).not.toHaveBeenCalled()
})
