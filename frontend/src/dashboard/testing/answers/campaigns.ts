/** Campaigns and their costs. No two numbers are equal, so a test notices a swapped figure. */
import type { Campaign, CampaignHistory, UnknownTags } from '@firsttouch/api/contract/campaign'
import type { SpendBatches, SpendList } from '@firsttouch/api/contract/costs/spend'
import { idOf } from './answers.ts'

export const campaign = (given: Partial<Campaign> = {}): Campaign => ({
  ...{ id: idOf(11), name: 'Spring Roofs', date: '2026-03-01', platform: 'Google Ads' },
  ...{
    utmSource: 'google',
    utmMedium: 'cpc',
    utmCampaign: 'spring_roofs',
    utmContent: 'search_ad',
    utmTerm: '',
  },
  ...{ adAssetDescription: 'Search Ad', notes: 'Ends in May.', isActive: true },
  generatedUrl: 'https://www.example.com/?utm_source=google&utm_medium=cpc&utm_campaign=spring_roofs',
  ...{
    clicks: 1240,
    visitors: 1011,
    conversions: 62,
    channel: 'Paid search',
    bounces: 310,
    engaged: 651,
    bounceRate: 32.26,
    leads: 41,
    qualifiedLeads: 17,
    trials: 9,
    onboarding: 4,
  },
  ...{
    currency: 'GBP',
    cost: 615.5,
    unassignedCost: null,
    costPerClick: 0.5,
    costPerLead: 15.01,
    costPerQualifiedLead: 36.21,
  },
  ...{ costPerTrial: 68.39, costPerOnboarding: 153.88, leadsOnCostDays: 41, qualifiedOnCostDays: 17 },
  costDays: { from: '2026-03-01', to: '2026-03-30', days: 28, sinceCounting: false },
  daysWithoutCost: { days: 2, spans: [{ from: '2026-03-05', to: '2026-03-06' }] },
  previousCost: {
    ...{
      from: '2026-01-30',
      to: '2026-02-28',
      days: 30,
      cost: 580,
      costPerLead: 14,
      costPerQualifiedLead: 40.31,
    },
  },
  ...{ shortUrl: 'https://go.example.com/k7', archivedAt: null, version: 3 },
  createdAt: '2026-03-01T09:00:00.000Z',
  ...given,
})

/** One active campaign, one inactive without a cost, and one archived. */
export const CAMPAIGNS: Campaign[] = [
  campaign(),
  campaign({
    ...{
      id: idOf(12),
      name: 'Gutter Post',
      platform: 'Mailchimp',
      date: '2026-02-14',
      isActive: false,
      notes: '',
    },
    ...{ utmSource: 'direct_mail', utmMedium: 'print', utmCampaign: 'gutters', adAssetDescription: '' },
    generatedUrl: 'https://old.example.com/?utm_source=direct_mail&utm_medium=print&utm_campaign=gutters',
    ...{ clicks: 0, visitors: 7, conversions: 1, leads: 2, qualifiedLeads: 3 },
    ...{ leadsOnCostDays: null, qualifiedOnCostDays: null, costPerLead: null, costPerQualifiedLead: null },
    ...{ cost: null, costDays: null, daysWithoutCost: null, previousCost: null, shortUrl: '' },
    createdAt: '2026-02-14T09:00:00.000Z',
  }),
  campaign({
    ...{ id: idOf(13), name: 'Winter Boilers', utmCampaign: 'boilers', clicks: 23, isActive: false },
    ...{ archivedAt: '2026-03-20T10:00:00.000Z', createdAt: '2026-01-02T09:00:00.000Z' },
  }),
]

export const UNKNOWN_TAGS: UnknownTags = {
  range: { from: null, to: null, timeZone: 'Europe/London' },
  total: 3,
  tags: [
    {
      ...{ utmCampaign: 'Spring-Roofs', utmSource: 'google', utmMedium: 'cpc', clicks: 31, conversions: 5 },
      ...{ lastAt: '2026-03-28T09:15:00.000Z', faults: ['upper_case'] },
      nearest: {
        ...{ id: idOf(11), name: 'Spring Roofs', utmCampaign: 'spring_roofs', utmSource: 'google' },
        ...{ utmMedium: 'cpc', likeness: 'spelling' },
      },
    },
    {
      ...{ utmCampaign: 'flyer', utmSource: 'direct_mail', utmMedium: 'print', clicks: 1, conversions: 0 },
      ...{ lastAt: '2026-03-27T16:30:00.000Z', faults: [], nearest: null },
    },
  ],
}

const at = { changedAt: '2026-03-28T10:00:00.000Z' }

export const SPEND: SpendList = {
  currency: 'GBP',
  entries: [
    {
      ...{ date: '2026-03-28', utmCampaign: 'spring_roofs', cost: 48.2, clicks: 96, origin: 'import', ...at },
      ...{ utmSource: '', utmMedium: '', changedBy: 'ada' },
      sources: [{ platform: 'Google Ads', account: null, cost: 48.2, clicks: 96 }],
      corrections: [
        {
          ...{
            platform: 'Google Ads',
            account: null,
            cost: 44,
            clicks: 90,
            currency: 'EUR',
            changedBy: 'ben',
            ...at,
          },
          ...{ correctedBy: 'ada', correctedAt: at.changedAt },
        },
      ],
    },
    {
      ...{ date: '2026-03-27', utmCampaign: 'gutters', cost: 12.5, clicks: null, origin: 'typed', ...at },
      ...{ utmSource: '', utmMedium: '', changedBy: 'cleo', corrections: [] },
      sources: [{ platform: '', account: null, cost: 12.5, clicks: null }],
    },
  ],
  next: null,
}

export const HISTORY: CampaignHistory = {
  entries: [
    {
      ...{ id: '9', at: '2026-03-28T11:00:00.000Z', person: 'ben', action: 'campaign.change' },
      detail: { name: 'Roofs → Spring Roofs' },
    },
    { id: '4', at: '2026-03-01T09:00:00.000Z', person: 'ada', action: 'campaign.create', detail: {} },
  ],
}

const stored = { platform: 'Google Ads', storedBy: 'ada', undoneBy: null, undoneAt: null }
export const BATCHES: SpendBatches = {
  batches: [
    { ...stored, id: idOf(71), file: 'march.csv', costs: 12, storedAt: '2026-03-28T10:00:00.000Z' },
    {
      ...{ ...stored, id: idOf(72), file: '', costs: 3, storedAt: '2026-03-27T10:00:00.000Z' },
      ...{ platform: 'other', undoneBy: 'ben', undoneAt: '2026-03-27T11:00:00.000Z' },
    },
  ],
}
