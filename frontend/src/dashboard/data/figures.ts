/** Figures of the days that the page is set to and of what it is narrowed to, each read by whoever shows a part of it. */
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { Campaign, UnknownTags } from '@firsttouch/api/contract/campaign'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import type { Timeseries, VariantSeries } from '@firsttouch/api/contract/timeseries'
import { useQuery } from '@tanstack/react-query'
import { usePageFilter } from '../address/page-filter.ts'
import { useRange } from '../address/use-range.ts'
import { figuresOptions } from './reads.ts'

const joined = (...parts: string[]): string => parts.filter(Boolean).join('&')

/** The parameters of both kinds of call: those of traffic know sources and campaigns, the others only days. */
export const useFiguresQuery = () => {
  const { query } = useRange()
  const { source, campaign } = usePageFilter()
  const named = (name: string, value: string) => value && `${name}=${encodeURIComponent(value)}`
  return { days: query, traffic: joined(query, named('source', source), named('campaign', campaign)) }
}

export const analyticsOptions = (query: string) =>
  figuresOptions<AnalyticsSummary>('analytics', 'analytics', query)
/** Those that were put away too: the list says which to show. */
export const campaignsOptions = (query: string) =>
  figuresOptions<Campaign[]>('campaigns', 'campaigns', joined('archived=include', query))

export const useAnalytics = () => useQuery(analyticsOptions(useFiguresQuery().traffic))
export const useCampaigns = () => useQuery(campaignsOptions(useFiguresQuery().days))
export const useUnknownTags = () =>
  useQuery(figuresOptions<UnknownTags>('campaigns', 'unknown-tags', useFiguresQuery().days))
export const useBooks = () => useQuery(figuresOptions<PipelineAccounting>('analytics', 'pipeline', ''))
export const useTimeseries = () =>
  useQuery(figuresOptions<Timeseries>('analytics', 'timeseries', useFiguresQuery().traffic))
export const useVariantSeries = () =>
  useQuery(figuresOptions<VariantSeries>('ab-testing-stats', 'variant-series', useFiguresQuery().days))
