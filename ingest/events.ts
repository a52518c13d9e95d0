/**
 * The event contract: what a browser may send, and what the log holds.
 * Shapes follow the specification's section 3; every event also carries an identity and a time.
 */
import { z } from 'zod'
import { findExperiment } from './experiments.ts'
import { experimentFields, leadFields, spendFields } from './record-fields.ts'

export const CONVERSION_TYPES = [
  'button_click',
  'form_submission',
  'stripe_intent',
  'whatsapp_click',
] as const
/** The user agent and, below, sessions and source of the system's own test events. */
export const CANARY_AGENT = 'firsttouch-canary'
export const CANARY_SESSION = 'canary_'
export const CANARY_SOURCE = 'firsttouch-canary'
export const MAX_EVENTS_PER_BATCH = 100

/** null and absent mean empty. Neither store can hold NUL. */
const text = (max: number) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .regex(/^[^\0]*$/, 'must not contain a NUL character')
    .nullish()
    .transform(value => value ?? '')

const sessionId = z
  .string({ error: 'is required: send the session id as text' })
  .regex(/^[\w.:-]{1,128}$/, 'must be 1 to 128 letters, digits or . : _ - characters')

const id = z.uuid({ version: 'v7', error: 'must be a UUIDv7' }).transform(value => value.toLowerCase())
export const time = z.iso.datetime({
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

/** Never interpreted by the pipeline. */
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

/** What the tracker sends, before defaults are filled in. */
export type VisitInput = z.input<typeof visitInput>
export type ConversionInput = z.input<typeof conversionInput>
export type AbTestInput = z.input<typeof abTestInput>
export type EventInput =
  | ({ type: 'visit' } & VisitInput)
  | ({ type: 'conversion' } & ConversionInput)
  | ({ type: 'ab_test' } & AbTestInput)

/** The store keeps minutes in 32 bits of seconds, and an event's place in its entry in 8. */
const LAST_MS = 2 ** 32 * 1000
const MAX_EVENTS_PER_ENTRY = 256

/** Milliseconds since 1970 in the first 48 bits of a UUIDv7 (RFC 9562, section 5.7). */
export const timeInside = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** As Date's toISOString writes it: readers cut it at fixed places. */
const loggedTime = z.iso
  .datetime({ precision: 3 })
  .refine(value => value >= '1970' && value < '2106', 'must lie between 1970 and 2105')
const loggedUtm = z.object({
  utm_source: z.string(),
  utm_medium: z.string(),
  utm_campaign: z.string(),
  utm_content: z.string(),
  utm_term: z.string(),
})
const logged = {
  id: z.uuid({ version: 'v7' }).refine(value => timeInside(value) < LAST_MS, 'must not lie after 2105'),
  occurredAt: loggedTime,
  sessionId: z.string(),
}
const sent = {
  ...logged,
  /** What ingest added to the time that the sender said, in ms; absent where it added nothing. */
  clockSkew: z.int().optional(),
}
const loggedProperties = z.record(z.string(), z.unknown())
const recordVersion = z.int().positive()

/** Told by the API alone: no browser can send one, and reports of visits and conversions do not count them. */
export const RECORD_EVENTS = [
  'lead_recorded',
  'lead_changed',
  'campaign_changed',
  'spend_recorded',
  'experiment_changed',
] as const

/** One event as the log holds it. */
export const loggedEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('visit'),
    ...sent,
    utm: loggedUtm,
    referrer: z.string(),
    pagePath: z.string(),
  }),
  z.object({
    type: z.literal('conversion'),
    ...sent,
    conversionType: z.string(),
    /** The session's first touch, frozen at the time of the conversion. */
    utm: loggedUtm,
    pagePath: z.string(),
    properties: loggedProperties,
  }),
  z.object({
    type: z.literal('ab_test'),
    ...sent,
    testName: z.string(),
    variant: z.string(),
    event: z.enum(['variant_assigned', 'conversion']),
    conversionType: z.string(),
    properties: loggedProperties,
  }),
  /** The whole state of a lead at one moment, without contact data. */
  z.object({
    type: z.enum(['lead_recorded', 'lead_changed']),
    ...logged,
    /** Whatever the order in which they come, the greatest says how the lead stands. */
    version: recordVersion,
    recordedAt: loggedTime,
    /** The first touch that came with the form, without content and term: nothing here is to be erased but the session. */
    utm: loggedUtm,
    ...leadFields,
  }),
  /** The settings of a campaign at one moment. */
  z.object({
    type: z.literal('campaign_changed'),
    ...logged,
    campaign: z.uuid(),
    version: recordVersion,
    createdAt: loggedTime,
    name: z.string(),
    platform: z.string(),
    /** The day that staff gave it. */
    date: z.iso.date(),
    utm: loggedUtm,
    active: z.boolean(),
    archivedAt: loggedTime.nullable(),
  }),
  /** What a campaign cost on a day of the report time zone. `utm`: its value; source and medium too where several share the value. */
  z.object({
    type: z.literal('spend_recorded'),
    ...logged,
    version: recordVersion,
    utm: loggedUtm,
    ...spendFields,
  }),
  /** A step that staff took with an experiment, without who took it and why. */
  z.object({ type: z.literal('experiment_changed'), ...logged, version: recordVersion, ...experimentFields }),
])
export type LoggedEvent = z.infer<typeof loggedEvent>
type Logged<Type> = Extract<LoggedEvent, { type: Type }>
export type VisitEvent = Logged<'visit'>
export type ConversionEvent = Logged<'conversion'>
export type AbTestEvent = Logged<'ab_test'>
export type LeadEvent = Extract<LoggedEvent, { lead: string }>
export type CampaignEvent = Logged<'campaign_changed'>
export type SpendEvent = Logged<'spend_recorded'>
export type ExperimentEvent = Logged<'experiment_changed'>

/** One entry of the log: the events that one request brought for one session, with what they share. */
export const logEnvelope = z.object({
  v: z.literal(1),
  receivedAt: loggedTime,
  userAgent: z.string(),
  /** The sender's network, /24 or /48: enough to spot abuse, not to find a person. */
  network: z.string(),
  /** Why the sender counts as a bot; empty for a human. */
  bot: z.string(),
  /** The request that brought it, as ingest's own log lines name it. Entries of the first releases have none. */
  requestId: z.string().optional(),
  events: z.array(loggedEvent).min(1).max(MAX_EVENTS_PER_ENTRY),
})
export type LogEnvelope = z.infer<typeof logEnvelope>
