/**
 * The event contract: what a browser may send, and what the log holds.
 * Shapes follow the specification's section 3; every event also carries an identity and a time.
 */
import { z } from 'zod'
import { findExperiment } from './experiments.ts'

export const CONVERSION_TYPES = [
  'button_click',
  'form_submission',
  'stripe_intent',
  'whatsapp_click',
] as const
/** Who sends this as the user agent watches the pipeline, and is no visitor. */
export const CANARY_AGENT = 'firsttouch-canary'
/** Its sessions begin so, its visits come by this source: by that the books tell its events from those of bots. */
export const CANARY_SESSION = 'canary_'
export const CANARY_SOURCE = 'firsttouch-canary'
export const MAX_EVENTS_PER_BATCH = 100

const NUL = String.fromCharCode(0)
/** Text from outside: at most `max` characters, no NUL (neither store can hold it); null and absent mean empty. */
const text = (max: number) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .refine(value => !value.includes(NUL), 'must not contain a NUL character')
    .nullish()
    .transform(value => value ?? '')

const sessionId = z
  .string({ error: 'is required: send the session id as text' })
  .regex(/^[\w.:-]{1,128}$/, 'must be 1 to 128 letters, digits or . : _ - characters')

const id = z.uuid({ version: 'v7', error: 'must be a UUIDv7' }).transform(value => value.toLowerCase())
const time = z.iso.datetime({
  offset: true,
  error: 'must be an ISO 8601 time such as 2026-01-31T09:30:00.000Z',
})

export const utm = z.object({
  utm_source: text(255),
  utm_medium: text(255),
  utm_campaign: text(255),
  utm_content: text(255),
  utm_term: text(255),
})
export type Utm = z.output<typeof utm>

/** Small named values that travel with an event and are never interpreted by the pipeline. */
const property = z.union([z.string().max(500), z.number(), z.boolean(), z.null()])
const properties = z
  .record(z.string().min(1).max(64), property, { error: 'must be an object of texts, numbers and booleans' })
  .refine(value => Object.keys(value).length <= 20, 'must have at most 20 entries')

const identity = { id: id.optional(), occurredAt: time.optional(), sessionId }
const browser = { userAgent: text(1024) }

export const visitInput = utm.extend({
  ...identity,
  ...browser,
  referrer: text(2048),
  pagePath: text(2048),
  /** Accepted because the specification sends it; the connection's own address, truncated, is what is kept. */
  ipAddress: text(64),
})

export const conversionInput = z.object({
  ...identity,
  ...browser,
  conversionType: z.enum(CONVERSION_TYPES, { error: `must be one of ${CONVERSION_TYPES.join(', ')}` }),
  firstTouchUtm: utm.nullish(),
  pagePath: text(2048),
  buttonType: text(255),
  formType: text(255),
  planType: text(255),
  planName: text(255),
  price: z.union([z.string().max(64), z.number()]).nullish(),
  source: text(255),
})

export const abTestInput = z
  .object({
    ...identity,
    ...browser,
    testName: z
      .string({ error: 'is required: name the test' })
      .refine(name => findExperiment(name) !== undefined, 'is not a declared test'),
    variant: z.string({ error: 'is required: name the variant' }).max(64),
    event: z.enum(['variant_assigned', 'conversion'], { error: 'must be variant_assigned or conversion' }),
    conversionType: z
      .enum(CONVERSION_TYPES, { error: `must be one of ${CONVERSION_TYPES.join(', ')}` })
      .nullish(),
    metadata: properties.nullish(),
    /** The specification's name for the time of the event; `occurredAt` wins where both are sent. */
    timestamp: time.optional(),
  })
  .superRefine((event, context) => {
    const experiment = findExperiment(event.testName)
    if (experiment && !experiment.variants.some(variant => variant.name === event.variant))
      context.addIssue({
        code: 'custom',
        path: ['variant'],
        message: `is not a variant of ${event.testName}`,
      })
    if (event.event === 'conversion' && !event.conversionType)
      context.addIssue({ code: 'custom', path: ['conversionType'], message: 'is required for a conversion' })
  })

export type EventType = 'visit' | 'conversion' | 'ab_test'
export const INPUTS = { visit: visitInput, conversion: conversionInput, ab_test: abTestInput } as const

/** What the tracker sends, before defaults are filled in. */
export type VisitInput = z.input<typeof visitInput>
export type ConversionInput = z.input<typeof conversionInput>
export type AbTestInput = z.input<typeof abTestInput>
export type EventInput =
  | ({ type: 'visit' } & VisitInput)
  | ({ type: 'conversion' } & ConversionInput)
  | ({ type: 'ab_test' } & AbTestInput)

type Accepted = { id: string; occurredAt: string; sessionId: string }
export type VisitEvent = { type: 'visit'; utm: Utm; referrer: string; pagePath: string } & Accepted
export type ConversionEvent = {
  type: 'conversion'
  conversionType: string
  /** The session's first touch, frozen at the time of the conversion. */
  utm: Utm
  pagePath: string
  properties: Record<string, unknown>
} & Accepted
export type AbTestEvent = {
  type: 'ab_test'
  testName: string
  variant: string
  event: 'variant_assigned' | 'conversion'
  conversionType: string
  properties: Record<string, unknown>
} & Accepted
/** Told by the API alone: no browser can send one, and reports of visits and conversions do not count them. */
export const RECORD_EVENTS = ['lead_recorded', 'lead_changed', 'campaign_changed'] as const
/**
 * The whole state of a lead at one moment, without contact data. `utm` is the first touch that came with the form;
 * content and term stay out of it, so that nothing in here is ever to be erased but the session.
 */
export type LeadEvent = {
  type: 'lead_recorded' | 'lead_changed'
  /** A random UUID that only the lead's own record knows: with the record goes what leads to a person. */
  lead: string
  /** Whatever the order in which they come, the greatest says how the lead stands. */
  version: number
  recordedAt: string
  form: string
  status: string
  spam: boolean
  deleted: boolean
  /** Whether the person has sent the trial form, and the onboarding form. */
  trial: boolean
  onboarding: boolean
  utm: Utm
  variant: string
} & Accepted
/** The settings of a campaign at one moment. */
export type CampaignEvent = {
  type: 'campaign_changed'
  campaign: string
  version: number
  createdAt: string
  name: string
  platform: string
  /** The day that staff gave it, as 2026-01-31. */
  date: string
  utm: Utm
  active: boolean
  archivedAt: string | null
} & Accepted
/** One event as the log holds it. Times are ISO in UTC. */
export type LoggedEvent = VisitEvent | ConversionEvent | AbTestEvent | LeadEvent | CampaignEvent

/** One log entry: the events that one request brought for one session, with what they share. */
export type LogEnvelope = {
  v: 1
  receivedAt: string
  userAgent: string
  /** The sender's network, /24 or /48: enough to spot abuse, not to find a person. */
  network: string
  /** Why the sender counts as a bot; empty for a human. */
  bot: string
  /** The request that brought it, as ingest's own log lines name it. Entries of the first releases have none. */
  requestId?: string
  events: LoggedEvent[]
}
