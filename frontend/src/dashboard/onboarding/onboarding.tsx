import type { OnboardingSubmission, SubmissionPage } from '@firsttouch/api/contract/onboarding'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useAddressValue } from '../address/use-address.ts'
import { CardBoundary } from '../pieces/card-boundary.tsx'
import { Empty } from '../pieces/empty.tsx'
import { FilterBar } from '../pieces/filters/filter-bar.tsx'
import { Inbox } from '../pieces/inbox/inbox.tsx'
import { SubmissionCard } from './submission-card.tsx'
import { useSubmissionFilters, useSubmissionPages } from './use-submission-filters.ts'

const KIND = { read: 'onboarding', noun: 'submissions', ids: 'submissionIds' } as const

const loadPanel = async () => (await import('./submission-panel.tsx')).SubmissionPanel

type OnboardingProps = { onCreateCampaign: (submission: OnboardingSubmission) => void }

export const Onboarding = ({ onCreateCampaign }: OnboardingProps) => {
  const filters = useSubmissionFilters()
  const pages = useSubmissionPages(filters)
  const [open, setOpen] = useAddressValue('submission')
  const SubmissionPanel = useLoaded(loadPanel, open !== '')
  return (
    <>
      <Inbox<OnboardingSubmission, SubmissionPage>
        title="Customer Onboarding Inbox"
        kind={KIND}
        pages={pages}
        filters={<FilterBar filters={filters} />}
        empty={<NoSubmissions />}
        nothingFound={filters.values.spam && !filters.values.q ? <NoSpam /> : undefined}
        card={(submission, selected, onToggle) => (
          <SubmissionCard
            key={submission.id}
            submission={submission}
            selected={selected}
            onToggle={onToggle}
            onOpen={() => setOpen(submission.id)}
            onCreateCampaign={() => onCreateCampaign(submission)}
          />
        )}
      />
      {open && SubmissionPanel && (
        <CardBoundary what="details of this submission">
          <SubmissionPanel key={open} id={open} onClose={() => setOpen('')} />
        </CardBoundary>
      )}
    </>
  )
}

const NoSubmissions = () => (
  <Empty title="No onboarding submissions yet.">
    Customers fill in the onboarding form after they paid; View Onboarding shows you that page.
  </Empty>
)

const NoSpam = () => (
  <Empty title="Nothing was taken for spam.">Choose Submissions above to go back to the inbox.</Empty>
)
