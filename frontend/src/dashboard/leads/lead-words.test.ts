import { expect, test } from 'vitest'
import { draftFor } from '../onboarding/submission-row.tsx'
import { ownerChoices } from '../pieces/inbox/work.tsx'
import { touchText } from './lead-row.tsx'

const ada = { id: '1', username: 'ada' }
const bob = { id: '2', username: 'bob' }

test('the choice of owners starts with the logged-in person, listed once', () => {
  expect(ownerChoices({ all: [ada, bob], me: bob })).toEqual([
    ['2', 'bob (you)'],
    ['1', 'ada'],
  ])
  expect(ownerChoices({ all: [ada, bob], me: undefined })).toEqual([
    ['1', 'ada'],
    ['2', 'bob'],
  ])
})

test('a touch lists its tags and omits missing ones', () => {
  const tags = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring_roofs' }
  expect(touchText({ ...tags, utm_content: 'red', utm_term: 'roof' })).toBe(
    'Google / Paid clicks (CPC) / spring_roofs / red / roof',
  )
  expect(touchText({ ...tags, utm_medium: '', utm_content: '', utm_term: '' })).toBe('Google / spring_roofs')
})

test('a customer’s campaign starts as a search ad for their keyword and area', () => {
  const customer = { businessName: 'Roofs', primaryKeyword: 'roofer', targetArea: 'Leeds' }
  expect(draftFor(customer as Parameters<typeof draftFor>[0])).toEqual({
    name: 'Roofs roofer',
    platform: 'Google Ads',
    utmSource: 'google',
    utmMedium: 'cpc',
    adAssetDescription: 'Search Ad',
    notes: 'For Roofs: roofer, Leeds',
  })
})
