import { expect, test } from 'vitest'
import { amount, between, chance, everyVisitors, roughly, signed, unitFor } from './difference-words.ts'

test('a difference is told of as many visitors as it takes to be seen', () => {
  expect([0.4, 0.02, 0.004, 0.0004].map(reach => everyVisitors(unitFor(reach)))).toEqual([
    'every 100 visitors',
    'every 100 visitors',
    'every 1,000 visitors',
    'every 10,000 visitors',
  ])
})

test('a range is told in fewer and more', () => {
  const unit = unitFor(0.06)
  expect(between([-0.0237, 0.0637], unit)).toBe('between 2.4 fewer and 6.4 more')
  expect(between([0.012, 0.03], unit)).toBe('between 1.2 and 3 more')
  expect(between([-0.03, -0.012], unit)).toBe('between 1.2 and 3 fewer')
})

test('signs stand where there is something, and not before nought', () => {
  const unit = unitFor(0.06)
  expect([0.012, -0.004, 0, -0.0001].map(value => signed(value, unit))).toEqual(['+1.2', '−0.4', '0', '0'])
  expect(amount(-0.3512, unitFor(0.4))).toBe('35')
})

test('a chance is never certain', () => {
  expect([0, 0.0004, 0.5, 0.923183, 0.9999, 1].map(chance)).toEqual([
    'under 0.1%',
    'under 0.1%',
    '50.0%',
    '92.3%',
    'over 99.9%',
    'over 99.9%',
  ])
})

test('a wait is told in days, then in weeks, then not at all', () => {
  expect([0.2, 1, 14, 21, 22, 100, 366].map(roughly)).toEqual([
    'about 1 day',
    'about 1 day',
    'about 14 days',
    'about 21 days',
    'about 3 weeks',
    'about 14 weeks',
    'more than a year',
  ])
})
