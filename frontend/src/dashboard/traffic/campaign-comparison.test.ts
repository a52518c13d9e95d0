import type { Campaign } from '@firsttouch/api/contract/campaign'
import { expect, test } from 'vitest'
import { barsOf } from './campaign-comparison.tsx'

const campaign = (utmCampaign: string, clicks: number, tags = {}) =>
  ({ utmCampaign, clicks, ...tags }) as Campaign

test('the campaign with most clicks comes first, and one without any is left out', () => {
  const list = [campaign('none', 0), campaign('some', 5), campaign('many', 1_234)]
  expect(barsOf(list).map(bar => [bar.name, bar.text])).toEqual([
    ['many', '1,234'],
    ['some', '5'],
  ])
})

test('campaigns that share a value are told apart by source and medium', () => {
  const list = [
    campaign('spring', 10, { utmSource: 'google', utmMedium: 'cpc' }),
    campaign('spring', 4, { utmSource: 'facebook', utmMedium: 'social' }),
  ]
  expect(barsOf(list)).toEqual([
    { name: 'spring', label: 'spring (google / cpc)', value: 10, text: '10' },
    { name: 'spring', label: 'spring (facebook / social)', value: 4, text: '4' },
  ])
})
