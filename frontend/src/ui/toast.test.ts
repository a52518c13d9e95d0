import { beforeEach, expect, test, vi } from 'vitest'
import { TOAST_DURATION, TOAST_REMOVE_DELAY, toast, toastFailure, toasts } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

test('a second toast replaces the first and has its own 5000 ms', () => {
  toast({ title: 'one' })
  vi.advanceTimersByTime(TOAST_DURATION - 1)
  toast({ title: 'two' })
  vi.advanceTimersByTime(TOAST_DURATION - 1)
  expect(toasts.current()).toMatchObject({ title: 'two', open: true })
})

test('a toast closes after 5000 ms and is removed after 1,000,000 ms', () => {
  toast({ title: 'one' })
  vi.advanceTimersByTime(TOAST_DURATION)
  expect(toasts.current()).toMatchObject({ open: false })
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY)
  expect(toasts.current()).toBeUndefined()
})

test('a hovered toast stays until the pointer leaves', () => {
  toast({ title: 'one' })
  toasts.hold()
  vi.advanceTimersByTime(2 * TOAST_DURATION)
  expect(toasts.current()).toMatchObject({ open: true })
  toasts.release()
  vi.advanceTimersByTime(TOAST_DURATION)
  expect(toasts.current()).toMatchObject({ open: false })
})

test('a toast with an offer stays while another window has the focus', () => {
  const browser = { hasFocus: () => false, addEventListener: vi.fn<(on: string, run: () => void) => void>() }
  vi.stubGlobal('document', browser)
  vi.stubGlobal('window', browser)
  toast({ title: 'no offer' })
  vi.advanceTimersByTime(TOAST_DURATION)
  expect(toasts.current()).toMatchObject({ open: false })
  toast({ title: 'one', actions: [{ words: 'Mark as Contacted', run: () => undefined }] })
  vi.advanceTimersByTime(20 * TOAST_DURATION)
  expect(toasts.current()).toMatchObject({ open: true })
  browser.hasFocus = () => true
  expect(browser.addEventListener.mock.calls.map(([on]) => on)).toEqual(['focus'])
  browser.addEventListener.mock.calls[0]?.[1]()
  vi.advanceTimersByTime(TOAST_DURATION)
  expect(toasts.current()).toMatchObject({ open: false })
  vi.unstubAllGlobals()
})

test('a toast dismissed under the pointer is removed', () => {
  toast({ title: 'one' })
  toasts.hold()
  toasts.dismiss()
  toasts.release()
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY)
  expect(toasts.current()).toBeUndefined()
})

test('a failure toast closes after a successful retry, and a success toast stays', () => {
  toastFailure('failed', 'Try again.')
  toasts.dismissFailure()
  expect(toasts.current()).toMatchObject({ title: 'failed', open: false })
  toast({ title: 'sent' })
  toasts.dismissFailure()
  expect(toasts.current()).toMatchObject({ title: 'sent', open: true })
})
