/** Requests of the public forms. Section 5 of the specification gives the rules and messages. */
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { cleanLine } from '@firsttouch/ingest/text'
import { z } from 'zod'
import { CLICK_ID, type ClickIdKind } from './fields/click-ids.ts'
import { email, line, optionalLine, optionalProse, prose, tracked } from './fields/text.ts'
import { website } from './fields/website.ts'

const tag = tracked(255)
export const firstTouch = z.object({
  utm_source: tag,
  utm_medium: tag,
  utm_campaign: tag,
  utm_content: tag,
  utm_term: tag,
})
export type FirstTouch = z.infer<typeof firstTouch>

/** An invalid click id is dropped. A click without ids, or without a time, becomes null. */
const clickId = z.string().regex(CLICK_ID).optional().catch(undefined)
const adClick = z.object({
  ids: z
    .object({
      gclid: clickId,
      gbraid: clickId,
      wbraid: clickId,
      msclkid: clickId,
      fbclid: clickId,
    } satisfies Record<ClickIdKind, typeof clickId>)
    .refine(ids => Object.values(ids).some(Boolean)),
  clickedAt: z.iso.datetime(),
})
export type AdClick = z.infer<typeof adClick>

/** The server needs referrer and click ids to determine the channel. The stored record has only the UTM values. */
const sentTouch = firstTouch.extend({ referrer: tracked(2048), clickIds: z.array(z.string()).catch([]) })

export const carried = z.object({
  firstTouchUtm: sentTouch.nullish().catch(null),
  /** Latest ad click. null if the business stores no click ids, or if the visitor has not consented. */
  adClick: adClick.nullish().catch(null),
  /** Variant of the landing page's experiment. Empty if unknown. */
  variant: z
    .string()
    .refine(name => LANDING_PAGE.variants.some(variant => variant.name === name))
    .catch(''),
  pagePath: tracked(2048),
  /** Honeypot. People do not see this field. */
  leaveBlank: tracked(1000),
  /** Token from `GET /api/config/form-token`. Each submission needs a new one. */
  formToken: tracked(500),
})
export type Carried = z.output<typeof carried>

const CONTACT_SOURCES = ['contact_form', 'promotional_popup'] as const
export const contactRequest = z.object({
  name: line('Name is required'),
  email: email('Valid email address required'),
  phone: optionalLine(50),
  business: optionalLine(),
  message: prose('Message is required'),
  source: z.enum(CONTACT_SOURCES).catch('contact_form'),
  ...carried.shape,
})

export const trialRequest = z.object({
  name: line('Full name is required'),
  email: email('Valid email address required'),
  phone: z
    .string({ error: 'Phone number required' })
    .overwrite(cleanLine)
    .min(10, 'Phone number required')
    .max(50, 'Phone number required'),
  businessName: line('Business name is required'),
  website,
  primaryKeyword: line('Primary keyword is required'),
  targetArea: line('Target area is required'),
  currentAdsAccount: z.enum(['yes', 'no'], { error: 'Please select if you have a Google Ads account' }),
  additionalInfo: optionalProse(),
  source: z.literal('trial_signup_page').catch('trial_signup_page'),
  trialType: z.literal('free_trial').catch('free_trial'),
  ...carried.shape,
})

/** In the order of the form. */
const ONBOARDING_LABELS = {
  fullName: 'Full Name',
  businessName: 'Business Name',
  mobileNumber: 'Mobile Number',
  emailAddress: 'Email Address',
  primaryKeyword: 'Primary Keyword',
  targetArea: 'Target Area',
} as const

export const missingOnboardingFields = (
  form: Partial<Record<keyof typeof ONBOARDING_LABELS, string>>,
): string[] =>
  Object.entries(ONBOARDING_LABELS)
    .filter(([field]) => !form[field as keyof typeof ONBOARDING_LABELS]?.trim())
    .map(([, label]) => label)

const missing = (label: string) => `Please fill in: ${label}`
export const onboardingRequest = z.object({
  fullName: line(missing(ONBOARDING_LABELS.fullName)),
  businessName: line(missing(ONBOARDING_LABELS.businessName)),
  mobileNumber: line(missing(ONBOARDING_LABELS.mobileNumber), 50),
  websiteAddress: website,
  emailAddress: email('Please enter a valid email address.'),
  hasGoogleAds: z.boolean().default(false),
  primaryKeyword: line(missing(ONBOARDING_LABELS.primaryKeyword)),
  targetArea: line(missing(ONBOARDING_LABELS.targetArea)),
  notes: optionalProse(),
  ...carried.shape,
})

/** `event` is the id of the browser's own conversion event. It requires `session`. `once` is an idempotency key. */
export const FORM_HEADERS = {
  session: 'x-session-id',
  event: 'x-event-id',
  once: 'idempotency-key',
  /** Send time by the browser's clock. The server uses it to correct a wrong clock. */
  sentAt: 'x-sent-at',
} as const

export const formAnswer = z.object({ success: z.literal(true), id: z.uuid(), message: z.string() })
export type FormAnswer = z.infer<typeof formAnswer>

export const formTokenAnswer = z.object({ token: z.string() })
