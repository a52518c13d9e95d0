import type { Dimension } from '@firsttouch/api/contract/range'
import { usePageFilter } from '../address/page-filter.ts'
import { useRange } from '../address/range.ts'
import { useRead } from './use-read.ts'

const useTrafficQuery = () => {
  const { chosen, suspicious } = usePageFilter()
  return { ...useRange().query, ...chosen, suspicious }
}

export const useTraffic = <Name extends 'analytics' | 'timeseries' | 'devices'>(name: Name) => {
  const query = useTrafficQuery()
  return useRead(name, { query: name === 'analytics' ? { ...query, lists: 'none' } : query })
}

export const useFunnel = () => useRead('funnel', { query: useTrafficQuery() })

/** A list ignores its own dimension's filter, so a press on a row of the keyword list does not refetch that list. */
export const useTrafficList = (by: Dimension) =>
  useRead('trafficList', { query: { by, ...useTrafficQuery(), [by]: '' } })

/** Use this only in a section that staff have opened, because the server reads every paid click of the period. */
export const useClickFraud = () => {
  const { campaign } = usePageFilter()
  return useRead('clickFraud', { query: { ...useRange().query, campaign } })
}

export const useDays = <Name extends 'unknownTags' | 'pageSpeed'>(name: Name) =>
  useRead(name, { query: useRange().query })

export const useCampaigns = () =>
  useRead('campaigns', { query: { archived: 'include', ...useRange().query } })
