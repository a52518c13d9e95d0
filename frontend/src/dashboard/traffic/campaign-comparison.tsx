import type { Campaign } from '@firsttouch/api/contract/campaign'
import { usePageFilter } from '../address/page-filter.ts'
import { useCampaigns } from '../data/figures.ts'
import { Nothing } from '../pieces/empty.tsx'
import { type Bar, RankedBars } from '../pieces/ranked-bars.tsx'
import { count } from '../words/format.ts'
import { Panel } from './traffic-panel.tsx'

/** By clicks: the campaigns' own page orders them by every other figure. */
export const CampaignComparison = () => {
  const { campaign, toggle } = usePageFilter()
  return (
    <Panel query={useCampaigns()} what="campaigns" title="Campaigns compared" isNarrowed={false}>
      {campaigns => {
        if (campaigns.some(({ clicks }) => clicks === null))
          return <Nothing>Clicks cannot be counted at the moment.</Nothing>
        const bars = barsOf(campaigns)
        if (bars.length === 0) return <Nothing>No campaign has been clicked yet.</Nothing>
        return (
          <RankedBars
            label="Campaigns by clicks"
            bars={bars}
            chosen={campaign}
            onChoose={value => toggle('campaign', value)}
          />
        )
      }}
    </Panel>
  )
}

const SHOWN = 8

/** Campaigns that share a value are told apart by source and medium. */
export const barsOf = (campaigns: readonly Campaign[]): Bar[] =>
  campaigns
    .map(({ utmCampaign, utmSource, utmMedium, clicks }) => ({
      name: utmCampaign,
      ...(campaigns.filter(other => other.utmCampaign === utmCampaign).length > 1 && {
        label: `${utmCampaign} (${utmSource} / ${utmMedium})`,
      }),
      value: clicks ?? 0,
      text: count(clicks),
    }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, SHOWN)
