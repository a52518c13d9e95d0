import { CardBoundary } from '../card-boundary.tsx'
import { Onboarding } from '../onboarding/onboarding.tsx'
import { useOpenForm } from '../shell/campaign-draft.tsx'
import { draftFor } from './draft-for.ts'

export const OnboardingPage = () => {
  const { startWith } = useOpenForm()
  return (
    <CardBoundary what="onboarding submissions">
      <Onboarding onCreateCampaign={submission => startWith(draftFor(submission))} />
    </CardBoundary>
  )
}
