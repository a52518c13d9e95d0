import { createHash, randomUUID } from 'node:crypto'
import type { LogRecord } from '@firsttouch/infra/log/log'
import type {
  AbTestEvent,
  CampaignEvent,
  ConversionEvent,
  EngagementEvent,
  ExperimentEvent,
  LeadEvent,
  LogEnvelope,
  LoggedEvent,
  SpendEvent,
  VisitEvent,
} from '@firsttouch/ingest/events'
import { v7 } from 'uuid'

/** A fixed time in the past, in the middle of an hour. */
export const NOON = Date.parse('2026-03-01T12:30:00.000Z')
const UTM = { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '', utm_term: '' }

const identity = (at: number, session: string) => ({
  id: v7({ msecs: at }),
  occurredAt: new Date(at).toISOString(),
  sessionId: session,
})

export const visit = (
  fields: Partial<Omit<VisitEvent, 'utm'>> & { at?: number; utm?: Partial<VisitEvent['utm']> } = {},
): VisitEvent => {
  const { at = NOON, utm, ...rest } = fields
  return {
    type: 'visit',
    ...identity(at, 'utm_1_a'),
    referrer: '',
    pagePath: '/',
    ...rest,
    utm: { ...UTM, ...utm },
  }
}

export const conversion = (
  fields: Partial<Omit<ConversionEvent, 'utm'>> & { at?: number; utm?: Partial<VisitEvent['utm']> } = {},
): ConversionEvent => {
  const { at = NOON, utm, ...rest } = fields
  const own = { conversionType: 'button_click', pagePath: '/', properties: {} }
  return { type: 'conversion', ...identity(at, 'utm_1_a'), ...own, ...rest, utm: { ...UTM, ...utm } }
}

export const engagement = ({
  visit: { id: visitId, sessionId, pagePath },
  at,
  properties,
}: {
  visit: VisitEvent
  at: number
  properties: Record<string, number>
}): EngagementEvent => ({
  type: 'engagement',
  ...identity(at, sessionId),
  pagePath,
  properties: { visitId, ...properties },
})

export const exposure = (variant: string, session: string, at: number = NOON): AbTestEvent => ({
  type: 'ab_test',
  ...identity(at, session),
  testName: 'landingPage',
  variant,
  event: 'variant_assigned',
  conversionType: '',
  properties: {},
})

/** `at`: when the lead arrived. The id and all other fields derive from `lead`, `at` and `version`. */
export const lead = (
  fields: Partial<Omit<LeadEvent, 'utm'>> & { at?: number; utm?: Partial<VisitEvent['utm']> } = {},
): LeadEvent => {
  const { at = NOON, utm, lead: key = '01890000-0000-4000-8000-000000000001', version = 1, ...rest } = fields
  return {
    type: version === 1 ? 'lead_recorded' : 'lead_changed',
    ...identity(at, 'utm_1_a'),
    id: v7({ msecs: at, random: createHash('sha256').update(`${key} ${version}`).digest() }),
    lead: key,
    version,
    recordedAt: new Date(at).toISOString(),
    form: 'contact_form',
    status: 'new',
    spam: false,
    deleted: false,
    trial: false,
    onboarding: false,
    variant: '',
    ...rest,
    utm: { ...UTM, ...utm },
  }
}

export const campaign = (
  fields: Partial<Omit<CampaignEvent, 'utm'>> & { utm?: Partial<VisitEvent['utm']> } = {},
): CampaignEvent => {
  const { utm, campaign: key = '01890000-0000-4000-8000-00000000000c', version = 1, ...rest } = fields
  return {
    type: 'campaign_changed',
    ...identity(NOON, ''),
    id: v7({ msecs: NOON, random: createHash('sha256').update(`${key} ${version}`).digest() }),
    campaign: key,
    version,
    createdAt: new Date(NOON).toISOString(),
    name: 'Spring',
    platform: 'Google Ads',
    date: '2026-03-01',
    active: true,
    archivedAt: null,
    ...rest,
    utm: { ...UTM, ...utm },
  }
}

/** The id derives from `spend`, `day` and `version`. */
export const spend = (
  fields: Partial<Omit<SpendEvent, 'utm'>> & { utm?: Partial<VisitEvent['utm']> } = {},
): SpendEvent => {
  const { utm, spend: key = '01890000-0000-4000-8000-00000000000e', version = 1, ...rest } = fields
  const { day = '2026-03-01' } = rest
  return {
    type: 'spend_recorded',
    ...identity(NOON, ''),
    id: v7({
      msecs: Date.parse(`${day}T00:00:00Z`),
      random: createHash('sha256').update(`${key} ${version}`).digest(),
    }),
    spend: key,
    version,
    day,
    cost: '12.50',
    clicks: 40,
    currency: 'GBP',
    ...rest,
    utm: { ...UTM, ...utm },
  }
}

/** The id derives from `change`, `at` and `version`. */
export const experimentChange = (
  fields: Partial<ExperimentEvent> & { at?: number } = {},
): ExperimentEvent => {
  const { at = NOON, change = '01890000-0000-4000-8000-0000000000e1', version = 1, ...rest } = fields
  return {
    type: 'experiment_changed',
    ...identity(at, ''),
    id: v7({ msecs: at, random: createHash('sha256').update(`${change} ${version}`).digest() }),
    change,
    version,
    experiment: 'landingPage',
    number: 1,
    step: 'end',
    state: 'ended',
    run: '01890000-0000-7000-8000-0000000000a1',
    variants: ['control', 'v2'],
    shares: [0, 100],
    winner: 'v2',
    goal: 'any',
    goalTypes: [],
    plannedVisitors: 5_000,
    ...rest,
  }
}

export const envelopeOf = (events: LoggedEvent[], fields: Partial<LogEnvelope> = {}): LogEnvelope => ({
  v: 1,
  receivedAt: new Date(NOON).toISOString(),
  userAgent: 'Mozilla/5.0',
  network: '203.0.113.0/24',
  bot: '',
  events,
  ...fields,
})

/** One log entry per event, in order, on one partition. */
export const recordsOf = (events: LoggedEvent[], from = 0, fields: Partial<LogEnvelope> = {}): LogRecord[] =>
  events.map((event, index) => ({
    partition: 0,
    offset: from + index,
    key: event.sessionId,
    value: JSON.stringify(envelopeOf([event], fields)),
    appendedAt: new Date(NOON + index),
  }))

export const session = (began = NOON): string => `utm_${began}_${randomUUID().slice(0, 8)}`

/** Events of one session that give every read model at least one row. */
export const oneOfEachType = (sessionId: string, at: number, words = 'x'): LoggedEvent[] => {
  const utm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring', utm_content: words }
  const seen = { sessionId, at, pagePath: `/${words}`, properties: { words } }
  return [
    visit({ sessionId, at, pagePath: `/${words}`, referrer: words }),
    visit({ sessionId, at: at + 60_000, pagePath: `/${words}`, referrer: words, utm }),
    exposure('v2', sessionId, at),
    { ...exposure('v2', sessionId, at + 1_000), event: 'conversion', conversionType: 'stripe_intent' },
    conversion({ ...seen, at: at + 120_000, utm }),
    lead({ sessionId, at, utm: { ...utm, utm_content: '' } }),
    lead({ sessionId, at, version: 2, status: 'qualified', utm: { ...utm, utm_content: '' } }),
    campaign({ utm: { ...utm, utm_content: '' } }),
    spend({ utm: { ...UTM, utm_campaign: utm.utm_campaign } }),
    experimentChange(),
  ]
}
