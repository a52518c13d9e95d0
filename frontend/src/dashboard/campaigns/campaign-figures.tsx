import './campaigns.css'
import type { Campaign } from '@firsttouch/api/contract/campaign'
import type { ReactNode } from 'react'
import { campaignRate } from '../pieces/campaign-rate.ts'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { count, percent } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'

/** A campaign's tags, and what came of it in the days that the page is set to. */
export const CampaignFigures = ({ campaign }: { campaign: Campaign }) => (
  <dl className="campaign-figures mt-2.5">
    <Figure label="Source">{labelOf(campaign.utmSource)}</Figure>
    <Figure label="Medium">{labelOf(campaign.utmMedium)}</Figure>
    <Figure label="Campaign" kind="words">
      {campaign.utmCampaign}
    </Figure>
    <Amount label="Clicks" value={campaign.clicks} />
    <Amount label="Visitors" value={campaign.visitors} />
    <Amount label="Conversions" value={campaign.conversions} />
    <Figure label="Rate" kind="number">
      <ChangedNumber value={campaignRate(campaign)}>{rateText(campaign)}</ChangedNumber>
    </Figure>
    <Figure label="Bounce rate" kind="number">
      <ChangedNumber value={campaign.bounceRate}>{percent(campaign.bounceRate, 1)}</ChangedNumber>
    </Figure>
    <Amount label="Leads" value={campaign.leads} />
    <Amount label="Qualified" value={campaign.qualifiedLeads} />
  </dl>
)

const Amount = ({ label, value }: { label: string; value: number | null }) => (
  <Figure label={label} kind="number">
    <ChangedNumber value={value}>{count(value)}</ChangedNumber>
  </Figure>
)

const rateText = (campaign: Campaign): string =>
  campaign.clicks === 0 ? '0%' : percent(campaignRate(campaign), 1)

type FigureProps = { label: string; children: ReactNode; kind?: 'word' | 'words' | 'number' }

const Figure = ({ label, children, kind = 'word' }: FigureProps) => (
  <div data-kind={kind} className="min-w-0">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className={kind === 'number' ? 'font-semibold tabular-nums' : 'wrap-anywhere'}>{children}</dd>
  </div>
)
