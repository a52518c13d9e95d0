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
/**
 * Parameters that advertising platforms add to the address of a click. Google Ads adds `gad_campaignid` even where iOS removes the click id.
 * Events carry only the names, never the values.
 */
// biome-ignore format: a list reads best in rows
export const CLICK_ID_NAMES = [
  'gclid', 'gbraid', 'wbraid', 'gad_campaignid', 'msclkid', 'dclid', 'ttclid', 'li_fat_id', 'twclid', 'fbclid',
] as const
/** Where a visit came from, in marketing terms. The projector derives it. */
// biome-ignore format: a list reads best in rows
export const CHANNELS = [
  'Paid search', 'Paid social', 'Paid other', 'Organic search', 'Organic social', 'Video', 'AI assistant', 'E-mail',
  'Referral', 'Print and QR', 'Direct', 'Internal',
] as const
export type Channel = (typeof CHANNELS)[number]
/** Faults that the tracker repaired in a damaged link. It cannot repair `macro` and `repeated`, and only reports them. */
// biome-ignore format: a list reads best in rows
export const LINK_FAULTS = [
  'ampersand', 'question_mark', 'fragment', 'upper_case', 'encoding', 'macro', 'repeated',
] as const
export type LinkFault = (typeof LINK_FAULTS)[number]

/** null and a missing field mean the empty text. Neither store can hold NUL. */
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

/** `logged-event.ts` drops names that are in none of the lists above. */
const names = z.array(z.string(), { error: 'must be a list of names' }).nullish()
/** The first touch of a session, with everything its channel is derived from. */
const firstTouch = utm.extend({ referrer: text(2048), clickIds: names })

/** The pipeline stores properties and never interprets them. */
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
  /** The specification sends it. It is ignored: the log holds the connection's truncated address. */
  ipAddress: text(64),
  clickIds: names,
  linkFaults: names,
  /** The page's host if the tag on another site sends the event. Empty for our own site. */
  host: text(255),
})

export const conversionInput = z.object({
  ...identity,
  ...browser,
  conversionType: z.enum(CONVERSION_TYPES, { error: `must be one of ${CONVERSION_TYPES.join(', ')}` }),
  firstTouchUtm: firstTouch.nullish(),
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
    /** The specification's name for the time of the event. If both are sent, `occurredAt` wins. */
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

const DAY_MS = 24 * 60 * 60 * 1000
/** Larger values are lowered to `max`. */
const figure = (max: number) =>
  z
    .number({ error: 'must be a number' })
    .min(0, 'must be at least 0')
    .nullish()
    .transform(value => (value == null ? undefined : Math.min(value, max)))

/** Engagement with a visit so far, sent each time its page is hidden or left. The event with the highest `visibleMs` counts for the visit. */
export const engagementInput = z.object({
  ...identity,
  ...browser,
  /** The visit's id as the tracker sent it. */
  visitId: z.uuid({ version: 'v7', error: 'is required: send the id of the visit, a UUIDv7' }),
  pagePath: text(2048),
  /** How long the page was visible. */
  visibleMs: figure(DAY_MS),
  /** How much of the page's height was visible at least once. */
  scrollPercent: figure(100),
  /** Core Web Vitals of the page's load. lcp and inp are in ms, cls has no unit. */
  lcp: figure(600_000),
  inp: figure(600_000),
  cls: figure(60),
})
export type EventType = 'visit' | 'conversion' | 'ab_test' | 'engagement'

/** What the tracker sends, before zod fills in defaults. */
export type VisitInput = z.input<typeof visitInput>
export type ConversionInput = z.input<typeof conversionInput>
export type AbTestInput = z.input<typeof abTestInput>
export type EngagementInput = z.input<typeof engagementInput>
export type EventInput =
  | ({ type: 'visit' } & VisitInput)
  | ({ type: 'conversion' } & ConversionInput)
  | ({ type: 'ab_test' } & AbTestInput)
  | ({ type: 'engagement' } & EngagementInput)

/** ClickHouse stores minutes as 32 bits of seconds, and an event's index within its entry as 8 bits. */
const LAST_MS = 2 ** 32 * 1000
const MAX_EVENTS_PER_ENTRY = 256

/** Milliseconds since 1970 in the first 48 bits of a UUIDv7 (RFC 9562, section 5.7). */
export const timeInside = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** In the form of Date.toISOString, because readers slice it at fixed positions. */
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
  /** How many ms ingest added to correct the sender's clock. Absent if it added none. */
  clockSkew: z.int().optional(),
}
const loggedProperties = z.record(z.string(), z.unknown())
const recordVersion = z.int().positive()
const loggedNames = z.array(z.string()).optional()

/** Only the API emits these. Browsers cannot send them, and reports of visits and conversions do not count them. */
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
    clickIds: loggedNames,
    linkFaults: loggedNames,
    host: z.string().optional(),
  }),
  z.object({
    type: z.literal('conversion'),
    ...sent,
    conversionType: z.string(),
    /** The session's first touch at the time of the conversion. */
    utm: loggedUtm,
    /** Referrer of the first touch, like the UTM values. */
    referrer: z.string().optional(),
    clickIds: loggedNames,
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
  z.object({ type: z.literal('engagement'), ...sent, pagePath: z.string(), properties: loggedProperties }),
  /** The whole state of a lead after a change, without contact data. */
  z.object({
    type: z.enum(['lead_recorded', 'lead_changed']),
    ...logged,
    /** The highest version is the lead's present state, in whatever order the events arrive. */
    version: recordVersion,
    recordedAt: loggedTime,
    /** The first touch that came with the form, without content and term. So erasure has to remove the session only. */
    utm: loggedUtm,
    ...leadFields,
  }),
  /** The settings of a campaign after a change. */
  z.object({
    type: z.literal('campaign_changed'),
    ...logged,
    campaign: z.uuid(),
    version: recordVersion,
    createdAt: loggedTime,
    name: z.string(),
    platform: z.string(),
    /** The campaign date that staff entered. */
    date: z.iso.date(),
    utm: loggedUtm,
    active: z.boolean(),
    archivedAt: loggedTime.nullable(),
  }),
  /** The cost of a campaign on one day of the report time zone. `utm` has the campaign's value, and source and medium if campaigns share the value. */
  z.object({
    type: z.literal('spend_recorded'),
    ...logged,
    version: recordVersion,
    utm: loggedUtm,
    ...spendFields,
  }),
  /** The state of an experiment after staff changed it, without who changed it and why. */
  z.object({ type: z.literal('experiment_changed'), ...logged, version: recordVersion, ...experimentFields }),
])
export type LoggedEvent = z.infer<typeof loggedEvent>
type Logged<Type> = Extract<LoggedEvent, { type: Type }>
export type VisitEvent = Logged<'visit'>
export type ConversionEvent = Logged<'conversion'>
export type AbTestEvent = Logged<'ab_test'>
export type EngagementEvent = Logged<'engagement'>
export type LeadEvent = Extract<LoggedEvent, { lead: string }>
export type CampaignEvent = Logged<'campaign_changed'>
export type SpendEvent = Logged<'spend_recorded'>
export type ExperimentEvent = Logged<'experiment_changed'>

/** One entry of the log: the events of one request and one session, with what they share. */
export const logEnvelope = z.object({
  v: z.literal(1),
  receivedAt: loggedTime,
  userAgent: z.string(),
  /** The sender's network, /24 or /48. It shows abuse and does not identify a person. */
  network: z.string(),
  /** Why reports leave the events out: a kind of bot, `internal_…` for staff, `suspicious_…` for sessions that look automated. Empty for people. */
  bot: z.string(),
  /** The request id in ingest's log lines. */
  requestId: z.string().optional(),
  events: z.array(loggedEvent).min(1).max(MAX_EVENTS_PER_ENTRY),
})
export type LogEnvelope = z.infer<typeof logEnvelope>
