import { expect, test } from 'vitest'
import { clockText, secondsLeft } from './promo-dialog.tsx'

test('fifteen minutes count down as mm:ss to zero', () => {
  expect([900, 899, 60, 59, 9, 0].map(clockText)).toEqual([
    '15:00',
    '14:59',
    '01:00',
    '00:59',
    '00:09',
    '00:00',
  ])
})

test('the time left follows the clock, so a sleeping tab does not prolong it', () => {
  expect(secondsLeft(900_000, 0)).toBe(900)
  expect(secondsLeft(900_000, 1)).toBe(900)
  expect(secondsLeft(900_000, 1_000)).toBe(899)
  expect(secondsLeft(900_000, 2_000_000)).toBe(0)
})
