import { expect, test } from 'vitest'
import { perCents, sumInWords } from './start-fields.ts'

test('percentages of any weights add up to 100 with two decimals', () => {
  expect(perCents([1, 1])).toEqual([50, 50])
  expect(perCents([1, 1, 1])).toEqual([33.34, 33.33, 33.33])
  for (const weights of [
    [1, 1, 1],
    [1, 2, 4],
    [7, 7, 7, 7, 7],
    [1, 1, 1, 1, 1, 1, 1].slice(0, 5),
    [0.1, 99.9],
  ])
    expect(sumInWords(perCents(weights).map(String)).isWhole, `${weights}`).toBe(true)
})

test('the form adds up the typed shares and shows the difference from 100', () => {
  expect(sumInWords(['50', '50 %']).words).toBe('They add up to 100.')
  expect(sumInWords(['33,33', '33.33', '33.34']).words).toBe('They add up to 100.')
  expect(sumInWords(['33.333', '33.333', '33.333']).words).toBe(
    'They add up to 99.999, which is 0.001 below 100.',
  )
  expect(sumInWords(['50', '40']).words).toBe('They add up to 90, which is 10 below 100.')
  expect(sumInWords(['60', '40.5']).words).toBe('They add up to 100.5, which is 0.5 above 100.')
  expect(sumInWords(['50', '']).words).toBe('Each variant needs a number, such as 50.')
})
