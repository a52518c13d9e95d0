/** The API's own schemas and zod, which are loaded together when somebody starts to use a form. */
import {
  contactRequest,
  missingOnboardingFields,
  onboardingRequest,
  trialRequest,
} from '@firsttouch/api/contract/forms'
import { config } from 'zod'

// Whether it may compile validators zod finds out by trying, which the CSP reports as a violation.
config({ jitless: true })

export const SCHEMAS = { contact: contactRequest, trial: trialRequest, onboarding: onboardingRequest }
export const missingFields = missingOnboardingFields
