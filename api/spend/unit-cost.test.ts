import { expect, test } from 'vitest'
import { costEach } from './unit-cost.ts'

test.each([
  [10, 4, 2.5],
  [10, 3, 3.33],
  [20, 3, 6.67],
  [0.01, 2, 0.01],
  [1.15, 10, 0.12],
  [0, 5, 0],
  [10, 0, null],
  [10, null, null],
  [null, 5, null],
])('%s over %s is %s', (cost, n, each) => {
  expect(costEach(cost, n)).toBe(each)
})
