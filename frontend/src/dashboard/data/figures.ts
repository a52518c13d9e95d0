import type { Dimension } from '@firsttouch/api/contract/range'
import { usePageFilter } from '../address/page-filter.ts'
import { useRange } from '../address/range.ts'
import { useRead } from './use-read.ts'

type Traffic = 'analytics' | 'timeseries' | 'devices'

const useTrafficQuery = () => {
  const { chosen, suspicious } = usePageFilter()
  return { ...useRange().query, ...chosen, suspicious }
}

export const useTraffic = <Name extends Traffic>(name: Name) => useRead(name, { query: useTrafficQuery() })

export const useFunnel = () => useRead('funnel', { query: useTrafficQuery() })

export const useTrafficList = (by: Dimension) =>
  useRead('trafficList', { query: { by, ...useTrafficQuery() } })

/** Reads every paid click of the period, so render it only once staff open the section. */
export const useClickFraud = () => {
  const { campaign } = usePageFilter()
  return useRead('clickFraud', { query: { ...useRange().query, campaign } })
}

export const useDays = <Name extends 'unknownTags' | 'pageSpeed'>(name: Name) =>
  useRead(name, { query: useRange().query })

export const useCampaigns = () =>
  useRead('campaigns', { query: { archived: 'include', ...useRange().query } })
