import { useRange } from '../address/use-range.ts'
import { Section } from '../pieces/section.tsx'
import { CampaignComparison } from './campaign-comparison.tsx'
import { ConversionTypes } from './conversion-types.tsx'
import { CostTrend } from './cost-trend.tsx'
import { DevicesPanel } from './devices.tsx'
import { LandingPages } from './landing-pages.tsx'
import { LeftOut } from './left-out.tsx'
import { PageSpeed } from './page-speed.tsx'
import { Channels, ReferringSites, Sources } from './sources.tsx'
import { Trend } from './trend.tsx'
import { VisitorsNow } from './visitors-now.tsx'

/** What happened when, where visits come from and which campaigns bring them; choosing one narrows the page. */
export const Traffic = () => (
  <Section id="traffic" title="Traffic" meta={<span>{useRange().words}</span>}>
    <div className="traffic-panels">
      <VisitorsNow />
      <LeftOut />
      <Trend measure="visits" />
      <Trend measure="conversions" />
      <Trend measure="rate" />
      <CostTrend />
      <Channels />
      <ReferringSites />
      <Sources />
      <ConversionTypes />
      <LandingPages />
      <DevicesPanel />
      <PageSpeed />
      <CampaignComparison />
    </div>
  </Section>
)
