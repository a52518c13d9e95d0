/** The filters of the whole page. The page's address stores them under the API's parameter names. */

import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { deviceLabel, labelOf } from '../words/labels.ts'
import { variantLabel } from '../words/variant-names.ts'
import { useAddress } from './use-address.ts'

export type Tags = { utm_source: string; utm_campaign: string }

/** Each filter's noun, and what its values are called. */
const WORDS = {
  source: ['source', labelOf],
  campaign: ['campaign', String],
  channel: ['channel', String],
  referringSite: ['referring site', String],
  keyword: ['keyword', String],
  ad: ['ad', String],
  page: ['page', String],
  device: ['device', deviceLabel],
  variant: ['variant', (value: string) => variantLabel(LANDING_PAGE.name, value)],
} as const
export type FilterName = keyof typeof WORDS
export const FILTER_NAMES = Object.keys(WORDS) as FilterName[]
/** The filters that apply to campaigns and to costs. */
export const CAMPAIGN_FILTERS: readonly FilterName[] = ['source', 'campaign']

export const usePageFilter = () => {
  const { get, set } = useAddress()
  const chosen = Object.fromEntries(FILTER_NAMES.map(name => [name, get(name)])) as Record<FilterName, string>
  const { source, campaign } = chosen
  const words = FILTER_NAMES.filter(name => chosen[name]).map(name => {
    const [noun, label] = WORDS[name]
    return { name, noun, text: `${noun} ${label(chosen[name])}` }
  })
  const suspicious = get('suspicious') === 'with' ? 'with' : ''
  return {
    chosen,
    source,
    campaign,
    suspicious,
    toggleSuspicious: () => set({ suspicious: suspicious ? '' : 'with' }),
    /** Kind of the first filter that does not apply to costs, such as "channel". undefined if there is none. */
    partNarrowed: words.find(({ name }) => !CAMPAIGN_FILTERS.includes(name))?.noun,
    toggle: (name: FilterName, value: string) => set({ [name]: value === chosen[name] ? '' : value }),
    /** Checks only the filters that apply to campaigns. */
    accepts: (tags: Tags): boolean =>
      (!source || (tags.utm_source || 'direct') === source) && (!campaign || tags.utm_campaign === campaign),
    words,
  }
}

export const useNarrowed = (): string | null => {
  const { words, suspicious } = usePageFilter()
  const narrowed = words.length > 0 && `only ${words.map(({ text }) => text).join(', ')}`
  return [narrowed, suspicious && 'with suspicious visits'].filter(Boolean).join(', ') || null
}

export const WHOLE = 'all sources, campaigns and devices'
