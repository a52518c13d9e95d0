import { Campaigns } from '../campaigns/campaigns.tsx'
import { useOpenForm } from '../campaigns/form/shared-draft.tsx'
import { CardBoundary } from '../pieces/card-boundary.tsx'
import { Costs } from '../spend/costs.tsx'
import { NewCampaign } from './new-campaign.tsx'

export const CampaignsPage = () => {
  const { startWith } = useOpenForm()
  return (
    <>
      <NewCampaign />
      <CardBoundary what="costs">
        <Costs />
      </CardBoundary>
      <CardBoundary what="campaigns">
        <Campaigns onDraft={startWith} />
      </CardBoundary>
    </>
  )
}
