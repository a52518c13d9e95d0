import type { OnboardingSubmission, SubmissionPage } from '@firsttouch/api/contract/onboarding'
import { FilterBar } from '../pieces/filters/filters.tsx'
import { Inbox } from '../pieces/inbox/inbox.tsx'
import { lazily } from '../pieces/lazily.tsx'
import { Empty } from '../pieces/loaded.tsx'
import { SubmissionRow } from './submission-row.tsx'
import { useSubmissionFilters, useSubmissionPages } from './use-submission-filters.ts'

const SubmissionPanel = lazily(async () => (await import('./submission-panel.tsx')).SubmissionPanel, 'hidden')

export const Onboarding = () => {
  const filters = useSubmissionFilters()
  return (
    <Inbox<OnboardingSubmission, SubmissionPage>
      title="Customer Onboarding Inbox"
      kind={{ read: 'onboarding', noun: 'submissions', ids: 'submissionIds' }}
      pages={useSubmissionPages(filters)}
      filters={<FilterBar filters={filters} />}
      empty={
        <Empty title="No onboarding submissions yet.">
          Customers fill in the onboarding form after they have paid. “View Onboarding” on the overview opens
          the form.
        </Empty>
      }
      row={(submission, handles) => (
        <SubmissionRow key={submission.id} submission={submission} handles={handles} />
      )}
      panel={panel => <SubmissionPanel {...panel} />}
    />
  )
}
