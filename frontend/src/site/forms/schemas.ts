/** The API's schemas, zod, and what else only forms need. Loaded together when a visitor starts to use a form. */
import '../../no-eval.ts'
import {
  contactRequest,
  missingOnboardingFields,
  onboardingRequest,
  trialRequest,
} from '@firsttouch/api/contract/forms'
import { attempt } from '../../track/attempt.ts'
import { readAdClick } from './ad-click.ts'

/** The page asks for a minimum of 5 characters and holds to it; to the API a shorter message is a lead as well. */
const contactForm = contactRequest.extend({
  message: contactRequest.shape.message.min(5, 'Please write at least 5 characters'),
})

export const SCHEMAS = { contact: contactForm, trial: trialRequest, onboarding: onboardingRequest }
export const missingFields = missingOnboardingFields
/** In a browser that lacks what it takes to read it, the form goes without. */
export const adClickOf = (saved: string | null | undefined) => attempt(() => readAdClick(saved))
