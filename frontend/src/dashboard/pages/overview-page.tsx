import { Campaigns } from '../campaigns/campaigns.tsx'
import { CreateCampaign } from '../campaigns/form/create-campaign.tsx'
import { Domain } from '../domain/domain.tsx'
import { Experiments } from '../experiments/experiments.tsx'
import { Leads } from '../leads/leads.tsx'
import { Onboarding } from '../onboarding/onboarding.tsx'
import { Cards } from '../pieces/card-boundary.tsx'
import { ShortenLists } from '../pieces/short-lists.tsx'
import { CostCards } from '../stats/cost-cards.tsx'
import { Stats } from '../stats/stats.tsx'
import { NeedsYou } from './needs-you.tsx'

export const Overview = () => (
  <ShortenLists value={3}>
    <Cards
      roles={{ 'onboarding submissions': 'staff', leads: 'staff', 'campaign form': 'staff' }}
      of={{
        'list of open tasks': <NeedsYou />,
        domain: <Domain />,
        totals: <Stats />,
        costs: <CostCards />,
        'A/B test results': <Experiments />,
        'onboarding submissions': <Onboarding />,
        leads: <Leads />,
        'campaign form': <CreateCampaign />,
        campaigns: <Campaigns />,
      }}
    />
  </ShortenLists>
)
