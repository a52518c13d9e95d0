import type { Campaign } from '@firsttouch/api/contract/campaign'
import { describe, expect, it } from 'vitest'
import { campaignRate } from '../pieces/campaign-rate.ts'
import { arrange } from './campaign-order.ts'

const campaign = (name: string, rest: Partial<Campaign> = {}): Campaign => ({
  id: name,
  name,
  date: '2026-01-31',
  platform: 'Google Ads',
  utmSource: 'google',
  utmMedium: 'cpc',
  utmCampaign: name.toLowerCase(),
  utmContent: '',
  utmTerm: '',
  adAssetDescription: '',
  notes: '',
  isActive: true,
  generatedUrl: '',
  clicks: 0,
  visitors: 0,
  conversions: 0,
  channel: null,
  ...{ bounces: null, engaged: null, bounceRate: null },
  leads: 0,
  qualifiedLeads: 0,
  trials: 0,
  onboarding: 0,
  currency: 'GBP',
  cost: null,
  unassignedCost: null,
  costPerClick: null,
  costPerLead: null,
  costPerQualifiedLead: null,
  costPerTrial: null,
  costPerOnboarding: null,
  costDays: null,
  daysWithoutCost: null,
  previousCost: null,
  shortUrl: '',
  archivedAt: null,
  version: 1,
  createdAt: '2026-01-31T12:00:00.000Z',
  ...rest,
})
const names = (found: Campaign[]) => found.map(one => one.name)
const everything = { text: '', state: '', order: '', accepts: () => true }

describe('the campaign list', () => {
  it('shows what was put away only when it is asked for', () => {
    const away = campaign('Away', { isActive: false, archivedAt: '2026-02-01T12:00:00.000Z' })
    const all = [campaign('Here'), campaign('Off', { isActive: false }), away]
    expect(names(arrange(all, everything))).toEqual(['Here', 'Off'])
    expect(names(arrange(all, { ...everything, state: 'inactive' }))).toEqual(['Off'])
    expect(names(arrange(all, { ...everything, state: 'archived' }))).toEqual(['Away'])
  })

  it('has a rate of 0 without clicks, and none while the counts are unknown', () => {
    expect(campaignRate({ clicks: 0, conversions: 3 })).toBe(0)
    expect(campaignRate({ clicks: 8, conversions: 1 })).toBe(12.5)
    expect(campaignRate({ clicks: null, conversions: null })).toBeNull()
  })

  it('shows the newest first', () => {
    const list = [campaign('Old'), campaign('New', { createdAt: '2026-02-01T00:00:00.000Z' })]
    expect(names(arrange(list, everything))).toEqual(['New', 'Old'])
  })

  it('finds by name, source, medium and campaign value, whatever the case', () => {
    const list = [campaign('Spring Roofs'), campaign('Gutters', { utmSource: 'bing' })]
    expect(names(arrange(list, { ...everything, text: ' spring ' }))).toEqual(['Spring Roofs'])
    expect(names(arrange(list, { ...everything, text: 'BING' }))).toEqual(['Gutters'])
  })

  it('is narrowed to a source', () => {
    const list = [campaign('Roofs'), campaign('Gutters', { utmSource: 'bing' })]
    const accepts = ({ utm_source }: { utm_source: string }) => utm_source === 'bing'
    expect(names(arrange(list, { ...everything, accepts }))).toEqual(['Gutters'])
  })

  it('puts unknown counts last', () => {
    const list = [campaign('Unknown', { clicks: null }), campaign('None'), campaign('Many', { clicks: 9 })]
    expect(names(arrange(list, { ...everything, order: 'most-clicks' }))).toEqual(['Many', 'None', 'Unknown'])
  })

  it.each([
    ['date', { date: '2026-01-01' }, { date: '2026-01-02' }],
    ['most-clicks', { clicks: 1 }, { clicks: 2 }],
    ['most-visitors', { visitors: 1 }, { visitors: 2 }],
    ['most-conversions', { conversions: 1 }, { conversions: 2 }],
    ['best-rate', { clicks: 4, conversions: 1 }, { clicks: 2, conversions: 1 }],
    ['most-leads', { leads: 1 }, { leads: 2 }],
    ['most-qualified', { qualifiedLeads: 1 }, { qualifiedLeads: 2 }],
    ['no-such-order', { createdAt: '2026-01-01' }, { createdAt: '2026-01-02' }],
  ])('is put in order by %s', (order, less, more) => {
    const [a, b] = [campaign('Less', less), campaign('More', more)]
    for (const list of [
      [a, b],
      [b, a],
    ])
      expect(names(arrange(list, { ...everything, order }))).toEqual(['More', 'Less'])
  })

  it('is put in order by name as people sort names', () => {
    const list = ['b', 'Ä', 'C', 'a'].map(name => campaign(name))
    expect(names(arrange(list, { ...everything, order: 'name' }))).toEqual(['a', 'Ä', 'b', 'C'])
  })

  it.each([
    ['name', 'Sought'],
    ['platform', 'sought ads'],
    ['utmSource', 'sought'],
    ['utmMedium', 'sought'],
    ['utmCampaign', 'sought'],
  ])('finds by %s', (field, value) => {
    const list = [campaign('Roofs'), campaign('Other', { [field]: value })]
    expect(arrange(list, { ...everything, text: 'SOUGHT' })).toEqual([list[1]])
    expect(arrange(list, { ...everything, text: ' ' })).toHaveLength(2)
  })

  it('narrows to the active', () => {
    const list = [campaign('On'), campaign('Off', { isActive: false })]
    expect(names(arrange(list, { ...everything, state: 'active' }))).toEqual(['On'])
  })

  it('narrows to the inactive', () => {
    const list = [campaign('On'), campaign('Off', { isActive: false })]
    expect(names(arrange(list, { ...everything, state: 'inactive' }))).toEqual(['Off'])
  })
})
