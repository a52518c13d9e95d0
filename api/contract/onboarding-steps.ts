/** Steps of a customer's onboarding, in the order of the work. Pages import this file, so it does not import zod. */
export const ONBOARDING_STEPS = ['access', 'keyword', 'landing_page', 'live'] as const
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number]
