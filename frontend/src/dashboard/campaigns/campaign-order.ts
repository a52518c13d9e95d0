/** How the campaign list is narrowed and ordered. */
import type { Campaign } from '@firsttouch/api/contract/campaign'
import { campaignRate } from '../pieces/campaign-rate.ts'

const numerically = (value: (campaign: Campaign) => number | null) => (a: Campaign, b: Campaign) =>
  (value(b) ?? -1) - (value(a) ?? -1)

const ORDERS: Readonly<Record<string, (a: Campaign, b: Campaign) => number>> = {
  'Newest first': (a, b) => b.createdAt.localeCompare(a.createdAt),
  'Campaign date': (a, b) => b.date.localeCompare(a.date),
  'Most clicks': numerically(campaign => campaign.clicks),
  'Most visitors': numerically(campaign => campaign.visitors),
  'Most conversions': numerically(campaign => campaign.conversions),
  'Best rate': numerically(campaignRate),
  'Most leads': numerically(campaign => campaign.leads),
  'Most qualified leads': numerically(campaign => campaign.qualifiedLeads),
  Name: (a, b) => a.name.localeCompare(b.name, 'en-GB'),
}
export const ORDER_NAMES = Object.keys(ORDERS)
export const STATES = ['Active', 'Inactive', 'Archived'] as const

export const stateOf = ({ isActive, archivedAt }: Pick<Campaign, 'isActive' | 'archivedAt'>) =>
  archivedAt !== null ? 'Archived' : isActive ? 'Active' : 'Inactive'

type View = {
  text: string
  state: string
  order: string
  accepts: (tags: { utm_source: string; utm_campaign: string }) => boolean
}

export const arrange = (
  campaigns: readonly Campaign[],
  { text, state, order, accepts }: View,
): Campaign[] => {
  const sought = text.trim().toLowerCase()
  const found = campaigns.filter(
    campaign =>
      accepts({ utm_source: campaign.utmSource, utm_campaign: campaign.utmCampaign }) &&
      // What was put away is only shown when it is asked for.
      (state ? stateOf(campaign) === state : campaign.archivedAt === null) &&
      (!sought ||
        [campaign.name, campaign.platform, campaign.utmSource, campaign.utmMedium, campaign.utmCampaign].some(
          value => value.toLowerCase().includes(sought),
        )),
  )
  return found.sort(ORDERS[order] ?? ORDERS['Newest first'])
}
