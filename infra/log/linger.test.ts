import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLinger } from './linger.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A log with a settable number of `waiting` entries. `began` holds the start times of its writes. */
const open = () => {
  const log = { waiting: 0, began: [] as number[] }
  const linger = openLinger(200, () => log.waiting >= 3)
  const start = performance.now()
  const write = async () => {
    await linger.over()
    log.began.push(performance.now() - start)
  }
  return { log, linger, write }
}

test('an idle log writes at once, a busy one a set time after its last write began', async () => {
  const { log, write } = open()
  await write()
  await vi.advanceTimersByTimeAsync(50)
  await Promise.all([write(), vi.runAllTimersAsync()])
  await vi.advanceTimersByTimeAsync(500)
  await write()
  expect(log.began).toEqual([0, 200, 700])
})

test('a full batch ends the wait, whether it was full before or fills up meanwhile', async () => {
  const { log, linger, write } = open()
  await write()
  const second = write()
  await vi.advanceTimersByTimeAsync(50)
  log.waiting = 2
  linger.look()
  await vi.advanceTimersByTimeAsync(10)
  log.waiting = 3
  linger.look()
  await second
  await write()
  expect(log.began).toEqual([0, 60, 60])
  expect(vi.getTimerCount()).toBe(0)
})
