import { useOpenForm } from '../campaigns/form/shared-draft.tsx'
import { Onboarding } from '../onboarding/onboarding.tsx'
import { CardBoundary } from '../pieces/card-boundary.tsx'
import { draftFor } from './draft-for-submission.ts'

export const OnboardingPage = () => {
  const { startWith } = useOpenForm()
  return (
    <CardBoundary what="onboarding submissions">
      <Onboarding onCreateCampaign={submission => startWith(draftFor(submission))} />
    </CardBoundary>
  )
}
