import { useOpenForm } from '../campaigns/form/shared-draft.tsx'
import { Onboarding } from '../onboarding/onboarding.tsx'
import { draftFor } from './draft-for-submission.ts'

export const OnboardingPage = () => {
  const { startWith } = useOpenForm()
  return <Onboarding onCreateCampaign={submission => startWith(draftFor(submission))} />
}
