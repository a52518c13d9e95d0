import type { Campaign } from '@firsttouch/api/contract/campaign'
import { describe, expect, it } from 'vitest'
import { compare, MEASURES, type Measure } from './compare-campaigns.ts'

const campaign = (utmCampaign: string, clicks: number | null, conversions: number | null, id = utmCampaign) =>
  ({ id, utmCampaign, clicks, conversions }) as Campaign

describe('the comparison of campaigns', () => {
  it('puts the best first and leaves out the empty', () => {
    const list = [campaign('none', 0, 0), campaign('some', 5, 1), campaign('many', 1_234, 2)]
    expect(compare(list, 'clicks').map(bar => [bar.name, bar.text])).toEqual([
      ['many', '1,234'],
      ['some', '5'],
    ])
  })

  it('shows no rate before there are enough clicks to have one', () => {
    const list = [campaign('lucky', 2, 1), campaign('steady', 200, 9)]
    expect(compare(list, 'rate').map(bar => [bar.name, bar.text])).toEqual([['steady', '4.5%']])
  })

  it('goes by each figure of a campaign', () => {
    const spring = { ...campaign('spring', 30, 3), visitors: 20, bounceRate: 25, leads: 2, qualifiedLeads: 1 }
    const measures = Object.keys(MEASURES) as Measure[]
    const texts = measures.map(measure => compare([spring], measure).map(({ text }) => text))
    expect(texts).toEqual([['30'], ['20'], ['3'], ['10.0%'], ['25.0%'], ['2'], ['1']])
  })

  it('tells campaigns that share a value apart by source and medium', () => {
    const list = [
      { ...campaign('spring', 10, 1, 'a'), utmSource: 'google', utmMedium: 'cpc' },
      { ...campaign('spring', 4, 1, 'b'), utmSource: 'facebook', utmMedium: 'social' },
    ]
    expect(compare(list, 'clicks')).toEqual([
      { name: 'spring', label: 'spring (google / cpc)', value: 10, text: '10' },
      { name: 'spring', label: 'spring (facebook / social)', value: 4, text: '4' },
    ])
  })

  it('shows nothing while the counts are unknown', () => {
    expect(compare([campaign('spring', null, null)], 'clicks')).toEqual([])
  })
})
