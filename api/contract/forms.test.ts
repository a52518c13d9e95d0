import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { contactRequest, missingOnboardingFields, onboardingRequest, trialRequest } from './forms.ts'
import { keptFor } from './kept.ts'

const paths = (schema: z.ZodType, sent: unknown) => [
  ...new Set(schema.safeParse(sent).error?.issues.map(({ path }) => path.join('.'))),
]
const contact = { name: 'Jo', email: 'jo@x.test', message: 'Hello' }
const trial = {
  name: 'Jo',
  email: 'jo@x.test',
  phone: '07700900123',
  businessName: 'Roofs',
  primaryKeyword: 'roofer',
  targetArea: 'Leeds',
  currentAdsAccount: 'no',
}
const onboarding = {
  fullName: 'Jo',
  businessName: 'Roofs',
  mobileNumber: '07700900123',
  emailAddress: 'jo@x.test',
  primaryKeyword: 'roofer',
  targetArea: 'Leeds',
}
const carried = { firstTouchUtm: undefined, variant: '', pagePath: '', leaveBlank: '', formToken: '' }

test('each form has its required fields, and optional ones default to empty', () => {
  expect(contactRequest.parse(contact)).toEqual({
    ...contact,
    ...carried,
    ...{ phone: '', business: '', source: 'contact_form' },
  })
  expect(trialRequest.parse(trial)).toEqual({
    ...trial,
    ...carried,
    ...{ website: '', additionalInfo: '', source: 'trial_signup_page', trialType: 'free_trial' },
  })
  expect(onboardingRequest.parse(onboarding)).toEqual({
    ...onboarding,
    ...carried,
    ...{ websiteAddress: '', hasGoogleAds: false, notes: '' },
  })
})

test.each([
  ['contact', contactRequest, contact],
  ['trial', trialRequest, trial],
  ['onboarding', onboardingRequest, onboarding],
])('the %s form names every missing field', (_name, schema, sent) => {
  expect(paths(schema, {}).sort()).toEqual(Object.keys(sent).sort())
})

test.each([
  [contactRequest, { ...contact, phone: '1'.repeat(51) }, ['phone']],
  [contactRequest, { ...contact, phone: '1'.repeat(50) }, []],
  [trialRequest, { ...trial, phone: '077009001' }, ['phone']],
  [trialRequest, { ...trial, phone: '0770090012' }, []],
  [trialRequest, { ...trial, phone: '1'.repeat(51) }, ['phone']],
  [trialRequest, { ...trial, website: 'roofs' }, ['website']],
  [trialRequest, { ...trial, website: ' ' }, []],
  [trialRequest, { ...trial, website: 'https://roofs.test' }, []],
  [trialRequest, { ...trial, website: `https://roofs.test/${'a'.repeat(2048)}` }, ['website']],
  [trialRequest, { ...trial, currentAdsAccount: 'maybe' }, ['currentAdsAccount']],
  [onboardingRequest, { ...onboarding, mobileNumber: '1'.repeat(51) }, ['mobileNumber']],
  [onboardingRequest, { ...onboarding, websiteAddress: 'not a site' }, ['websiteAddress']],
] as const)('%# is refused at the right field', (schema, sent, expected) => {
  expect(paths(schema, sent)).toEqual(expected)
})

test.each([
  ['roofs.test', 'https://roofs.test'],
  [' HTTP://roofs.test ', 'http://roofs.test'],
  ['https://roofs.test', 'https://roofs.test'],
  ['roofs.test/?to=http://a.test', 'https://roofs.test/?to=http://a.test'],
  ['', ''],
])('a website typed as %j is %j', (typed, kept) => {
  expect(onboardingRequest.parse({ ...onboarding, websiteAddress: typed }).websiteAddress).toBe(kept)
})

test('a website of the longest typed length has room for the protocol', () => {
  const typed = (length: number) => ({
    ...onboarding,
    websiteAddress: `roofs.test/${'a'.repeat(length - 'roofs.test/'.length)}`,
  })
  expect(paths(onboardingRequest, typed(2_040))).toEqual([])
  expect(onboardingRequest.safeParse(typed(2_041)).error?.issues).toMatchObject([
    { path: ['websiteAddress'], message: 'Website Address must be at most 2048 characters' },
  ])
})

describe('tracking values of a form', () => {
  const utm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'a', utm_content: 'b', utm_term: 'c' }

  test('tracking values of a form are stored if valid', () => {
    const sent = { firstTouchUtm: utm, variant: 'v2', pagePath: '/a', leaveBlank: 'x', formToken: 't' }
    expect(contactRequest.parse({ ...contact, ...sent, source: 'promotional_popup' })).toMatchObject({
      ...sent,
      source: 'promotional_popup',
    })
  })

  test('invalid tracking values never reject a form', () => {
    const sent = {
      firstTouchUtm: 'x',
      variant: 'v9',
      pagePath: 7,
      leaveBlank: null,
      formToken: [],
      source: 'x',
    }
    expect(contactRequest.parse({ ...contact, ...sent })).toMatchObject({
      ...carried,
      firstTouchUtm: null,
      source: 'contact_form',
    })
    expect(trialRequest.parse({ ...trial, source: 'x', trialType: 'x' })).toMatchObject({
      source: 'trial_signup_page',
      trialType: 'free_trial',
    })
    const touched = (touch: object) =>
      contactRequest.parse({ ...contact, firstTouchUtm: { ...utm, ...touch } }).firstTouchUtm
    const known = { ...utm, referrer: 'https://a.example/', clickIds: ['gclid'] }
    expect(touched(known)).toEqual(known)
    expect(touched({ utm_term: 7, referrer: {}, clickIds: [7] })).toEqual({
      ...{ ...utm, utm_term: '' },
      ...{ referrer: '', clickIds: [] },
    })
  })
})

test('the toast names missing fields in the form’s order, and white space counts as missing', () => {
  expect(missingOnboardingFields(onboarding)).toEqual([])
  expect(missingOnboardingFields({ ...onboarding, fullName: ' ', targetArea: '' })).toEqual([
    'Full Name',
    'Target Area',
  ])
  expect(missingOnboardingFields({})).toHaveLength(6)
})

test.each([
  [0, 'until you ask us to erase it'],
  [1, '1 day'],
  [730, '730 days'],
])('a retention of %i days is described as %s', (days, words) => expect(keptFor(days)).toBe(words))

const clickedAt = '2026-03-01T12:00:00.000Z'
test.each([
  [
    { ids: { gclid: 'abcd', fbclid: 'no click!' }, clickedAt },
    { ids: { gclid: 'abcd' }, clickedAt },
  ],
  [
    { ids: { msclkid: 'a_b-9' }, clickedAt },
    { ids: { msclkid: 'a_b-9' }, clickedAt },
  ],
  [{ ids: { gclid: 'abc' }, clickedAt }, null],
  [{ ids: {}, clickedAt }, null],
  [{ ids: { gclid: 'abcd' } }, null],
])('a form accepts of the click %j: %j', (adClick, kept) => {
  expect(contactRequest.parse({ ...contact, adClick }).adClick).toEqual(kept)
})
