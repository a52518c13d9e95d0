import { expect, test } from 'vitest'
import { perCents, sumInWords, sumOf } from './shares.ts'

test('per cents of any weights add up to 100, to two decimals', () => {
  expect(perCents([1, 1])).toEqual([50, 50])
  expect(perCents([1, 1, 1])).toEqual([33.34, 33.33, 33.33])
  for (const weights of [
    [1, 1, 1],
    [1, 2, 4],
    [7, 7, 7, 7, 7],
    [1, 1, 1, 1, 1, 1, 1].slice(0, 5),
    [0.1, 99.9],
  ])
    expect(sumOf(perCents(weights).map(String)), `${weights}`).toBe(100)
})

test('what is typed is added up as people write it, and what is missing or too much is said', () => {
  expect(sumInWords(sumOf(['50', '50 %']))).toBe('They add up to 100.')
  expect(sumInWords(sumOf(['33,33', '33.33', '33.34']))).toBe('They add up to 100.')
  expect(sumInWords(sumOf(['33.333', '33.333', '33.333']))).toBe(
    'They add up to 99.999: 0.001 is missing to 100.',
  )
  expect(sumInWords(sumOf(['50', '40']))).toBe('They add up to 90: 10 is missing to 100.')
  expect(sumInWords(sumOf(['60', '40.5']))).toBe('They add up to 100.5: 0.5 is too much for 100.')
  expect(sumInWords(sumOf(['50', '']))).toBe('Each version needs a number, such as 50.')
})
