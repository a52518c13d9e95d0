import { beforeEach, expect, test, vi } from 'vitest'
import { OLDEST_MS, openFormToken, YOUNGEST_MS } from './form-token.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const openForm = (...tokens: (string | Error)[]) =>
  openFormToken(async () => {
    const next = tokens.shift()
    if (typeof next !== 'string') throw next ?? new Error('none left')
    return next
  })

/** Returns the token and the milliseconds until it may be sent. */
const ready = async (form: ReturnType<typeof openFormToken>) => {
  const before = Date.now()
  const token = form.ready()
  await vi.runAllTimersAsync()
  return [await token, Date.now() - before]
}

test('a form sent at once waits until its token is old enough', async () => {
  expect(await ready(openForm('a'))).toEqual(['a', YOUNGEST_MS])
})

test('a form filled in slowly does not wait', async () => {
  const form = openForm('a')
  form.prepare()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await ready(form)).toEqual(['a', 0])
})

test('an expired token is replaced', async () => {
  const form = openForm('a', 'b')
  expect(await ready(form)).toEqual(['a', YOUNGEST_MS])
  await vi.advanceTimersByTimeAsync(OLDEST_MS + 1)
  expect(await ready(form)).toEqual(['b', YOUNGEST_MS])
})

test('a form without a token is sent, and the next attempt requests one again', async () => {
  const form = openForm(new Error('503'), 'a')
  expect(await ready(form)).toEqual(['', 0])
  expect(await ready(form)).toEqual(['a', YOUNGEST_MS])
})
