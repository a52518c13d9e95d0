import type { Campaign } from '@firsttouch/api/contract/campaign'
import { describe, expect, it } from 'vitest'
import { campaign as any } from '../testing/answers/campaigns.ts'
import { campaignRate } from './campaign-figures.tsx'
import { arrange, COLUMNS, totalsOf } from './columns.ts'

const campaign = (name: string, rest: Partial<Campaign> = {}): Campaign =>
  any({ id: name, name, utmCampaign: name.toLowerCase(), clicks: 0, ...rest })
const names = (found: Campaign[]) => found.map(one => one.name)
const everything = { text: '', state: '', order: '', accepts: () => true }

describe('the campaign list', () => {
  it('archived campaigns are listed on request only', () => {
    const away = campaign('Away', { isActive: false, archivedAt: '2026-02-01T12:00:00.000Z' })
    const all = [campaign('Here'), campaign('Off', { isActive: false }), away]
    expect(names(arrange(all, everything))).toEqual(['Here', 'Off'])
    expect(names(arrange(all, { ...everything, state: 'inactive' }))).toEqual(['Off'])
    expect(names(arrange(all, { ...everything, state: 'archived' }))).toEqual(['Away'])
  })

  it('the rate is 0 without clicks and null for unknown counts', () => {
    expect(campaignRate({ clicks: 0, conversions: 3 })).toBe(0)
    expect(campaignRate({ clicks: 8, conversions: 1 })).toBe(12.5)
    expect(campaignRate({ clicks: null, conversions: null })).toBeNull()
  })

  it('the list starts with the newest campaign', () => {
    const list = [campaign('Old'), campaign('New', { createdAt: '2026-04-01T00:00:00.000Z' })]
    expect(names(arrange(list, everything))).toEqual(['New', 'Old'])
  })

  it('the search matches name, source, medium and campaign value in any case', () => {
    const list = [campaign('Spring Roofs'), campaign('Gutters', { utmSource: 'bing' })]
    expect(names(arrange(list, { ...everything, text: ' spring ' }))).toEqual(['Spring Roofs'])
    expect(names(arrange(list, { ...everything, text: 'BING' }))).toEqual(['Gutters'])
  })

  it('a source filters the list', () => {
    const list = [campaign('Roofs'), campaign('Gutters', { utmSource: 'bing' })]
    const accepts = ({ utm_source }: { utm_source: string }) => utm_source === 'bing'
    expect(names(arrange(list, { ...everything, accepts }))).toEqual(['Gutters'])
  })

  it('unknown counts sort last in both directions', () => {
    const list = [campaign('Unknown', { clicks: null }), campaign('None'), campaign('Many', { clicks: 9 })]
    const by = (order: string) => names(arrange(list, { ...everything, order }))
    expect(by('clicks-down')).toEqual(['Many', 'None', 'Unknown'])
    expect(by('clicks-up')).toEqual(['None', 'Many', 'Unknown'])
  })

  it('a new campaign stays first regardless of filters and order', () => {
    const list = [campaign('Many', { clicks: 9 }), campaign('Created')]
    const view = { ...everything, text: 'many', order: 'clicks-down', created: 'Created' }
    expect(names(arrange(list, view))).toEqual(['Created', 'Many'])
  })

  it.each([
    ['clicks', { clicks: 1 }, { clicks: 2 }],
    ['conversions', { conversions: 1 }, { conversions: 2 }],
    ['leads', { leads: 1 }, { leads: 2 }],
    ['qualified', { qualifiedLeads: 1 }, { qualifiedLeads: 2 }],
    ['cost', { cost: 1 }, { cost: 2 }],
    ['per-lead', { costPerLead: 1 }, { costPerLead: 2 }],
    ['per-qualified', { costPerQualifiedLead: 1 }, { costPerQualifiedLead: 2 }],
    ['change', { costPerQualifiedLead: 30 }, { costPerQualifiedLead: 50 }],
    ['status', { isActive: true }, { isActive: false }],
    ['name', { name: 'A' }, { name: 'B' }],
  ])('the list sorts by %s in both directions', (id, less, more) => {
    const [a, b] = [campaign('Less', less), campaign('More', more)]
    for (const list of [
      [a, b],
      [b, a],
    ]) {
      expect(arrange(list, { ...everything, order: `${id}-up` })).toEqual([a, b])
      expect(arrange(list, { ...everything, order: `${id}-down` })).toEqual([b, a])
    }
  })

  it('the list sorts by every column', () => {
    expect(COLUMNS.map(({ id }) => id)).toHaveLength(10)
    expect(names(arrange([campaign('A'), campaign('B')], { ...everything, order: 'no-such-order' }))).toEqual(
      ['A', 'B'],
    )
  })

  it('the totals divide the cost by the leads of the days with a cost', () => {
    const list = [
      campaign('A', { clicks: 1, leads: 9, cost: 10.1, leadsOnCostDays: 2, qualifiedOnCostDays: 0 }),
      campaign('B', { clicks: 2, leads: 1, cost: 0.2, leadsOnCostDays: 1, qualifiedOnCostDays: 0 }),
      campaign('C', { clicks: 3, leads: 5, cost: null, leadsOnCostDays: null, qualifiedOnCostDays: null }),
    ]
    const totals = totalsOf(list)
    expect(totals).toMatchObject({ clicks: 6, leads: 15, cost: 10.3, costPerQualifiedLead: null })
    expect(totals.costPerLead).toBeCloseTo(3.433, 3)
    expect(totalsOf([campaign('U', { clicks: null, cost: null })])).toMatchObject({
      clicks: null,
      cost: null,
    })
  })

  it('names sort in natural language order', () => {
    const list = ['b', 'Ä', 'C', 'a'].map(name => campaign(name))
    expect(names(arrange(list, { ...everything, order: 'name-up' }))).toEqual(['a', 'Ä', 'b', 'C'])
  })

  it.each([
    ['name', 'Sought'],
    ['platform', 'sought ads'],
    ['utmSource', 'sought'],
    ['utmMedium', 'sought'],
    ['utmCampaign', 'sought'],
  ])('the search matches %s', (field, value) => {
    const list = [campaign('Roofs'), campaign('Other', { [field]: value })]
    expect(arrange(list, { ...everything, text: 'SOUGHT' })).toEqual([list[1]])
    expect(arrange(list, { ...everything, text: ' ' })).toHaveLength(2)
  })

  it('a filter shows active campaigns only', () => {
    const list = [campaign('On'), campaign('Off', { isActive: false })]
    expect(names(arrange(list, { ...everything, state: 'active' }))).toEqual(['On'])
  })

  it('a filter shows inactive campaigns only', () => {
    const list = [campaign('On'), campaign('Off', { isActive: false })]
    expect(names(arrange(list, { ...everything, state: 'inactive' }))).toEqual(['Off'])
  })
})
