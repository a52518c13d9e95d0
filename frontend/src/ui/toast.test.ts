import { expect, test } from 'vitest'
import { openToasts, TOAST_DURATION, TOAST_REMOVE_DELAY } from './toast.ts'

const handTimers = () => {
  const waiting: { run: () => void; ms: number; stopped: boolean }[] = []
  return {
    waiting,
    start: (run: () => void, ms: number) => {
      const timer = { run, ms, stopped: false }
      waiting.push(timer)
      return timer
    },
    stop: (timer: unknown) => {
      for (const one of waiting) if (one === timer) one.stopped = true
    },
    fire: (ms: number) => {
      for (const one of waiting.splice(0)) if (one.ms === ms && !one.stopped) one.run()
    },
  }
}

test('a second toast takes the place of the first', () => {
  const toasts = openToasts(handTimers())
  toasts.show({ title: 'one' })
  toasts.show({ title: 'two' })
  expect(toasts.list().map(toast => toast.title)).toEqual(['two'])
})

test('a toast closes after 5000 ms and is forgotten 1,000,000 ms later', () => {
  const timers = handTimers()
  const toasts = openToasts(timers)
  toasts.show({ title: 'one' })
  timers.fire(TOAST_DURATION)
  expect(toasts.list().map(toast => toast.open)).toEqual([false])
  timers.fire(TOAST_REMOVE_DELAY)
  expect(toasts.list()).toEqual([])
})

test('a toast that is being read stays until it is left', () => {
  const timers = handTimers()
  const toasts = openToasts(timers)
  const id = toasts.show({ title: 'one' })
  toasts.hold(id)
  timers.fire(TOAST_DURATION)
  expect(toasts.list()[0]?.open).toBe(true)
  toasts.release(id)
  timers.fire(TOAST_DURATION)
  expect(toasts.list()[0]?.open).toBe(false)
})

test('a failure is taken back when the next try works; good news stays', () => {
  const toasts = openToasts(handTimers())
  toasts.show({ title: 'failed', tone: 'destructive' })
  toasts.dismissFailure()
  expect(toasts.list()).toMatchObject([{ title: 'failed', open: false }])
  toasts.show({ title: 'sent' })
  toasts.dismissFailure()
  expect(toasts.list()).toMatchObject([{ title: 'sent', open: true }])
})
