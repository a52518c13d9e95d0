/** Edit form and history of a campaign, in a panel over the list. */
import type { Campaign } from '@firsttouch/api/contract/campaign'
import { Dialog } from '../../ui/dialog.tsx'
import { useAddressValue } from '../address/use-address.ts'
import { useRead } from '../data/use-read.ts'
import { Button } from '../pieces/button.tsx'
import { History } from '../pieces/history.tsx'
import { lazily } from '../pieces/lazily.tsx'
import { Loaded, Nothing } from '../pieces/loaded.tsx'
import { Part } from '../pieces/section.tsx'
import { entryInWords } from '../words/audit-words.ts'

const CampaignEdit = lazily(async () => (await import('./campaign-edit.tsx')).CampaignEdit, 'mt-4 h-40')

export const EDITED = 'campaign-edit'

export const CampaignPanel = ({ campaigns }: { campaigns: readonly Campaign[] }) => {
  const [id, setId] = useAddressValue(EDITED)
  const history = useRead('campaignHistory', id ? { id } : null)
  if (!id) return null
  const campaign = campaigns.find(one => one.id === id)
  const close = () => setId('')
  return (
    <Dialog key={id} open onClose={close} title={`Edit ${campaign?.name ?? 'campaign'}`} place="side">
      {campaign ? (
        <>
          <CampaignEdit campaign={campaign} onDone={close} />
          <Part title="History">
            <Loaded query={history} what="history" bare skeleton="h-24">
              {({ entries }) => <History entries={entries} what={entryInWords} />}
            </Loaded>
          </Part>
        </>
      ) : (
        <Nothing>Campaign not found. Check the link for typos.</Nothing>
      )}
      <Button className="mt-8" onClick={close}>
        Back to the list
      </Button>
    </Dialog>
  )
}
