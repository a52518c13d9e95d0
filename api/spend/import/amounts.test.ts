import { describe, expect, test } from 'vitest'
import { amountOf, decimalOf, microsOf, styleOf, wholeOf } from './amounts.ts'
import { decide } from './decide.ts'

describe('a cell is split into sign, digits and mark', () => {
  test.each([
    ['1.50', '', '1.50', ''],
    ['£1.50', '', '1.50', '£'],
    ['-£1.50', '-', '1.50', '£'],
    ['1.50 EUR', '', '1.50', 'EUR'],
    ['GBP 1 234.50', '', '1234.50', 'GBP'],
    ['A$5', '', '5', 'A$'],
    ["1'234.50", '', '1234.50', ''],
    ['1’234\u00a0567\u202f.50 %', '', '1234567.50', '%'],
    ['-0.42', '-', '0.42', ''],
    ['\u22120.42', '-', '0.42', ''],
    ['(1.00)', '-', '1.00', ''],
    ['£(1.00)', '-', '1.00', '£'],
    ['(£1.00)', '-', '1.00', '£'],
    ['€\u00a0-5,00', '-', '5,00', '€'],
    ['£-5', '-', '5', '£'],
  ])('%j', (cell, sign, digits, mark) => {
    expect(amountOf(cell)).toEqual({ sign, digits, mark })
  })
  test.each(['', '-', 'five', '=1+1', '5-', '--5', '-£-5', '(5', '5)', '(-5)', '1.50 or 2'])(
    '%j is no amount',
    cell => {
      expect(amountOf(cell)).toBeUndefined()
    },
  )
})

describe('digits are of one style', () => {
  test.each([
    ['7', 'point', 7_000_000],
    ['7', 'comma', 7_000_000],
    ['1234.5', 'point', 1_234_500_000],
    ['1,234.5', 'point', 1_234_500_000],
    ['12,345,678.90', 'point', 12_345_678_900_000],
    ['1.234,5', 'comma', 1_234_500_000],
    ['12.345.678,90', 'comma', 12_345_678_900_000],
    ['1234,56', 'comma', 1_234_560_000],
    ['0.1234567', 'point', 123_456],
    ['0.000001', 'point', 1],
    ...['1,5', '12,34.5', '1,2345', '1234,567', '1,234,56', '.5', '5.', '1.2.3', ''].map(
      digits => [digits, 'point', undefined] as const,
    ),
    ...['1.5', '12.34,5', '1.2345', '1234.567', ',5', '5,', '1,2,3', ''].map(
      digits => [digits, 'comma', undefined] as const,
    ),
  ] as const)('a cell %j with a decimal %s is read', (digits, style, micros) => {
    expect(microsOf(digits, style)).toBe(micros)
  })
})

describe('the cells of a column determine its style', () => {
  const decided = (cells: string[], said?: 'comma') =>
    decide(
      new Map(cells.map((cell, at) => [styleOf(cell), at] as const).toReversed()),
      ['point', 'comma'],
      said,
    )
  test.each([
    [['5', '1.500', '2.500'], { open: 1 }],
    [['1,500'], { open: 0 }],
    [['1.500', '1.5'], 'point'],
    [['1.500', '1,5'], 'comma'],
    [['1.5', '2', '2.5', '1,5', '2,5'], { mixed: [0, 3] }],
    [['1,5', '1.5'], { mixed: [1, 0] }],
    [['5', ''], 'point'],
  ])('%j', (cells, decision) => {
    expect(decided(cells)).toEqual(decision)
  })
  test('if semicolons separate the cells, commas are decimal unless a cell shows another style', () => {
    expect(decided(['1.500'], 'comma')).toBe('comma')
    expect(decided(['1.500', '1.50'], 'comma')).toBe('point')
  })
})

test.each([
  [0, '0.00'],
  [50_000, '0.05'],
  [1_004_999, '1.00'],
  [1_005_000, '1.01'],
  [995_000, '1.00'],
  [999_999_990_000, '999999.99'],
  [-1_005_000, '-1.01'],
  [-1, '0.00'],
])('%i millionths are %s', (micros, decimal) => {
  expect(decimalOf(micros)).toBe(decimal)
})

test.each([
  ['12', 12],
  ['1234', 1234],
  ['1,234', 1234],
  ['12.345.678', 12_345_678],
  ['1 234', 1234],
  ['12.0', 12],
  ['1,234.00', 1234],
  ...['', 'x1', '1x', '-1', '1.5', '1,23', '1234,567', '1,2345', ',123'].map(
    cell => [cell, undefined] as const,
  ),
] as const)('%j as a whole number is %s', (cell, whole) => {
  expect(wholeOf(cell)).toBe(whole)
})
