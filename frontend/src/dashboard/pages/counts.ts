import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import type { DashboardPage } from '../../dashboard-pages.ts'
import { useCampaigns } from '../data/figures.ts'
import { useRead } from '../data/use-read.ts'
import { useLeadFilter, useLeadPages } from '../leads/use-lead-filter.ts'
import { useSubmissionFilters, useSubmissionPages } from '../onboarding/use-submission-filters.ts'

export type Counts = ReturnType<typeof useCounts>

export const useCounts = () => {
  const campaigns = useCampaigns().data
  const leads = useLeadPages(useLeadFilter()).query.data?.[0]?.inbox
  const submissions = useSubmissionPages(useSubmissionFilters()).query.data?.[0]?.inbox
  const waiting = (useRead('experimentList').data?.experiments ?? []).map(waitingVerdict)
  const counts: Partial<Record<DashboardPage, number>> = {
    ...(leads && { leads: leads.total }),
    ...(submissions && { onboarding: submissions.total }),
    ...(campaigns && { campaigns: campaigns.filter(({ archivedAt }) => archivedAt === null).length }),
  }
  return {
    counts,
    unanswered: leads?.newCount ?? 0,
    due: leads?.dueCount ?? 0,
    alarms: useRead('notifications').data?.alarms.length ?? 0,
    verdicts: waiting.filter(state => state && state !== 'split_broken').length,
    testAlarms: waiting.filter(state => state === 'split_broken').length,
  }
}

/** Returns the verdict's state if staff should act on it, otherwise a falsy value. An ended test needs no action. */
const waitingVerdict = ({ state, verdict }: Experiment) =>
  (state === 'running' || state === 'paused') &&
  verdict?.state !== 'collecting' &&
  verdict?.state !== 'undecided' &&
  verdict?.state
