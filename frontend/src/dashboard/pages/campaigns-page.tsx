import { Campaigns } from '../campaigns/campaigns.tsx'
import { CreateCampaign } from '../campaigns/form/create-campaign.tsx'
import { useOpenForm } from '../campaigns/form/shared-draft.tsx'
import { ClickFraud } from '../click-fraud/click-fraud.tsx'
import { Cards } from '../pieces/cards.tsx'
import { Costs } from '../spend/costs.tsx'

export const CampaignsPage = () => {
  const { startWith } = useOpenForm()
  return (
    <Cards
      roles={{ 'campaign form': 'staff' }}
      of={{
        'campaign form': <CreateCampaign />,
        costs: <Costs />,
        campaigns: <Campaigns onDraft={startWith} />,
        'click fraud': <ClickFraud />,
      }}
    />
  )
}
