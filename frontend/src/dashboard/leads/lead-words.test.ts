import { expect, test } from 'vitest'
import { draftFor } from '../pages/draft-for-submission.ts'
import { ownerChoices } from '../pieces/inbox/owners.ts'
import { touchText } from './touch-text.ts'

const ada = { id: '1', username: 'ada' }
const bob = { id: '2', username: 'bob' }

test('whoever is logged in is the first choice, and is there once', () => {
  expect(ownerChoices({ all: [ada, bob], me: bob })).toEqual([
    ['2', 'bob (you)'],
    ['1', 'ada'],
  ])
  expect(ownerChoices({ all: [ada, bob], me: undefined })).toEqual([
    ['1', 'ada'],
    ['2', 'bob'],
  ])
})

test('a touch is told by its tags, without those that it lacks', () => {
  const tags = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring_roofs' }
  expect(touchText({ ...tags, utm_content: 'red', utm_term: 'roof' })).toBe(
    'Google / Paid clicks (CPC) / spring_roofs / red / roof',
  )
  expect(touchText({ ...tags, utm_medium: '', utm_content: '', utm_term: '' })).toBe('Google / spring_roofs')
})

test('a customer’s campaign is a search ad for their keyword where they work', () => {
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
