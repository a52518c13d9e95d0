/** How the list is narrowed and ordered, kept in the page's address. */
import type { Campaign } from '@firsttouch/api/contract/campaign'
import { usePageFilter } from '../address/page-filter.ts'
import { useAddressValue } from '../address/use-address.ts'
import { arrange, ORDER_NAMES, STATES } from './campaign-order.ts'

export const useCampaignView = () => {
  const [text, setText] = useAddressValue('campaign-search')
  const [state, setState] = useAddressValue('campaign-state', STATES)
  const [order, setOrder] = useAddressValue('campaign-order', ORDER_NAMES)
  const { accepts } = usePageFilter()
  return {
    ...{ text, setText, state, setState, order, setOrder },
    arrange: (campaigns: readonly Campaign[]) => arrange(campaigns, { text, state, order, accepts }),
  }
}
export type CampaignView = ReturnType<typeof useCampaignView>
