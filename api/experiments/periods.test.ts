import { describe, expect, test } from 'vitest'
import { isIn, NEVER_MS } from '../read-model/ranges.ts'
import { cut, daysOf, gapsBetween, lastMoment, rangesOf, runningMs } from './periods.ts'

const MINUTE = 60_000
const NOON = Date.parse('2026-03-01T12:00:00Z')
const at = (minutes: number) => NOON + minutes * MINUTE
const period = (from: number | null, to: number | null) => ({
  from: from === null ? null : new Date(at(from)),
  to: to === null ? null : new Date(at(to)),
})
const range = (from: number, to: number) => [at(from), at(to)]

test('a range includes its start and excludes its end, and an empty range is dropped', () => {
  const ranges = rangesOf([period(1, 5), period(7, 7), period(8, 9)])
  expect(ranges).toEqual([range(1, 5), range(8, 9)])
  const inside = [0.999, 1, 4.999, 5, 7, 8].filter(minutes => isIn(ranges, at(minutes)))
  expect(inside).toEqual([1, 4.999, 8])
})

test('an open range goes from 1970 to a time after all events, both on quarter-hours', () => {
  const [[from, to] = [1, 1]] = rangesOf([period(null, null)])
  expect(from).toBe(0)
  expect(to).toBeGreaterThan(2 ** 32 * 1000 - 15 * MINUTE)
  expect(to % (15 * MINUTE)).toBe(0)
})

describe('a period is cut into whole quarter-hours and its edges', () => {
  test.each([
    [
      [5, 55],
      [[15, 45]],
      [
        [5, 15],
        [45, 55],
      ],
    ],
    [[0, 30], [[0, 30]], []],
    [[0, 40], [[0, 30]], [[30, 40]]],
    [[10, 30], [[15, 30]], [[10, 15]]],
    [[3, 9], [], [[3, 9]]],
    [[10, 20], [], [[10, 20]]],
    [
      [10, 30.5],
      [[15, 30]],
      [
        [10, 15],
        [30, 30.5],
      ],
    ],
  ] as const)('a period splits into whole quarter-hours and its edges: %j', ([from, to], whole, edges) => {
    expect(cut(rangesOf([period(from, to)]))).toEqual({
      whole: whole.map(([a, b]) => range(a, b)),
      edges: edges.map(([a, b]) => range(a, b)),
    })
  })

  test('each of several periods is cut into whole quarter-hours and its edges', () => {
    expect(cut(rangesOf([period(0, 20), period(31, 60)]))).toEqual({
      whole: [range(0, 15), range(45, 60)],
      edges: [range(15, 20), range(31, 45)],
    })
  })
})

test('a run’s gaps are its pauses and the time after its end, not the time before it', () => {
  expect(gapsBetween([period(0, 20), period(31, 60)])).toEqual([range(20, 31), [at(60), NEVER_MS]])
  expect(gapsBetween([period(null, 20)])).toEqual([[at(20), NEVER_MS]])
  expect(gapsBetween([period(5, null)])).toEqual([])
  expect(gapsBetween([period(7, 7)])).toEqual([])
})

test('a run’s running time is the overlap of its periods with the range', () => {
  const periods = [period(0, 10), period(20, 30), period(40, null)]
  expect(runningMs(periods, at(5), at(45)) / MINUTE).toBe(5 + 10 + 5)
  expect(runningMs(periods, at(12), at(18))).toBe(0)
  expect(runningMs(periods, at(-5), at(25)) / MINUTE).toBe(10 + 5)
})

test.each([
  [[period(0, 10), period(20, null)], 0],
  [[period(0, 10), period(20, 30)], 30],
  [[period(0, 10)], 10],
  [[period(0, 90)], 60],
  [[period(0, 60)], 60],
  [[], 60],
])(
  'a run’s last moment is the current time while it is active, and its end afterwards: %#',
  (periods, minutes) => {
    const now = new Date(at(minutes === 0 ? 100 : 60))
    expect(lastMoment(periods, now)).toEqual(minutes === 0 ? now : new Date(at(minutes)))
  },
)

test('a daily average divides by at least one day', () => {
  expect([0, 24 * 60, 36 * 60].map(minutes => daysOf(minutes * MINUTE))).toEqual([1, 1, 1.5])
})
