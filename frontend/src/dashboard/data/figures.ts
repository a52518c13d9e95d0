/** Figures of the days that the page shows and of what it is narrowed to. */
import { usePageFilter } from '../address/page-filter.ts'
import { useRange } from '../address/use-range.ts'
import { useRead } from './use-read.ts'

type Traffic = 'analytics' | 'timeseries' | 'landingPages' | 'devices'

/** Of the days, and of a source and a campaign where one is chosen. */
export const useTraffic = <Name extends Traffic>(name: Name) => {
  const { source, campaign } = usePageFilter()
  return useRead(name, { query: { ...useRange().query, source, campaign } })
}

/** From visit to customer, for one landing page where it is chosen. */
export const useFunnel = (variant = '') => {
  const { source, campaign } = usePageFilter()
  return useRead('funnel', { query: { ...useRange().query, source, campaign, variant } })
}

/** Of the days alone. */
export const useDays = <Name extends 'unknownTags' | 'variantSeries'>(name: Name) =>
  useRead(name, { query: useRange().query })

/** The archived ones too: the list says which to show. */
export const useCampaigns = () =>
  useRead('campaigns', { query: { archived: 'include', ...useRange().query } })
