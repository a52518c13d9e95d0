import { Plus } from 'lucide-react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useLoaded } from '../../../ui/use-loaded.ts'
import { useConfiguredDomain } from '../../data/configured-domain.ts'
import { Button } from '../../pieces/button.tsx'
import { focusToggle, Section } from '../../pieces/section.tsx'
import { useSharedDraft } from './shared-draft.tsx'

const loadForm = async () => (await import('./campaign-form.tsx')).CampaignForm

/** Open with what another card started it with. */
export const CreateCampaign = () => {
  const { draft, open, close } = useSharedDraft()
  const domain = useConfiguredDomain()
  const CampaignForm = useLoaded(loadForm, draft !== null)
  const closeForm = () => {
    close()
    focusToggle('create-campaign')
  }
  return (
    <Section
      id="create-campaign"
      title="New Campaign"
      meta={draft ? undefined : <span>A tagged link whose clicks and conversions are counted</span>}
      actions={
        <Button
          variant={draft ? 'ghost' : 'primary'}
          aria-expanded={draft !== null}
          onClick={draft ? closeForm : open}
        >
          <Plus aria-hidden size={15} /> Create New Campaign
        </Button>
      }
    >
      {draft &&
        (CampaignForm ? (
          <CampaignForm key={JSON.stringify(draft)} draft={draft} domain={domain} onDone={closeForm} />
        ) : (
          <Skeleton className="m-5 h-40" />
        ))}
    </Section>
  )
}
