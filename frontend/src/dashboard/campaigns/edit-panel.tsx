/** One campaign's form, over the list; which one is in the page's address. */
import type { Campaign } from '@firsttouch/api/contract/campaign'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useAddressValue } from '../address/use-address.ts'
import { Nothing } from '../pieces/empty.tsx'
import { RecordPanel } from '../pieces/record-panel.tsx'

const loadForm = async () => (await import('./campaign-edit.tsx')).CampaignEdit

export const useEdited = () => useAddressValue('campaign-edit')

export const EditPanel = ({ campaigns }: { campaigns: readonly Campaign[] }) => {
  const [id, setId] = useEdited()
  const CampaignEdit = useLoaded(loadForm, id !== '')
  if (!id) return null
  const campaign = campaigns.find(one => one.id === id)
  const close = () => setId('')
  return (
    <RecordPanel key={id} title={campaign ? `Edit ${campaign.name}` : 'Edit campaign'} onClose={close}>
      {campaign === undefined ? (
        <Nothing>There is no such campaign: the address of this page is not quite right.</Nothing>
      ) : CampaignEdit ? (
        <CampaignEdit campaign={campaign} onDone={close} />
      ) : (
        <Skeleton className="mt-4 h-40" />
      )}
    </RecordPanel>
  )
}
