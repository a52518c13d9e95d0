/** What makes a customer's campaign run, in the order of the work; free of zod for pages. */
export const ONBOARDING_STEPS = ['access', 'keyword', 'landing_page', 'live'] as const
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number]
