import { CreateCampaign } from '../campaigns/create-campaign.tsx'
import { CardBoundary } from '../card-boundary.tsx'
import { useSharedDraft } from '../shell/campaign-draft.tsx'

/** The campaign form, open with what another card started it with. */
export const NewCampaign = () => {
  const { draft, open, close } = useSharedDraft()
  return (
    <CardBoundary what="campaign form">
      <CreateCampaign draft={draft} onOpen={open} onClose={close} />
    </CardBoundary>
  )
}
