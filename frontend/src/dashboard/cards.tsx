/** The parts of the page in the specification's order; the only place that knows them all. */
import type { OnboardingSubmission } from '@firsttouch/api/contract/onboarding'
import { Books } from './books/books.tsx'
import type { CampaignDraft } from './campaigns/campaign-draft.ts'
import { Campaigns } from './campaigns/campaigns.tsx'
import { CreateCampaign } from './campaigns/create-campaign.tsx'
import { CardBoundary } from './card-boundary.tsx'
import { Domain } from './domain/domain.tsx'
import { Leads } from './leads/leads.tsx'
import { Onboarding } from './onboarding/onboarding.tsx'
import { RangeBar } from './range/range-bar.tsx'
import { SplitTest } from './split-test/split-test.tsx'
import { Stats } from './stats/stats.tsx'
import { Traffic } from './traffic/traffic.tsx'
import type { Draft } from './use-draft.ts'

export const Cards = ({ draft, open, close, startWith }: Draft) => (
  <>
    <CardBoundary what="domain">
      <Domain />
    </CardBoundary>
    <CardBoundary what="choice of days">
      <RangeBar />
    </CardBoundary>
    <CardBoundary what="totals">
      <Stats />
    </CardBoundary>
    <CardBoundary what="traffic">
      <Traffic />
    </CardBoundary>
    <CardBoundary what="split-test results">
      <SplitTest />
    </CardBoundary>
    <CardBoundary what="onboarding submissions">
      <Onboarding onCreateCampaign={submission => startWith(draftFor(submission))} />
    </CardBoundary>
    <CardBoundary what="leads">
      <Leads />
    </CardBoundary>
    <CardBoundary what="campaign form">
      <CreateCampaign draft={draft} onOpen={open} onClose={close} />
    </CardBoundary>
    <CardBoundary what="campaigns">
      <Campaigns onDraft={startWith} />
    </CardBoundary>
    <CardBoundary what="books">
      <Books />
    </CardBoundary>
  </>
)

/** A customer's first campaign is a search ad for their keyword where they work. */
const draftFor = ({ businessName, primaryKeyword, targetArea }: OnboardingSubmission): CampaignDraft => ({
  name: `${businessName} ${primaryKeyword}`,
  platform: 'Google Ads',
  utmSource: 'google',
  utmMedium: 'cpc',
  adAssetDescription: 'Search Ad',
  notes: `For ${businessName}: ${primaryKeyword}, ${targetArea}`,
})
