import { expect, test } from 'vitest'
import { isUnder } from './judged.ts'

test.each([
  [84, 100, false, true],
  [85, 100, false, false],
  // Chance alone brings three of four, or 80 of 100, but not one of five or 70 of 100.
  [3, 4, true, false],
  [80, 100, true, false],
  [1, 5, true, true],
  [70, 100, true, true],
  [0, 0, true, false],
])('%i of %i noticed, a sample: %s, is under 85 %: %s', (killed, mutants, isSample, expected) => {
  expect(isUnder({ killed, mutants }, 85, isSample)).toBe(expected)
})
