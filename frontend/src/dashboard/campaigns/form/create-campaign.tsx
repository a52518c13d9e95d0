import { Plus } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useLoaded } from '../../../ui/use-loaded.ts'
import { useConfiguredDomain } from '../../data/configured-domain.ts'
import { focusToggle, Section } from '../../pieces/section.tsx'
import type { CampaignDraft } from './campaign-draft.ts'

const loadForm = async () => (await import('./campaign-form.tsx')).CampaignForm

type CreateCampaignProps = {
  /** null while the form is closed. */
  draft: CampaignDraft | null
  onOpen: () => void
  onClose: () => void
}

export const CreateCampaign = ({ draft, onOpen, onClose }: CreateCampaignProps) => {
  const domain = useConfiguredDomain()
  const CampaignForm = useLoaded(loadForm, draft !== null)
  const close = () => {
    onClose()
    focusToggle('create-campaign')
  }
  return (
    <Section
      id="create-campaign"
      title="New Campaign"
      meta={draft ? undefined : <span>A tagged link whose clicks and conversions are counted</span>}
      actions={
        <Button
          size="sm"
          variant={draft ? 'ghost' : 'primary'}
          aria-expanded={draft !== null}
          onClick={draft ? close : onOpen}
        >
          <Plus aria-hidden size={15} /> Create New Campaign
        </Button>
      }
    >
      {draft &&
        (CampaignForm ? (
          <CampaignForm key={JSON.stringify(draft)} draft={draft} domain={domain} onDone={close} />
        ) : (
          <Skeleton className="m-5 h-40" />
        ))}
    </Section>
  )
}
