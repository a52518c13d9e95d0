import { campaignValue } from '@firsttouch/api/contract/campaign-link'
import { expect, test } from 'vitest'
import { campaign } from '../../testing/answers/campaigns.ts'
import { draftForTag, draftLike, linkOf, startingFields } from './campaign-draft.ts'

const tag = (utmCampaign: string, utmSource = 'google', utmMedium = 'cpc') => ({
  ...{ utmCampaign, utmSource, utmMedium },
  ...{ clicks: 1, conversions: 0, faults: [], lastAt: '2026-03-01T00:00:00.000Z', nearest: null },
})

test.each(['spring_roofs', 'tv', 'Spring-Sale', 'SPRING_ROOFS', '__', 'a__b', 'Große Aktion'])(
  'a campaign created for the clicks of %j has that value',
  value => {
    const fields = startingFields(draftForTag(tag(value)))
    expect(fields.adoptTag || campaignValue(fields.name)).toBe(value)
    const link = linkOf('https://www.example.com', fields)
    expect(new URL(link).searchParams.get('utm_campaign')).toBe(value)
  },
)

test('the form keeps the tag itself only if no name yields it', () => {
  expect(draftForTag(tag('spring_roofs'))).toEqual({
    name: 'spring roofs',
    utmSource: 'google',
    utmMedium: 'cpc',
  })
})

test('an unknown source or medium stays empty in the form', () => {
  expect(draftForTag(tag('x', 'Facebook', 'banner'))).toMatchObject({ utmSource: 'facebook', utmMedium: '' })
})

test('a copy has every field but the name and the fields derived from it', () => {
  expect(draftLike(campaign({ utmTerm: 'slates' }))).toEqual({
    ...{ name: 'Spring Roofs copy', platform: 'Google Ads', utmSource: 'google', utmMedium: 'cpc' },
    ...{ utmTerm: 'slates', adAssetDescription: 'Search Ad', notes: 'Ends in May.' },
  })
})
