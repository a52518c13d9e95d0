import { Campaigns } from '../campaigns/campaigns.tsx'
import { CardBoundary } from '../card-boundary.tsx'
import { useOpenForm } from '../shell/campaign-draft.tsx'
import { NewCampaign } from './new-campaign.tsx'

export const CampaignsPage = () => {
  const { startWith } = useOpenForm()
  return (
    <>
      <NewCampaign />
      <CardBoundary what="campaigns">
        <Campaigns onDraft={startWith} />
      </CardBoundary>
    </>
  )
}
