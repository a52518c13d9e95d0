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
  leads: 0,
  qualifiedLeads: 0,
  trials: 0,
  onboarding: 0,
  currency: 'GBP',
  cost: null,
  costPerClick: null,
  costPerLead: null,
  costPerQualifiedLead: null,
  costPerTrial: null,
  costPerOnboarding: null,
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

  it('narrows to the inactive', () => {
    const list = [campaign('On'), campaign('Off', { isActive: false })]
    expect(names(arrange(list, { ...everything, state: 'inactive' }))).toEqual(['Off'])
  })
})
