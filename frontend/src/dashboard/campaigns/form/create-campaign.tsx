import type { Campaign } from '@firsttouch/api/contract/campaign'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useConfiguredDomain } from '../../data/configured-domain.ts'
import { Button } from '../../pieces/button.tsx'
import { lazily } from '../../pieces/lazily.tsx'
import { focusToggle, Section } from '../../pieces/section.tsx'
import { useSharedDraft } from '../../pieces/shared-draft.tsx'

const QrDialog = lazily(async () => (await import('../links/qr-dialog.tsx')).QrDialog, 'hidden')
const CampaignForm = lazily(async () => (await import('./campaign-form.tsx')).CampaignForm, 'm-5 h-40')

export const CreateCampaign = () => {
  const { draft, open, close, setCreated } = useSharedDraft()
  const [printed, setPrinted] = useState<Campaign | null>(null)
  const domain = useConfiguredDomain()
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
      {draft && (
        <CampaignForm
          key={JSON.stringify(draft)}
          draft={draft}
          domain={domain}
          onDone={closeForm}
          onCreated={({ id }) => setCreated(id)}
          onPrint={setPrinted}
        />
      )}
      {printed && <QrDialog campaign={printed} onClose={() => setPrinted(null)} />}
    </Section>
  )
}
