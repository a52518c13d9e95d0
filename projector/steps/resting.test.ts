import { expect, test } from 'vitest'
import { asLongAsItTook } from './resting.ts'

test.each([
  [0, 100],
  [40, 100],
  [70, 140],
  [120, 200],
  [200, 200],
  [900, 900],
])('rounds of %d ms begin %d ms apart', (took, apart) => {
  expect(took + asLongAsItTook()(took)).toBe(apart)
})
