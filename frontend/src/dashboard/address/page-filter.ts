/** A source or a campaign that the lists are narrowed to; chosen in the charts, kept in the page's address. */

import { labelOf } from '../words/labels.ts'
import { useAddressValue } from './use-address.ts'

export type Tags = { utm_source: string; utm_campaign: string }

export const usePageFilter = () => {
  const [source, setSource] = useAddressValue('source')
  const [campaign, setCampaign] = useAddressValue('campaign')
  return {
    source,
    campaign,
    /** Choosing what is chosen already lifts the filter again. */
    toggleSource: (name: string) => setSource(name === source ? '' : name),
    toggleCampaign: (value: string) => setCampaign(value === campaign ? '' : value),
    accepts: (tags: Tags): boolean =>
      (!source || (tags.utm_source || 'direct') === source) && (!campaign || tags.utm_campaign === campaign),
  }
}

/** "only source Google, campaign roofs"; null while nothing is narrowed. */
export const useNarrowed = (): string | null => {
  const { source, campaign } = usePageFilter()
  const to = [source && `source ${labelOf(source)}`, campaign && `campaign ${campaign}`].filter(Boolean)
  return to.length > 0 ? `only ${to.join(', ')}` : null
}

/** Said of what a filter leaves whole. */
export const WHOLE = 'all sources and campaigns'
