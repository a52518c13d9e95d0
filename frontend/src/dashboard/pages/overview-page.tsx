/** Everything at a glance, in the specification's order; lists show their first few, and each has a page of its own. */
import { Campaigns } from '../campaigns/campaigns.tsx'
import { useOpenForm } from '../campaigns/form/shared-draft.tsx'
import { Domain } from '../domain/domain.tsx'
import { Experiments } from '../experiments/experiments.tsx'
import { Leads } from '../leads/leads.tsx'
import { Onboarding } from '../onboarding/onboarding.tsx'
import { CardBoundary } from '../pieces/card-boundary.tsx'
import { ShortenLists } from '../pieces/short-lists.tsx'
import { CostCards } from '../spend/cost-cards.tsx'
import { Stats } from '../stats/stats.tsx'
import { draftFor } from './draft-for-submission.ts'
import { NewCampaign } from './new-campaign.tsx'

const SHOWN = 3

export const Overview = () => {
  const { startWith } = useOpenForm()
  return (
    <ShortenLists value={SHOWN}>
      <CardBoundary what="domain">
        <Domain />
      </CardBoundary>
      <CardBoundary what="totals">
        <Stats />
      </CardBoundary>
      <CardBoundary what="costs">
        <CostCards />
      </CardBoundary>
      <CardBoundary what="split-test results">
        <Experiments />
      </CardBoundary>
      <CardBoundary what="onboarding submissions">
        <Onboarding onCreateCampaign={submission => startWith(draftFor(submission))} />
      </CardBoundary>
      <CardBoundary what="leads">
        <Leads />
      </CardBoundary>
      <NewCampaign />
      <CardBoundary what="campaigns">
        <Campaigns onDraft={startWith} />
      </CardBoundary>
    </ShortenLists>
  )
}
