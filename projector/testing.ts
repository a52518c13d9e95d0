/** Events and log entries for the projector's tests. */
import { randomUUID } from 'node:crypto'
import type { LogRecord } from '@firsttouch/infra/log'
import type {
  AbTestEvent,
  ConversionEvent,
  LogEnvelope,
  LoggedEvent,
  VisitEvent,
} from '@firsttouch/ingest/events'
import { v7 } from 'uuid'

/** A moment in the past, the same for a whole test, in the middle of an hour. */
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

export const exposure = (variant: string, session: string, at: number = NOON): AbTestEvent => ({
  type: 'ab_test',
  ...identity(at, session),
  testName: 'landingPage',
  variant,
  event: 'variant_assigned',
  conversionType: '',
  properties: {},
})

export const envelopeOf = (events: LoggedEvent[], fields: Partial<LogEnvelope> = {}): LogEnvelope => ({
  v: 1,
  receivedAt: new Date(NOON).toISOString(),
  userAgent: 'Mozilla/5.0',
  network: '203.0.113.0/24',
  bot: '',
  events,
  ...fields,
})

/** One log entry per event, in the order given, on one partition. */
export const recordsOf = (events: LoggedEvent[], from = 0, fields: Partial<LogEnvelope> = {}): LogRecord[] =>
  events.map((event, index) => ({
    partition: 0,
    offset: from + index,
    key: event.sessionId,
    value: JSON.stringify(envelopeOf([event], fields)),
    appendedAt: new Date(NOON + index),
  }))

export const session = (): string => `utm_${NOON}_${randomUUID().slice(0, 8)}`
