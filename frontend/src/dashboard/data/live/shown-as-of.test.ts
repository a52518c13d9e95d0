import { expect, test } from 'vitest'
import { openShownAsOf } from './shown-as-of.ts'

const at = (second: number) => `2026-11-22T03:27:${String(second).padStart(2, '0')}.000Z`
const whole = (key: string, asOf?: number) => ({
  key,
  asOf: asOf === undefined ? undefined : at(asOf),
  isBehind: false,
})
const behind = (key: string, asOf?: number) => ({ ...whole(key, asOf), isBehind: true })

test('before the first message the oldest figure sets the time', () => {
  expect(openShownAsOf().of([whole('visits', 6), whole('test', 4), whole('campaigns')])).toBe(at(4))
  expect(openShownAsOf().of([whole('campaigns')])).toBeNull()
})

test('a heartbeat without changes makes every figure current', () => {
  const shown = openShownAsOf()
  shown.onMessage(at(20))
  expect(shown.of([whole('visits', 6), whole('campaigns')])).toBe(at(20))
})

test('while a figure is refetched, its old time is shown', () => {
  const shown = openShownAsOf()
  shown.of([whole('visits', 6), whole('test', 6)])
  shown.onMessage(at(11))
  expect(shown.of([behind('visits', 6), whole('test', 6)])).toBe(at(6))
  expect(shown.of([whole('visits', 10), whole('test', 6)])).toBe(at(11))
})

test('the old time also stays if the response has no time or the fetch failed', () => {
  const shown = openShownAsOf()
  shown.onMessage(at(6))
  shown.of([whole('visits', 6), whole('campaigns')])
  shown.onMessage(at(11))
  expect(shown.of([whole('visits', 11), behind('campaigns')])).toBe(at(6))
  shown.onMessage(at(16))
  expect(shown.of([whole('visits', 16), behind('campaigns')])).toBe(at(6))
  expect(shown.of([whole('visits', 16), whole('campaigns')])).toBe(at(16))
})

test('an older heartbeat does not set the time back', () => {
  const shown = openShownAsOf()
  shown.onMessage(at(20))
  shown.onMessage(at(10))
  shown.onMessage(null)
  expect(shown.of([whole('visits', 6)])).toBe(at(20))
})
