/** One campaign's form and history, over the list; which one is in the page's address. */
import type { Campaign } from '@firsttouch/api/contract/campaign'
import type { ReactNode } from 'react'
import { useAddressValue } from '../address/use-address.ts'
import { Nothing } from '../pieces/empty.tsx'
import { lazily } from '../pieces/lazily.tsx'
import { Part, RecordPanel } from '../pieces/record-panel.tsx'
import { CampaignHistory } from './campaign-history.tsx'

const CampaignEdit = lazily(async () => (await import('./campaign-edit.tsx')).CampaignEdit, 'mt-4 h-40')

/** In the page's address. */
export const EDITED = 'campaign-edit'
export const HISTORY = 'campaign-history'

type PanelsProps = { campaigns: readonly Campaign[] }

export const CampaignPanels = ({ campaigns }: PanelsProps) => (
  <>
    <Panel name={EDITED} title="Edit" campaigns={campaigns}>
      {(campaign, close) => (
        <>
          <CampaignEdit campaign={campaign} onDone={close} />
          <Part title="History">
            <CampaignHistory id={campaign.id} />
          </Part>
        </>
      )}
    </Panel>
    <Panel name={HISTORY} title="History of" campaigns={campaigns}>
      {({ id }) => <CampaignHistory id={id} />}
    </Panel>
  </>
)

type PanelProps = PanelsProps & {
  name: string
  title: string
  children: (campaign: Campaign, close: () => void) => ReactNode
}

const Panel = ({ name, title, campaigns, children }: PanelProps) => {
  const [id, setId] = useAddressValue(name)
  if (!id) return null
  const campaign = campaigns.find(one => one.id === id)
  const close = () => setId('')
  return (
    <RecordPanel key={id} title={`${title} ${campaign?.name ?? 'campaign'}`} onClose={close}>
      {campaign ? (
        children(campaign, close)
      ) : (
        <Nothing>There is no such campaign: the address of this page is not quite right.</Nothing>
      )}
    </RecordPanel>
  )
}
