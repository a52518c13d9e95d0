import { beforeEach, expect, test, vi } from 'vitest'
import { loadUntilThere } from './load-until-there.ts'

/** A window of which only the clock and the way back online are used. */
const openPage = () => {
  const events = new EventTarget()
  return Object.assign(events, {
    setTimeout: (run: () => void, ms: number) => Number(setTimeout(run, ms)),
    clearTimeout: (timer: number) => clearTimeout(timer),
  })
}
const failing = (times: number) => {
  let left = times
  return vi.fn(async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return 'piece'
  })
}
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

test('what comes at once is used once', async () => {
  const use = vi.fn()
  loadUntilThere(failing(0), use, openPage())
  await vi.advanceTimersByTimeAsync(300_000)
  expect(use.mock.calls).toEqual([['piece']])
})

test('what fails is tried again after pauses that grow to a minute', async () => {
  const load = failing(8)
  const use = vi.fn()
  loadUntilThere(load, use, openPage())
  await vi.advanceTimersByTimeAsync(2_000)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(load).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(8_000 + 16_000 + 32_000 + 3 * 60_000)
  expect(load).toHaveBeenCalledTimes(9)
  expect(use).toHaveBeenCalledTimes(1)
})

test('back online it is tried at once, and the pause that ran is forgotten', async () => {
  const load = failing(1)
  const use = vi.fn()
  const page = openPage()
  loadUntilThere(load, use, page)
  await settle()
  page.dispatchEvent(new Event('online'))
  page.dispatchEvent(new Event('online'))
  await settle()
  expect(use).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(load).toHaveBeenCalledTimes(2)
  expect(use).toHaveBeenCalledTimes(1)
})

test('nobody who has stopped is bothered', async () => {
  const load = failing(1)
  const use = vi.fn()
  const page = openPage()
  const stop = loadUntilThere(load, use, page)
  await settle()
  stop()
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(300_000)
  expect(load).toHaveBeenCalledTimes(1)
  loadUntilThere(failing(0), use, page)()
  await settle()
  expect(use).not.toHaveBeenCalled()
})
