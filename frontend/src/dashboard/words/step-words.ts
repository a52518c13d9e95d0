import type { OnboardingStep } from '@firsttouch/api/contract/onboarding-steps'

export const STEP_WORDS: Readonly<Record<OnboardingStep, string>> = {
  access: 'Access',
  keyword: 'Keyword',
  landing_page: 'Landing page',
  live: 'Ads live',
}
