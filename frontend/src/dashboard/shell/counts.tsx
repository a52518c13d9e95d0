/** How much there is on each page, for the rail. */
import type { DashboardPage } from '../../dashboard-pages.ts'
import { useCampaigns } from '../data/figures.ts'
import { useRead } from '../data/use-read.ts'
import { useLeadFilter, useLeadPages } from '../leads/use-lead-filter.ts'
import { useSubmissionFilters, useSubmissionPages } from '../onboarding/use-submission-filters.ts'

export type Counts = {
  /** Pages that have nothing to show, such as an experiment without events. */
  absent: readonly DashboardPage[]
  counts: Partial<Record<DashboardPage, number>>
  /** How many leads nobody has answered yet. */
  unanswered: number
  /** Alarms of the pipeline that are not over. */
  alarms: number
}

export const useCounts = (): Counts => {
  const stats = useRead('experiments').data
  const campaigns = useCampaigns().data
  const leads = useLeadPages(useLeadFilter()).query.data?.[0]?.inbox
  const submissions = useSubmissionPages(useSubmissionFilters()).query.data?.[0]?.inbox
  return {
    absent: stats?.testStats.length === 0 ? ['split-test'] : [],
    unanswered: leads?.newCount ?? 0,
    alarms: useRead('notifications').data?.alarms.length ?? 0,
    counts: {
      ...(leads && { leads: leads.total }),
      ...(submissions && { onboarding: submissions.total }),
      ...(campaigns && { campaigns: campaigns.filter(({ archivedAt }) => archivedAt === null).length }),
    },
  }
}
