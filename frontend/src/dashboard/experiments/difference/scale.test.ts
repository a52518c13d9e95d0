import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marks, percent } from './scale.ts'

test('a value lies between its ends in per cents, also upside down', () => {
  expect([-2, 0, 1, 2].map(value => percent(value, -2, 2))).toEqual([0, 50, 75, 100])
  expect(percent(1, 2, -2)).toBe(25)
  expect(percent(5, 5, 5)).toBe(0)
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
