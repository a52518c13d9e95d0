/** How the campaign list is narrowed and ordered. */
import type { Campaign } from '@firsttouch/api/contract/campaign'
import { fold } from '@firsttouch/api/contract/fields/fold'
import { oneOf, text, useFilters } from '../address/filters.ts'
import type { Tags } from '../address/page-filter.ts'
import { campaignRate } from '../pieces/campaign-rate.ts'

type Compare = (a: Campaign, b: Campaign) => number
const numerically =
  (value: (campaign: Campaign) => number | null): Compare =>
  (a, b) =>
    (value(b) ?? -1) - (value(a) ?? -1)

const newestFirst: Compare = (a, b) => b.createdAt.localeCompare(a.createdAt)

/** What is not known comes last. */
const cheapest: Compare = (a, b) =>
  (a.costPerQualifiedLead ?? Number.POSITIVE_INFINITY) -
    (b.costPerQualifiedLead ?? Number.POSITIVE_INFINITY) || 0

/** Beside the newest first. */
const ORDERS: Readonly<Record<string, { words: string; compare: Compare }>> = {
  date: { words: 'Campaign date', compare: (a, b) => b.date.localeCompare(a.date) },
  'most-clicks': { words: 'Most clicks', compare: numerically(campaign => campaign.clicks) },
  'most-visitors': { words: 'Most visitors', compare: numerically(campaign => campaign.visitors) },
  'most-conversions': { words: 'Most conversions', compare: numerically(campaign => campaign.conversions) },
  'best-rate': { words: 'Best rate', compare: numerically(campaignRate) },
  'most-leads': { words: 'Most leads', compare: numerically(campaign => campaign.leads) },
  'most-qualified': {
    words: 'Most qualified leads',
    compare: numerically(campaign => campaign.qualifiedLeads),
  },
  'most-cost': { words: 'Highest cost', compare: numerically(campaign => campaign.cost) },
  'best-cost': { words: 'Cheapest qualified leads', compare: cheapest },
  name: { words: 'Name', compare: (a, b) => a.name.localeCompare(b.name, 'en-GB') },
}

export const STATES = { active: 'Active', inactive: 'Inactive', archived: 'Archived' } as const

export const stateOf = ({ isActive, archivedAt }: Pick<Campaign, 'isActive' | 'archivedAt'>) =>
  archivedAt !== null ? 'archived' : isActive ? 'active' : 'inactive'

const TABLE = {
  text: text('campaign-search', 'Search campaigns'),
  state: oneOf('campaign-state', 'Filter by state', 'Not archived', Object.entries(STATES)),
  order: oneOf(
    'campaign-order',
    'Order campaigns by',
    'Newest first',
    Object.entries(ORDERS).map(([order, { words }]) => [order, words]),
  ),
}

export const useCampaignFilters = () => useFilters(TABLE)

type View = { text: string; state: string; order: string; accepts: (tags: Tags) => boolean }

export const arrange = (
  campaigns: readonly Campaign[],
  { text: typed, state, order, accepts }: View,
): Campaign[] => {
  const sought = fold(typed.trim())
  const found = campaigns.filter(
    campaign =>
      accepts({ utm_source: campaign.utmSource, utm_campaign: campaign.utmCampaign }) &&
      // What was put away is only shown when it is asked for.
      (state ? stateOf(campaign) === state : campaign.archivedAt === null) &&
      (!sought ||
        [campaign.name, campaign.platform, campaign.utmSource, campaign.utmMedium, campaign.utmCampaign].some(
          value => fold(value).includes(sought),
        )),
  )
  return found.sort(ORDERS[order]?.compare ?? newestFirst)
}
