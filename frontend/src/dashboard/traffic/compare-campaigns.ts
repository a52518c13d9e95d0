/** Which campaigns do best, by one measure. */
import type { Campaign } from '@firsttouch/api/contract/campaign'
import { campaignRate } from '../pieces/campaign-rate.ts'
import type { Bar } from '../pieces/ranked-bars.tsx'
import { count, percent } from '../words/format.ts'

/** As choices; within a sentence in lower case. */
export const MEASURES = {
  clicks: 'Clicks',
  visitors: 'Visitors',
  conversions: 'Conversions',
  rate: 'Rate',
  bounceRate: 'Bounce rate',
  leads: 'Leads',
  qualified: 'Qualified leads',
} as const
export type Measure = keyof typeof MEASURES

const SHOWN = 8
/** Below this many clicks a rate says nothing yet: one conversion of two clicks is not a campaign at 50 %. */
export const FEWEST_CLICKS = 20

/** null: not known. */
export const figureOf: Readonly<Record<Measure, (campaign: Campaign) => number | null>> = {
  clicks: ({ clicks }) => clicks,
  visitors: ({ visitors }) => visitors,
  conversions: ({ conversions }) => conversions,
  rate: campaignRate,
  bounceRate: ({ bounceRate }) => bounceRate,
  leads: ({ leads }) => leads,
  qualified: ({ qualifiedLeads }) => qualifiedLeads,
}

export const isRate = (measure: Measure): boolean => measure === 'rate' || measure === 'bounceRate'

const isTelling = (campaign: Campaign, measure: Measure): boolean => {
  const figure = figureOf[measure](campaign)
  return isRate(measure) ? figure !== null && (campaign.clicks ?? 0) >= FEWEST_CLICKS : (figure ?? 0) > 0
}

/** Campaigns that share a value are told apart by source and medium. */
export const compare = (campaigns: readonly Campaign[], measure: Measure): Bar[] =>
  campaigns
    .filter(campaign => isTelling(campaign, measure))
    .map(({ utmCampaign, utmSource, utmMedium, ...campaign }) => ({
      name: utmCampaign,
      ...(campaigns.filter(other => other.utmCampaign === utmCampaign).length > 1 && {
        label: `${utmCampaign} (${utmSource} / ${utmMedium})`,
      }),
      value: figureOf[measure](campaign as Campaign) ?? 0,
    }))
    .map(bar => ({ ...bar, text: isRate(measure) ? percent(bar.value, 1) : count(bar.value) }))
    .sort((a, b) => b.value - a.value)
    .slice(0, SHOWN)
