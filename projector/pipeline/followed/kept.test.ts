import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openKept } from './kept.ts'

const counts = (n: number) => new Map(Array.from({ length: n }, (_, i) => [String(i), 1] as const))

test('what nobody has asked for longest goes first, and only where all together is too much', async () => {
  const kept = openKept(10)
  for (const bucket of [1, 2, 3]) {
    kept.eventSums.set(bucket, counts(4))
    await sleep(2)
  }
  kept.eventSums.get(1)
  expect(kept.shrink(performance.now())).toBe(true)
  expect([1, 2, 3].filter(kept.eventSums.has)).toEqual([1, 3])
  expect(kept.shrink(performance.now())).toBe(true)
  expect([1, 2, 3].filter(kept.eventSums.has)).toEqual([1, 3])
})

test('where what was just used is too much by itself it says so, and a session weighs as much as eight keys', async () => {
  const kept = openKept(10)
  kept.eventSums.set(1, counts(1))
  await sleep(2)
  const since = performance.now()
  kept.sessionMinutes.set(1, {
    sessions: new Map([
      ['a', ''],
      ['b', ''],
    ]),
    counts: counts(1),
  })
  expect(kept.shrink(since)).toBe(false)
  expect(kept.eventSums.has(1)).toBe(false)
})
