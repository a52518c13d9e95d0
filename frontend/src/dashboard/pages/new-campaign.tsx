import { CreateCampaign } from '../campaigns/form/create-campaign.tsx'
import { useSharedDraft } from '../campaigns/form/shared-draft.tsx'
import { CardBoundary } from '../pieces/card-boundary.tsx'

/** The campaign form, open with what another card started it with. */
export const NewCampaign = () => {
  const { draft, open, close } = useSharedDraft()
  return (
    <CardBoundary what="campaign form">
      <CreateCampaign draft={draft} onOpen={open} onClose={close} />
    </CardBoundary>
  )
}
