import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unitFor } from '../difference-words.ts'
import {
  marks,
  momentOf,
  type Points,
  type Reading,
  reachOf,
  readingInWords,
  readingsOf,
} from './history-readings.ts'

const point = (day: number, visitors: number, interval: [number, number]): Reading => ({
  at: new Date(Date.UTC(2026, 2, day, 12)).toISOString(),
  visitors,
  difference: (interval[0] + interval[1]) / 2,
  interval,
})

test('the figure reaches as far as its later ranges, not as far as its first', () => {
  const points = [point(1, 200, [-0.4, 0.5]), point(9, 1000, [-0.05, 0.08]), point(17, 2000, [-0.02, 0.06])]
  expect(reachOf(points, 0.01)).toBeCloseTo(0.08 * 1.15)
  expect(reachOf(points, 0.2)).toBeCloseTo(0.2 * 1.15)
})

test('moments are days, with the time where all of them lie close together', () => {
  const [first, second, third] = [1, 4, 9].map(day => point(day, 200, [0, 0]))
  if (!first || !second || !third) throw new Error('three points')
  expect(momentOf([first, third])(third.at)).toBe('9 Mar')
  expect(momentOf([first, second])(second.at)).toMatch(/^4 Mar, \d\d:\d\d$/)
})

test('marks are round, even to both sides, and few', () => {
  expect(marks(0.072, 3)).toEqual([-0.05, 0, 0.05])
  fc.assert(
    fc.property(
      fc.double({ min: 1e-5, max: 1, noNaN: true }),
      fc.integer({ min: 2, max: 5 }),
      (reach, most) => {
        const found = marks(reach, most)
        expect(found.length).toBeGreaterThanOrEqual(3)
        expect(found.length).toBeLessThanOrEqual(2 * most + 1)
        expect(found[(found.length - 1) / 2]).toBe(0)
        for (const mark of found) expect(Math.abs(mark)).toBeLessThanOrEqual(reach * (1 + 1e-6))
      },
    ),
  )
})

test('a quarter of the last visitors is late enough, and fewer are not', () => {
  const last = point(17, 2000, [-0.02, 0.06])
  expect(reachOf([point(9, 500, [-0.3, 0.1]), last], 0.01)).toBeCloseTo(0.3 * 1.15)
  expect(reachOf([point(9, 498, [-0.3, 0.1]), last], 0.01)).toBeCloseTo(0.06 * 1.15)
  expect(reachOf([], 0.01)).toBeCloseTo(0.01 * 1.15)
})

test('a treatment has a reading at each point with a difference and its range', () => {
  const at = '2026-03-01T00:00:00.000Z'
  const counts = (variant: string, visitors: number) => ({ variant, visitors, converters: 1 })
  const points: Points = [
    {
      at,
      arms: [
        { ...counts('control', 10), difference: null, interval: null },
        { ...counts('b', 20), difference: 0.1, interval: [0, 0.2] },
        { ...counts('c', 30), difference: null, interval: null },
      ],
    },
  ]
  expect(readingsOf(points, 'b')).toMatchObject([{ at, visitors: 30, difference: 0.1, interval: [0, 0.2] }])
  expect(readingsOf(points, 'c')).toEqual([])
  expect(readingsOf(points, 'gone')).toEqual([])
})

test('three days to the minute lie close together', () => {
  const [first, last] = [point(1, 200, [0, 0]), point(4, 200, [0, 0])]
  const later = { ...last, at: '2026-03-04T12:01:00.000Z' }
  expect(momentOf([first, last])(last.at)).toMatch(/, /)
  expect(momentOf([first, later])(later.at)).toBe('4 Mar')
})

test('a moment is told in words', () => {
  expect(readingInWords(point(9, 1288, [-0.033, 0.079]), 'Version B', unitFor(0.1))).toBe(
    '9 Mar, 12:00, after 1,288 visitors: of every 100 visitors, between 3.3 fewer and 7.9 more convert with Version B.',
  )
})
