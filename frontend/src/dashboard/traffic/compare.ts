/** Which campaigns do best, by one measure. */
import type { Campaign } from '@firsttouch/api/contract'
import type { Bar } from '../../ui/ranked-bars.tsx'
import { count, percent } from '../format.ts'

export const MEASURES = ['Clicks', 'Conversions', 'Rate'] as const
export type Measure = (typeof MEASURES)[number]

const SHOWN = 8
/** Below this many clicks a rate says nothing yet: one conversion of two clicks is not a campaign at 50 %. */
export const FEWEST_CLICKS = 20

const bars: Record<Measure, (value: string, clicks: number, conversions: number) => Bar | null> = {
  Clicks: (name, clicks) => (clicks > 0 ? { name, value: clicks, text: count(clicks) } : null),
  Conversions: (name, _, conversions) =>
    conversions > 0 ? { name, value: conversions, text: count(conversions) } : null,
  Rate: (name, clicks, conversions) => {
    const rate = (conversions / clicks) * 100
    return clicks >= FEWEST_CLICKS ? { name, value: rate, text: percent(rate, 1) } : null
  },
}

/** One bar for each campaign value; campaigns that share it share its counts. */
export const compare = (campaigns: readonly Campaign[], measure: Measure): Bar[] => {
  const byValue = new Map(campaigns.map(campaign => [campaign.utmCampaign, campaign]))
  return [...byValue.values()]
    .map(({ utmCampaign, clicks, conversions }) => bars[measure](utmCampaign, clicks ?? 0, conversions ?? 0))
    .filter(bar => bar !== null)
    .sort((a, b) => b.value - a.value)
    .slice(0, SHOWN)
}
