/** Visitors' sessions as entries of the log, out of order, with retries that the log holds twice. */
import type { LogEntry } from '@firsttouch/infra/log/log'
import type {
  ExperimentEvent,
  LeadEvent,
  LogEnvelope,
  LoggedEvent,
  SpendEvent,
} from '@firsttouch/ingest/events'
import { v4, v7 } from 'uuid'
import type { Random } from './random.ts'
import { AGENTS } from './reference.ts'

const HOUR_MS = 3_600_000
/** The events happened within this time before `now` and reach the log in any order. */
const SPAN_MS = 26 * HOUR_MS
const CAMPAIGNS = ['', 'spring_roofs', 'winter_boilers', 'pest_control', 'ünïcode', "o'clock"]
const SOURCES = ['', 'google', 'facebook', 'direct_mail']
const CONVERSIONS = ['button_click', 'form_submission', 'stripe_intent', 'whatsapp_click']
const ARMS = ['control', 'v2']
const FORMS = ['contact_form', 'promotional_popup', 'trial_signup_page']
const STATUSES = ['new', 'contacted', 'qualified', 'closed']
const PAGES = ['/', '/v2', '/original', '/trial-signup']

export type Traffic = {
  /** In append order. */
  entries: LogEntry[]
  uniqueEvents: number
}

type Options = { events: number; now: number; duplicates?: number; spanMs?: number }

export const makeTraffic = (random: Random, options: Options): Traffic => {
  const { events, now, duplicates = 0.03, spanMs = SPAN_MS } = options
  const entries: LogEntry[] = []
  let uniqueEvents = 0
  while (uniqueEvents < events) {
    const session = sessionEvents(random, now - random.next() * spanMs)
    uniqueEvents += session.length
    const bot = random.chance(0.06) ? random.pick(['user_agent', 'internal_login', 'suspicious_burst']) : ''
    const userAgent = random.pick(AGENTS)
    for (const part of cut(random, session)) {
      entries.push(entryOf(part, { bot, userAgent, receivedAt: now }))
      // A retry: the same events at another offset, sometimes in one entry with the session's other events.
      if (random.chance(duplicates)) entries.push(entryOf(part, { bot, userAgent, receivedAt: now + 5_000 }))
      if (random.chance(duplicates / 3))
        entries.push(entryOf(session, { bot, userAgent, receivedAt: now + 9_000 }))
    }
  }
  return { entries: random.shuffled(entries), uniqueEvents }
}

export const entryOf = (
  events: LoggedEvent[],
  {
    bot = '',
    userAgent = 'Mozilla/5.0',
    receivedAt,
  }: { bot?: string; userAgent?: string; receivedAt: number },
): LogEntry => {
  const envelope: LogEnvelope = {
    v: 1,
    receivedAt: new Date(receivedAt).toISOString(),
    userAgent,
    network: '203.0.113.0/24',
    bot,
    events,
  }
  return { key: events[0]?.sessionId ?? '', value: JSON.stringify(envelope) }
}

/**
 * One to three visits, the A/B test's assignment, and conversions before and after it. A few sessions see both variants, up to two hours apart.
 */
const sessionEvents = (random: Random, start: number): LoggedEvent[] => {
  const sessionId = `utm_${Math.floor(start)}_${random.int(0, 2 ** 30).toString(36)}`
  const utm = {
    utm_source: random.pick(SOURCES),
    utm_medium: random.pick(['', 'cpc', 'post']),
    utm_campaign: random.pick(CAMPAIGNS),
    utm_content: random.pick(['', 'blue headline']),
    utm_term: random.pick(['', 'boiler']),
  }
  const at = (): number => Math.floor(start + random.next() ** 3 * 2 * HOUR_MS)
  const common = (time: number) => ({
    id: v7({ msecs: time, random: random.bytes(16) }),
    occurredAt: new Date(random.chance(0.05) ? time - 90_000 : time).toISOString(),
    sessionId,
  })
  const arm = random.pick(ARMS)
  const test = { testName: 'landingPage', properties: {} }
  const events: LoggedEvent[] = []
  for (let i = random.int(1, 3); i > 0; i--)
    events.push({ type: 'visit', ...common(at()), utm, referrer: '', pagePath: random.pick(PAGES) })
  for (const variant of random.chance(0.05) ? ARMS : [arm])
    if (random.chance(0.9))
      events.push({
        type: 'ab_test',
        ...common(at()),
        ...test,
        variant,
        event: 'variant_assigned',
        conversionType: '',
      })
  for (let i = random.chance(0.4) ? random.int(1, 3) : 0; i > 0; i--) {
    const conversionType = random.pick(CONVERSIONS)
    const time = at()
    events.push({ type: 'conversion', ...common(time), conversionType, utm, pagePath: '/', properties: {} })
    if (random.chance(0.7))
      events.push({
        type: 'ab_test',
        ...common(time),
        ...test,
        variant: arm,
        event: 'conversion',
        conversionType,
      })
  }
  if (events.some(event => event.type === 'conversion') && random.chance(0.6))
    events.push(...leadEvents(random, { sessionId, utm, variant: arm, at: at() }))
  if (random.chance(0.3)) events.push(...spendEvents(random, { utm, at: at() }))
  if (random.chance(0.1)) events.push(...experimentEvents(random, at()))
  return random.shuffled(events)
}

/** A test that is paused and resumed. Its steps reach the log in any order. */
const experimentEvents = (random: Random, from: number): ExperimentEvent[] => {
  const run = v7({ msecs: from, random: random.bytes(16) })
  const share = random.int(1, 99)
  return Array.from({ length: random.int(1, 4) }, (_, index) => {
    const at = from + index * HOUR_MS
    const isPaused = index % 2 === 1
    return {
      type: 'experiment_changed',
      id: v7({ msecs: at, random: random.bytes(16) }),
      occurredAt: new Date(at).toISOString(),
      sessionId: '',
      change: v4({ random: random.bytes(16) }),
      version: at * 1_000,
      experiment: 'landingPage',
      number: index + 1,
      step: ['start', 'pause', 'resume', 'pause'][index] ?? '',
      state: isPaused ? 'paused' : 'running',
      run,
      variants: ARMS,
      shares: isPaused ? [100, 0] : [share, 100 - share],
      winner: null,
      goal: 'any',
      goalTypes: [],
      plannedVisitors: 5_000,
    }
  })
}

/** The cost of a campaign on a day, corrected once or more. Its versions reach the log in any order. */
const spendEvents = (random: Random, { utm, at }: Pick<LeadEvent, 'utm'> & { at: number }): SpendEvent[] => {
  const spend = v4({ random: random.bytes(16) })
  const day = new Date(at).toISOString().slice(0, 10)
  return Array.from({ length: random.int(1, 4) }, (_, index) => ({
    type: 'spend_recorded',
    sessionId: '',
    spend,
    version: index + 1,
    // The time in the id is the start of the day.
    id: v7({ msecs: Date.parse(day), random: random.bytes(16) }),
    occurredAt: new Date(at + index * HOUR_MS).toISOString(),
    day,
    utm,
    cost: random.chance(0.1) ? null : `${random.int(0, 5_000)}.${random.int(10, 99)}`,
    clicks: random.chance(0.2) ? null : random.int(0, 500),
    currency: 'GBP',
  }))
}

/** The history of a form's lead. Its versions reach the log in any order. */
const leadEvents = (
  random: Random,
  { at, ...common }: Pick<LeadEvent, 'sessionId' | 'utm' | 'variant'> & { at: number },
): LeadEvent[] => {
  const lead = v4({ random: random.bytes(16) })
  return Array.from({ length: random.int(1, 4) }, (_, index) => ({
    type: index === 0 ? 'lead_recorded' : 'lead_changed',
    ...common,
    lead,
    version: index + 1,
    // The time in the id is the time of the lead.
    id: v7({ msecs: at, random: random.bytes(16) }),
    recordedAt: new Date(at).toISOString(),
    occurredAt: new Date(at + index * HOUR_MS).toISOString(),
    form: random.pick(FORMS),
    status: random.pick(STATUSES),
    spam: random.chance(0.1),
    deleted: random.chance(0.05),
    trial: random.chance(0.3),
    onboarding: random.chance(0.2),
  }))
}

const cut = (random: Random, events: LoggedEvent[]): LoggedEvent[][] => {
  const parts: LoggedEvent[][] = []
  for (let from = 0; from < events.length; ) {
    const size = random.int(1, 4)
    parts.push(events.slice(from, from + size))
    from += size
  }
  return parts
}
