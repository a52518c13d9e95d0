import { Campaigns } from '../campaigns/campaigns.tsx'
import { CreateCampaign } from '../campaigns/form/create-campaign.tsx'
import { Domain } from '../domain/domain.tsx'
import { Experiments } from '../experiments/experiments.tsx'
import { Leads } from '../leads/leads.tsx'
import { Cards } from '../pieces/card-boundary.tsx'
import { ShortenLists } from '../pieces/short-lists.tsx'
import { CostCards } from '../stats/cost-cards.tsx'
import { Stats } from '../stats/stats.tsx'
import { NeedsYou } from './needs-you.tsx'
import { OnboardingPage } from './onboarding-page.tsx'

const SHOWN = 3

export const Overview = () => (
  <ShortenLists value={SHOWN}>
    <Cards
      roles={{ 'onboarding submissions': 'staff', leads: 'staff', 'campaign form': 'staff' }}
      of={{
        'list of open tasks': <NeedsYou />,
        domain: <Domain />,
        totals: <Stats />,
        costs: <CostCards />,
        'A/B test results': <Experiments />,
        'onboarding submissions': <OnboardingPage />,
        leads: <Leads />,
        'campaign form': <CreateCampaign />,
        campaigns: <Campaigns />,
      }}
    />
  </ShortenLists>
)
