import { Campaigns } from '../campaigns/campaigns.tsx'
import { draftFor } from '../campaigns/form/campaign-draft.ts'
import { CreateCampaign } from '../campaigns/form/create-campaign.tsx'
import { useOpenForm } from '../campaigns/form/shared-draft.tsx'
import { Domain } from '../domain/domain.tsx'
import { Experiments } from '../experiments/experiments.tsx'
import { Leads } from '../leads/leads.tsx'
import { Onboarding } from '../onboarding/onboarding.tsx'
import { Cards } from '../pieces/card-boundary.tsx'
import { ShortenLists } from '../pieces/short-lists.tsx'
import { CostCards } from '../stats/cost-cards.tsx'
import { Stats } from '../stats/stats.tsx'
import { NeedsYou } from './needs-you.tsx'

const SHOWN = 3

export const Overview = () => {
  const { startWith } = useOpenForm()
  return (
    <ShortenLists value={SHOWN}>
      <Cards
        roles={{ 'onboarding submissions': 'staff', leads: 'staff', 'campaign form': 'staff' }}
        of={{
          'list of open tasks': <NeedsYou />,
          domain: <Domain />,
          totals: <Stats />,
          costs: <CostCards />,
          'A/B test results': <Experiments />,
          'onboarding submissions': (
            <Onboarding onCreateCampaign={submission => startWith(draftFor(submission))} />
          ),
          leads: <Leads />,
          'campaign form': <CreateCampaign />,
          campaigns: <Campaigns onDraft={startWith} />,
        }}
      />
    </ShortenLists>
  )
}
