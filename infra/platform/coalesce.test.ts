import { expect, test, vi } from 'vitest'
import { coalesce } from './coalesce.ts'

const answers = (...values: (number | Error)[]) =>
  vi.fn(async () => {
    const value = values.shift()
    if (typeof value !== 'number') throw value
    return value
  })

test('callers share a pending answer, and the next caller asks again', async () => {
  const ask = answers(1, 2)
  const shared = coalesce(ask)
  expect(await Promise.all([shared(), shared(), shared()])).toEqual([1, 1, 1])
  expect(await shared()).toBe(2)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('an answer is shared for its time to live, also after the clock was set back', async () => {
  let now = 10_000
  const shared = coalesce(answers(1, 2, 3), 1_000, () => now)
  expect(await shared()).toBe(1)
  now = 11_000
  expect(await shared()).toBe(1)
  now = 11_001
  expect(await shared()).toBe(2)
  now = 5_000
  expect(await shared()).toBe(3)
})

test('callers do not wait for a pending answer that is older than its time to live', async () => {
  let now = 0
  const asked = [new Promise<number>(() => undefined), Promise.resolve(2)]
  const shared = coalesce(
    () => asked.shift() ?? Promise.resolve(3),
    1_000,
    () => now,
  )
  void shared()
  now = 1_001
  expect(await shared()).toBe(2)
})

test('a failure reaches all callers that wait for it, and no others', async () => {
  const shared = coalesce(answers(new Error('away'), 2), 1_000)
  const both = [shared(), shared()]
  for (const one of both) await expect(one).rejects.toThrow('away')
  expect(await shared()).toBe(2)
})
