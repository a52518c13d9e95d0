import { expect, test } from 'vitest'
import { changeOf, changeOfRate } from './change-line.tsx'

test.each([
  [150, 100, 'up', '50%'],
  [50, 100, 'down', '50%'],
  [1000, 1001, 'down', 'under 1%'],
  [11, 10, 'up', '10%'],
  [11, 9, 'up', '2 more'],
  [7, 7, 'same', 'as many'],
  [3, 1, 'up', '2 more'],
  [0, 4, 'down', '4 fewer'],
  [5, 0, 'up', '5 more'],
  [40_000, 12, 'up', '39,988 more'],
])('a change to %i from %i is %s by %s', (now, before, direction, text) => {
  expect(changeOf(now, before)).toEqual({ direction, text })
})

test('rates are compared in percentage points', () => {
  expect(changeOfRate(4.5, 3)).toEqual({ direction: 'up', text: '1.5 points' })
  expect(changeOfRate(4.51, 4.5)).toEqual({ direction: 'same', text: 'the same' })
})
