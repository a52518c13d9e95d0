/** Events that browsers send, and events in the log. Shapes follow section 3 of the specification. */
import { z } from 'zod'
import { findExperiment } from './experiments.ts'
import { experimentFields, leadFields, spendFields } from './record-fields.ts'

export const CONVERSION_TYPES = [
  'button_click',
  'form_submission',
  'stripe_intent',
  'whatsapp_click',
] as const
/** The system sends canary events to test itself. */
export const CANARY_AGENT = 'firsttouch-canary'
export const CANARY_SESSION = 'canary_'
export const CANARY_SOURCE = 'firsttouch-canary'
export const MAX_EVENTS_PER_BATCH = 100
/** Events carry these names, never the values. Google Ads adds `gad_campaignid` even if iOS removes the click id. */
// biome-ignore format: a list reads best in rows
export const CLICK_ID_NAMES = [
  'gclid', 'gbraid', 'wbraid', 'gad_campaignid', 'msclkid', 'dclid', 'ttclid', 'li_fat_id', 'twclid', 'fbclid',
] as const
/** The projector derives the channel of a visit or conversion. */
// biome-ignore format: a list reads best in rows
export const CHANNELS = [
  'Paid search', 'Paid social', 'Paid other', 'Organic search', 'Organic social', 'Video', 'AI assistant', 'E-mail',
  'Referral', 'Print and QR', 'Direct', 'Internal',
] as const
export type Channel = (typeof CHANNELS)[number]
/** The tracker repairs these faults in links, except `macro` and `repeated`, which it only reports. */
// biome-ignore format: a list reads best in rows
export const LINK_FAULTS = [
  'ampersand', 'question_mark', 'fragment', 'upper_case', 'encoding', 'macro', 'repeated',
] as const
export type LinkFault = (typeof LINK_FAULTS)[number]

/** null and a missing field become an empty text. Rejects text with NUL, because PostgreSQL cannot store it. */
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

const utmOf = <Field extends z.ZodType>(field: Field) =>
  z.object({
    utm_source: field,
    utm_medium: field,
    utm_campaign: field,
    utm_content: field,
    utm_term: field,
  })
export const utm = utmOf(text(255))
export type Utm = z.output<typeof utm>

/** `logged-event.ts` drops unknown names. */
const names = z.array(z.string(), { error: 'must be a list of names' }).nullish()
/** First touch of a session, with all fields from which the projector derives the marketing channel. */
const firstTouch = utm.extend({ referrer: text(2048), clickIds: names })

/** The pipeline stores these values without interpreting them. */
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
  /** The specification has this field. Ingest accepts it, but ignores its value. */
  ipAddress: text(64),
  clickIds: names,
  linkFaults: names,
  /** Host of the page, if the tag on another site sent the event. Empty for our own site. */
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
    /** The specification's field for the event's time. `occurredAt` takes precedence. */
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
/** Values above `max` are clamped. */
const figure = (max: number) =>
  z
    .number({ error: 'must be a number' })
    .min(0, 'must be at least 0')
    .nullish()
    .transform(value => (value == null ? undefined : Math.min(value, max)))

/** Cumulative engagement of a visit. The event with the highest `visibleMs` counts. */
export const engagementInput = z.object({
  ...identity,
  ...browser,
  /** Id of the visit as the tracker sent it. */
  visitId: z.uuid({ version: 'v7', error: 'is required: send the id of the visit, a UUIDv7' }),
  pagePath: text(2048),
  visibleMs: figure(DAY_MS),
  /** Percentage of the page's height that was ever visible. */
  scrollPercent: figure(100),
  /** Core Web Vitals of the page load. lcp and inp are milliseconds. cls has no unit. */
  lcp: figure(600_000),
  inp: figure(600_000),
  cls: figure(60),
})
export type EventType = 'visit' | 'conversion' | 'ab_test' | 'engagement'

/** Input types, before zod applies defaults. */
export type VisitInput = z.input<typeof visitInput>
export type ConversionInput = z.input<typeof conversionInput>
export type AbTestInput = z.input<typeof abTestInput>
export type EngagementInput = z.input<typeof engagementInput>
export type EventInput =
  | ({ type: 'visit' } & VisitInput)
  | ({ type: 'conversion' } & ConversionInput)
  | ({ type: 'ab_test' } & AbTestInput)
  | ({ type: 'engagement' } & EngagementInput)

/** Limits of ClickHouse columns: 32-bit seconds, and an 8-bit index of an event within its entry. */
const LAST_MS = 2 ** 32 * 1000
const MAX_EVENTS_PER_ENTRY = 256

/** Milliseconds since 1970 in the first 48 bits of a UUIDv7 (RFC 9562, section 5.7). */
export const timeInside = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** Exactly the format of `Date.toISOString`, because the projector slices the text at fixed positions. */
const loggedTime = z.iso
  .datetime({ precision: 3 })
  .refine(value => value >= '1970' && value < '2106', 'must lie between 1970 and 2105')
const loggedUtm = utmOf(z.string())
const logged = {
  id: z.uuid({ version: 'v7' }).refine(value => timeInside(value) < LAST_MS, 'must not lie after 2105'),
  occurredAt: loggedTime,
  sessionId: z.string(),
}
const sent = {
  ...logged,
  /** Clock correction in milliseconds. Absent without a correction. */
  clockSkew: z.int().optional(),
}
const loggedProperties = z.record(z.string(), z.unknown())
const recordVersion = z.int().positive()
const loggedNames = z.array(z.string()).optional()

/** Only the API emits these types. Reports of visits and conversions ignore them. */
export const RECORD_EVENTS = [
  'lead_recorded',
  'lead_changed',
  'campaign_changed',
  'spend_recorded',
  'experiment_changed',
] as const

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
    utm: loggedUtm,
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
  /** Complete state of a lead after a change, without contact data. */
  z.object({
    type: z.enum(['lead_recorded', 'lead_changed']),
    ...logged,
    /** The highest version wins, regardless of the order of arrival. */
    version: recordVersion,
    recordedAt: loggedTime,
    /** `utm_content` and `utm_term` are empty, so an erasure needs to replace only the session id. */
    utm: loggedUtm,
    ...leadFields,
  }),
  z.object({
    type: z.literal('campaign_changed'),
    ...logged,
    campaign: z.uuid(),
    version: recordVersion,
    createdAt: loggedTime,
    name: z.string(),
    platform: z.string(),
    date: z.iso.date(),
    utm: loggedUtm,
    active: z.boolean(),
    archivedAt: loggedTime.nullable(),
  }),
  /** Cost of a day (report time zone). `utm` has source and medium only if several campaigns share the utm_campaign. */
  z.object({
    type: z.literal('spend_recorded'),
    ...logged,
    version: recordVersion,
    utm: loggedUtm,
    ...spendFields,
  }),
  /** State of an experiment after a step such as start or end, without the author and the reason. */
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

/** One log entry: the events of one request and one session, with their shared fields. */
export const logEnvelope = z.object({
  v: z.literal(1),
  receivedAt: loggedTime,
  userAgent: z.string(),
  /** Network prefix of the sender (/24 or /48). It shows abuse without identifying a person. */
  network: z.string(),
  /** A kind of bot, `internal_…` for staff, or `suspicious_…`. Empty if reports include the events by default. */
  bot: z.string(),
  /** The request id in ingest's log lines. */
  requestId: z.string().optional(),
  events: z.array(loggedEvent).min(1).max(MAX_EVENTS_PER_ENTRY),
})
export type LogEnvelope = z.infer<typeof logEnvelope>
