/** zod and the API's schemas. The page loads this module when a visitor starts to use a form. */
import '../../no-eval.ts'
import {
  contactRequest,
  missingOnboardingFields,
  onboardingRequest,
  trialRequest,
} from '@firsttouch/api/contract/forms'
import { attempt } from '../../track/attempt.ts'
import { readAdClick } from './ad-click.ts'

/** The page's placeholder asks for at least 5 characters. The API accepts shorter messages. */
const contactForm = contactRequest.extend({
  message: contactRequest.shape.message.min(5, 'Please write at least 5 characters'),
})

export const SCHEMAS = {
  '/api/contact': contactForm,
  '/api/trial-signup': trialRequest,
  '/api/onboarding': onboardingRequest,
}
export const missingFields = missingOnboardingFields
/** If the browser cannot parse the ad click, the form is sent without it. */
export const adClickOf = (saved: string | null | undefined) => attempt(() => readAdClick(saved))
