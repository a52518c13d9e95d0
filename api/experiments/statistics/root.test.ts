import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rootOf } from './root.ts'

it.each<[string, (x: number) => number]>([
  ['a line', x => x],
  ['a curve that is flat at its root', x => x ** 3],
  ['one that rises at the root alone', x => Math.tanh(1_000 * x)],
  ['one that has a corner there', x => (x < 0 ? x / 1_000 : x)],
  ['one that hardly rises before the root', x => Math.expm1(20 * x)],
  ['a step', x => (x < 0 ? -1 : 1)],
])('finds where %s is nought, wherever that is and whatever is around it', (_, of) => {
  const away = fc.double({ min: 0.001, max: 100, noNaN: true })
  fc.assert(
    fc.property(fc.double({ min: -10, max: 10, noNaN: true }), away, away, (root, below, above) => {
      const found = rootOf(x => of(x - root), root - below, root + above, 1e-12)
      expect(Math.abs(found - root)).toBeLessThan(2e-12)
    }),
    { seed: 1, numRuns: 300 },
  )
})

it('needs a fraction of the steps that halves take', () => {
  let asked = 0
  const of = (x: number) => {
    asked += 1
    return Math.atan(x - 0.3)
  }
  expect(rootOf(of, -8, 8, 1e-12)).toBeCloseTo(0.3, 11)
  expect(asked).toBeLessThan(20)
})
