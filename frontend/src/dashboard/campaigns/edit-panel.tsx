/** One campaign's form, over the list; which one is in the page's address. */
import type { Campaign } from '@firsttouch/api/contract/campaign'
import { useAddressValue } from '../address/use-address.ts'
import { Nothing } from '../pieces/empty.tsx'
import { lazily } from '../pieces/lazily.tsx'
import { RecordPanel } from '../pieces/record-panel.tsx'

const CampaignEdit = lazily(async () => (await import('./campaign-edit.tsx')).CampaignEdit, 'mt-4 h-40')

export const useEdited = () => useAddressValue('campaign-edit')

export const EditPanel = ({ campaigns }: { campaigns: readonly Campaign[] }) => {
  const [id, setId] = useEdited()
  if (!id) return null
  const campaign = campaigns.find(one => one.id === id)
  const close = () => setId('')
  return (
    <RecordPanel key={id} title={campaign ? `Edit ${campaign.name}` : 'Edit campaign'} onClose={close}>
      {campaign ? (
        <CampaignEdit campaign={campaign} onDone={close} />
      ) : (
        <Nothing>There is no such campaign: the address of this page is not quite right.</Nothing>
      )}
    </RecordPanel>
  )
}
