import { expect, test } from 'vitest'
import { conversionFile } from './kinds.ts'
import { conversionRules, credentialRequest } from './settings.ts'

const rule = { kind: 'qualified', isOffered: true, name: 'Qualified lead', value: '49.50' }
const refused = (more: object) =>
  conversionRules
    .safeParse({ rules: [{ ...rule, ...more }] })
    .error?.issues.map(({ path }) => path.slice(2).join('.')) ?? []

test.each([
  ...['A', '9', 'Lead 2 ._/&()+-', 'Über uns', 'ä1'].map(name => ({ name })),
  ...['', '0', '1', '123456789', '49.5', '123456789.99', ' 7 '].map(value => ({ value })),
  ...['closed', 'onboarding'].map(kind => ({ kind })),
])('a rule with %j is valid', more => expect(refused(more)).toEqual([]))

test.each([
  ...['', ' ', '-lead', '=1+1', 'lead!', 'a"b', `a${'b'.repeat(100)}`].map(name => ({ name })),
  ...['.5', '1.', '1.005', '1,5', '1234567890', '-1', 'x1', '1x', '1.5x', '1.x', 7].map(value => ({ value })),
  { kind: 'lost' },
  { isOffered: 'yes' },
])('a rule with %j is invalid', more => {
  expect(new Set(refused(more))).toEqual(new Set(Object.keys(more)))
})

test('a request has at least one rule, and at most one rule for each kind', () => {
  const other = { ...rule, kind: 'closed' }
  const isTaken = (rules: object[]) => conversionRules.safeParse({ rules }).success
  expect([[], [rule], [rule, other], [rule, other, rule]].map(isTaken)).toEqual([false, true, true, false])
})

test('credentials belong to a platform, whose file has its name', () => {
  expect(credentialRequest.safeParse({ platform: 'google-ads' }).success).toBe(true)
  for (const sent of [{}, { platform: 'meta' }, { platform: 'google-ads', password: 'x' }])
    expect(credentialRequest.safeParse(sent).success).toBe(false)
  expect(conversionFile('google-ads')).toBe('/api/conversions/google-ads.csv')
})
