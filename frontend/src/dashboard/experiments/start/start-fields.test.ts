import { startRequest } from '@firsttouch/api/contract/experiments/life'
import { planQuery } from '@firsttouch/api/contract/experiments/results'
import { expect, test } from 'vitest'
import { planQuestion, type StartFields, startFields } from './start-fields.ts'

const fields = (given: Partial<StartFields> = {}): StartFields => ({
  ...{ rate: '5', effect: '1', shares: { control: '50', v2: '50' }, reason: 'Because' },
  ...given,
})
const refused = (given: Partial<StartFields>) =>
  startFields
    .safeParse(fields(given))
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test('the form’s percentages become the API’s fractions and shares', () => {
  const typed = fields({
    rate: ' 5,1 ',
    effect: '1% ',
    shares: { control: '33,4', v2: '66.6' },
  })
  const request = startFields.parse(typed)
  expect(request).toEqual({
    baselineRate: 0.051,
    minimumEffect: 0.01,
    shares: { control: 33.4, v2: 66.6 },
    reason: 'Because',
  })
  expect(startRequest.parse(request)).toMatchObject({ alpha: 0.05, power: 0.8 })
  expect(planQuestion(typed, 'qualified_lead')).toEqual({
    baselineRate: '0.051',
    minimumEffect: '0.01',
    goal: 'qualified_lead',
    split: '33.4,66.6',
  })
  expect(planQuery.parse(planQuestion(typed, 'qualified_lead'))).toMatchObject({ split: [33.4, 66.6] })
})

test('a plan needs every field but the reason', () => {
  expect(planQuestion(fields({ reason: '' }), 'any')).not.toBeNull()
  expect(planQuestion(fields({ shares: { control: '50', v2: '40' } }), 'any')).toBeNull()
  expect(planQuestion(fields({ rate: '' }), 'any')).toBeNull()
})

test('invalid fields of a start show their errors', () => {
  const rate = 'rate: Type how many of every 100 visitors convert, such as 5'
  const effect = 'effect: Type how many more of every 100 visitors must convert, from 0.01 to 50'
  expect(refused({ rate: '', effect: 'much', reason: ' ' })).toEqual([
    rate,
    effect,
    'reason: Say why in a few words',
  ])
  expect(refused({ rate: '100', effect: '0.001' })).toEqual([rate, effect])
  expect(refused({ rate: '0', effect: '51' })).toEqual([rate, effect])
  expect(refused({ shares: { control: '0', v2: 'x' } })).toEqual([
    'shares.control: Type a share of at least 0.01 and below 100',
    'shares.v2: Type a share of at least 0.01 and below 100',
  ])
  expect(refused({ shares: { control: '50', v2: '49.9' } })).toEqual(['sum: The shares must add up to 100'])
})
