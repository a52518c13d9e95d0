import { expect, test } from 'vitest'
import { stepNames } from './step-names.ts'

test('a step is named in the report time zone', () => {
  const { axis, whole } = stepNames('day', 'Europe/London')
  expect(axis('2026-06-30T23:00:00.000Z')).toBe('1 Jul')
  expect(whole('2026-06-30T23:00:00.000Z')).toBe('Wed, 1 Jul 2026')
})

test('the repeated hour of a clock change is named with its zone', () => {
  const { axis, whole } = stepNames('hour', 'Europe/London')
  const twice = ['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z']
  expect(twice.map(axis)).toEqual(['01:00', '01:00'])
  expect(twice.map(whole)).toEqual(['Sun 25 Oct, 01:00 BST', 'Sun 25 Oct, 01:00 GMT'])
})
