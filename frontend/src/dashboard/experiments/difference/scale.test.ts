import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marks, path, scale, spaced } from './scale.ts'

test('a scale puts its ends where they belong, also upside down', () => {
  const y = scale([-2, 2], [100, 0])
  expect([-2, 0, 1, 2].map(y)).toEqual([100, 50, 25, 0])
  expect(scale([5, 5], [10, 20])(5)).toBe(10)
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

test('names stand apart, however the points crowd together, and the last is always there', () => {
  const at = (list: number[]) => spaced(list, place => place, 100)
  expect(at([0, 40, 90, 110, 250, 260, 300, 400])).toEqual([0, 110, 250, 400])
  expect(at([0, 395, 400])).toEqual([0, 400])
  expect(at([0, 50])).toEqual([50])
  expect(at([7])).toEqual([7])
  expect(at([])).toEqual([])
})

test('a path names its points to a tenth', () => {
  expect(
    path([
      [1, 2.25],
      [-0.04, 10],
    ]),
  ).toBe('1.0,2.3 -0.0,10.0')
})
