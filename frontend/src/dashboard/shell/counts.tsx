/** How much there is on each page, for the rail. */
import type { DashboardPage } from '../../dashboard-pages.ts'
import { useCampaigns } from '../data/figures.ts'
import { useRead } from '../data/use-read.ts'
import { useLeadFilter, useLeadPages } from '../leads/use-lead-filter.ts'
import { useSubmissionFilters, useSubmissionPages } from '../onboarding/use-submission-filters.ts'

export type Counts = {
  counts: Partial<Record<DashboardPage, number>>
  /** How many leads nobody has answered yet. */
  unanswered: number
  /** Alarms of the pipeline that are not over. */
  alarms: number
}

export const useCounts = (): Counts => {
  const campaigns = useCampaigns().data
  const leads = useLeadPages(useLeadFilter()).query.data?.[0]?.inbox
  const submissions = useSubmissionPages(useSubmissionFilters()).query.data?.[0]?.inbox
  return {
    unanswered: leads?.newCount ?? 0,
    alarms: useRead('notifications').data?.alarms.length ?? 0,
    counts: {
      ...(leads && { leads: leads.total }),
      ...(submissions && { onboarding: submissions.total }),
      ...(campaigns && { campaigns: campaigns.filter(({ archivedAt }) => archivedAt === null).length }),
    },
  }
}
