/** Whether the page can be shown: once every first read has finished or failed, it stays so. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api.ts'
import { useAnalytics, useCampaigns } from './figures.ts'
import { useLeadPages } from './leads/use-lead-filter.ts'
import { useSubmissionPages } from './onboarding/use-submission-filter.ts'
import { adminKey, FIRST_READS } from './reads.ts'

export type FirstLoad = 'loading' | 'refused' | 'ready'

const RECORDS = FIRST_READS.filter(name => name !== 'analytics' && name !== 'campaigns')

export const useFirstLoad = (): FirstLoad => {
  const [isDone, setDone] = useState(false)
  // Domain and session are fetched along, so that nothing on the page waits for a second round.
  const session = useQuery({ queryKey: adminKey('session') })
  useQuery({ queryKey: adminKey('domain-config') })
  const records = useQueries({ queries: RECORDS.map(name => ({ queryKey: adminKey(name) })) })
  const reads = [useAnalytics(), useCampaigns(), ...records]
  const inboxes = [useLeadPages().query, useSubmissionPages().query]
  const isWaiting = inboxes.some(({ data, isError }) => data === undefined && !isError)
  if (isDone) return 'ready'
  if (session.error instanceof ApiError && session.error.status === 401) return 'refused'
  if (session.isPending || isWaiting || reads.some(read => read.isPending)) return 'loading'
  setDone(true)
  return 'ready'
}
