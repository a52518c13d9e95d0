import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchWake } from './wake.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const watch = () => {
  const page = Object.assign(new EventTarget(), { hidden: false })
  let wakes = 0
  const stop = watchWake(
    page as Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>,
    () => {
      wakes++
    },
  )
  return { page, stop, wakes: () => wakes }
}

it('says nothing while time passes as it should', () => {
  const { wakes } = watch()
  vi.advanceTimersByTime(600_000)
  expect(wakes()).toBe(0)
})

it('notices a jump of the clock', () => {
  const { wakes } = watch()
  vi.advanceTimersByTime(10_000)
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(5_000)
  expect(wakes()).toBe(1)
})

it('waits for a hidden page to be looked at again', () => {
  const { page, wakes } = watch()
  page.hidden = true
  vi.setSystemTime(Date.now() + 3_600_000)
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(wakes()).toBe(1)
})

it('stops when told', () => {
  const { stop, wakes } = watch()
  stop()
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(60_000)
  expect(wakes()).toBe(0)
})
