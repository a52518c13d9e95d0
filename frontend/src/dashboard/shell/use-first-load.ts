import { useEffect } from 'react'
import { isUnauthorised } from '../data/failures.ts'
import { useCampaigns, useTraffic } from '../data/figures.ts'
import { useMay, useRead, useSession } from '../data/use-read.ts'
import { useLeadFilter, useLeadPages } from '../leads/use-lead-filter.ts'
import { useSubmissionFilters, useSubmissionPages } from '../onboarding/use-submission-filters.ts'

export type FirstLoad = 'loading' | 'refused' | 'ready'

/** Waits for the first data. Used by the spinner only, so its subscriptions end when the cards render. */
export const useFirstLoad = (onDone: (load: FirstLoad) => void): void => {
  const session = useSession()
  const reads = [useTraffic('analytics'), useCampaigns(), useRead('experiments')]
  const inboxes = [useLeadPages(useLeadFilter()).query, useSubmissionPages(useSubmissionFilters()).query]
  const isStaff = useMay('staff')
  const isWaiting =
    session.isPending ||
    reads.some(read => read.isPending) ||
    (isStaff && inboxes.some(({ data, isError }) => data === undefined && !isError))
  const load = isUnauthorised(session.error) ? 'refused' : isWaiting ? 'loading' : 'ready'
  useEffect(() => {
    if (load !== 'loading') onDone(load)
  }, [load, onDone])
}
