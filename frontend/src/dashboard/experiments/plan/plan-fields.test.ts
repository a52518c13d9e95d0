import { runRequest } from '@firsttouch/api/contract/experiments/results'
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import { expect, test } from 'vitest'
import { type PlanFields, planFields, planQuestion, runRequestOf } from './plan-fields.ts'

const fields = (rate: string, effect: string, types: PlanFields['types'] = [...CONVERSION_TYPES]) => ({
  rate,
  effect,
  types,
})
const refused = (given: PlanFields) =>
  planFields.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test('people write of every 100, the API takes fractions', () => {
  const plan = planFields.parse(fields(' 5,1 ', '1%', ['form_submission']))
  expect(runRequestOf(plan)).toEqual({
    baselineRate: 0.051,
    minimumEffect: 0.01,
    primaryConversionTypes: ['form_submission'],
  })
  expect(runRequest.parse(runRequestOf(plan))).toMatchObject({ alpha: 0.05, power: 0.8 })
  expect(planQuestion(plan)).toEqual({ baselineRate: '0.051', minimumEffect: '0.01' })
})

test('every type is no restriction', () => {
  expect(runRequestOf(planFields.parse(fields('5', '1'))).primaryConversionTypes).toEqual([])
})

test('what cannot be planned is said at its field', () => {
  expect(refused(fields('', 'much'))).toEqual([
    'rate: Type how many of every 100 visitors convert, such as 5',
    'effect: Type how many more of every 100 would be worth it, such as 1',
  ])
  expect(refused(fields('100', '0.001'))).toEqual([
    'rate: This must be more than 0 and less than 100',
    'effect: This must be at least 0.01 and at most 50',
  ])
  expect(refused(fields('50', '50'))).toEqual(['effect: So large a difference is not possible at this rate'])
  expect(refused(fields('5', '1', []))).toEqual(['types: Choose at least one'])
})
