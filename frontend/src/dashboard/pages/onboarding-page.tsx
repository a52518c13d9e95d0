import { draftFor } from '../campaigns/form/campaign-draft.ts'
import { useOpenForm } from '../campaigns/form/shared-draft.tsx'
import { Onboarding } from '../onboarding/onboarding.tsx'

export const OnboardingPage = () => {
  const { startWith } = useOpenForm()
  return <Onboarding onCreateCampaign={submission => startWith(draftFor(submission))} />
}
