/** Whether the page can be shown: once every first read has finished or failed. */
import type { AbTestStats } from '@firsttouch/api/contract/experiments'
import { useEffect } from 'react'
import { ApiError } from '../../api.ts'
import { useAnalytics, useCampaigns } from '../data/figures.ts'
import { useAdminRead, useSession } from '../data/reads.ts'
import { useLeadFilter, useLeadPages } from '../leads/use-lead-filter.ts'
import { useSubmissionFilter, useSubmissionPages } from '../onboarding/use-submission-filter.ts'

export type FirstLoad = 'loading' | 'refused' | 'ready'

/** Used by what is shown only until then: nothing stays subscribed to what every card reads for itself. */
export const useFirstLoad = (onDone: (load: FirstLoad) => void): void => {
  // Domain and session are fetched along, so that nothing on the page waits for a second round.
  const session = useSession()
  useAdminRead('domain-config')
  const reads = [useAnalytics(), useCampaigns(), useAdminRead<AbTestStats>('ab-testing-stats')]
  const inboxes = [useLeadPages(useLeadFilter()).query, useSubmissionPages(useSubmissionFilter()).query]
  const isWaiting =
    session.isPending ||
    reads.some(read => read.isPending) ||
    inboxes.some(({ data, isError }) => data === undefined && !isError)
  const isRefused = session.error instanceof ApiError && session.error.status === 401
  const load = isRefused ? 'refused' : isWaiting ? 'loading' : 'ready'
  useEffect(() => {
    if (load !== 'loading') onDone(load)
  }, [load, onDone])
}
