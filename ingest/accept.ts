/** Pure: what was sent, the facts of its request and the clock give an event, or a refusal with its reason. */

import { withoutContactData } from '@firsttouch/infra/platform/contact-data/contact-data'
import type { Issue } from '@firsttouch/infra/platform/http/http'
import { networkOf } from '@firsttouch/infra/platform/network'
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { v7 } from 'uuid'
import type { z } from 'zod'
import { botReason } from './bots.ts'
import {
  abTestInput,
  CANARY_AGENT,
  CANARY_SESSION,
  conversionInput,
  type EventType,
  type LogEnvelope,
  type LoggedEvent,
  timeInside,
  type Utm,
  visitInput,
} from './events.ts'

/** What the connection says about the sender. */
export type RequestFacts = {
  /** The peer's address, as the proxies we trust report it. */
  ip: string
  userAgent: string
  /** From the header x-session-id, where the event has no such field. */
  sessionId?: string | undefined
  /** Of the request, so that an entry of the log leads back to ingest's log lines. */
  requestId?: string | undefined
}

export type Acceptance =
  /** `contactData`: it came with some, which neither the event nor `userAgent` holds. */
  | { ok: true; event: LoggedEvent; userAgent: string; contactData: boolean }
  | { ok: false; code: 'unknown_type' | 'invalid'; issues: Issue[] }

/** Older events are refused: a tracker keeps them a day, and a bucket of last year must not move. */
const MAX_AGE_MS = 30 * DAY_MS
/** Browsers' clocks are wrong by hours, rarely by more than a day. */
const MAX_AHEAD_MS = DAY_MS

export const accept = (type: EventType, input: unknown, facts: RequestFacts, now: Date): Acceptance => {
  const read = READERS[type](withSession(input, facts.sessionId))
  if ('issues' in read) return { ok: false, code: 'invalid', issues: read.issues }
  const identity = identify(read.sent, now)
  if ('issues' in identity) return { ok: false, code: 'invalid', issues: identity.issues }
  const { userAgent: sentAgent, sessionId } = read.sent
  if (sessionId.startsWith(CANARY_SESSION) && (sentAgent || facts.userAgent) !== CANARY_AGENT)
    return { ok: false, code: 'invalid', issues: [NOT_A_CANARY] }
  const contact = openCleaner()
  const event = read.toEvent({ ...identity, sessionId }, contact.clean)
  const userAgent = contact.clean(sentAgent)
  return { ok: true, event, userAgent, contactData: contact.found() }
}

const NOT_A_CANARY: Issue = {
  path: 'sessionId',
  message: `sessionId must not begin with ${CANARY_SESSION}: these are the system's own test events`,
}

const isEventType = (type: unknown): type is EventType =>
  typeof type === 'string' && Object.hasOwn(READERS, type)

/** One event of a batch: it names its own type. */
export const acceptTyped = (input: unknown, facts: RequestFacts, now: Date): Acceptance => {
  const type = isObject(input) ? input.type : undefined
  if (isEventType(type)) return accept(type, input, facts, now)
  const message = `type must be one of ${Object.keys(READERS).join(', ')}`
  return { ok: false, code: 'unknown_type', issues: [{ path: 'type', message }] }
}

/** The entry that the log holds: events of one session, with what their request and `accept` tell about the sender. */
export const envelope = (
  events: LoggedEvent[],
  sentUserAgent: string,
  facts: RequestFacts,
  now: Date,
): LogEnvelope => {
  const userAgent = sentUserAgent || withoutContactData(facts.userAgent.slice(0, 1024))
  return {
    v: 1,
    receivedAt: now.toISOString(),
    userAgent,
    network: networkOf(facts.ip),
    bot: botReason(userAgent, facts.ip),
    ...(facts.requestId === undefined ? {} : { requestId: facts.requestId }),
    events,
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const withSession = (input: unknown, sessionId: string | undefined): unknown =>
  isObject(input) && input.sessionId === undefined && sessionId !== undefined
    ? { ...input, sessionId }
    : input

/** The sender chooses number and names of fields: an answer must not grow larger than its question. */
const ISSUES_NAMED = 10
const LONGEST_PATH = 100

const issuesOf = (error: z.ZodError): Issue[] =>
  error.issues.slice(0, ISSUES_NAMED).map(issue => {
    const path = issue.path.join('.').slice(0, LONGEST_PATH)
    return { path, message: path ? `${path} ${issue.message}` : issue.message }
  })

/** An id without a time takes the time inside it; a time without an id gets an id made from it. */
const identify = (input: Sent, now: Date): Identity | { issues: Issue[] } => {
  const said = input.occurredAt ?? input.timestamp
  const occurred = said ? Date.parse(said) : input.id ? timeInside(input.id) : now.getTime()
  const issues: Issue[] = []
  const check = (path: string, time: number) => {
    if (time > now.getTime() + MAX_AHEAD_MS)
      issues.push({ path, message: `${path} is more than a day in the future: check the sender's clock` })
    if (time < now.getTime() - MAX_AGE_MS)
      issues.push({ path, message: `${path} is more than 30 days old: such events are no longer counted` })
  }
  check(
    input.occurredAt === undefined && input.timestamp !== undefined ? 'timestamp' : 'occurredAt',
    occurred,
  )
  if (input.id) check('id', timeInside(input.id))
  if (issues.length > 0) return { issues }
  return { id: input.id ?? v7({ msecs: occurred }), occurredAt: new Date(occurred).toISOString() }
}

type Identity = { id: string; occurredAt: string }
type Sent = {
  id?: string | undefined
  occurredAt?: string | undefined
  timestamp?: string | undefined
  sessionId: string
  userAgent: string
}
type ToEvent = (common: Identity & { sessionId: string }, clean: Clean) => LoggedEvent

const reader =
  <Input extends Sent>(
    schema: z.ZodType<Input>,
    shape: (input: Input, ...rest: Parameters<ToEvent>) => LoggedEvent,
  ) =>
  (input: unknown): { sent: Sent; toEvent: ToEvent } | { issues: Issue[] } => {
    const parsed = schema.safeParse(input)
    if (!parsed.success) return { issues: issuesOf(parsed.error) }
    return { sent: parsed.data, toEvent: (common, clean) => shape(parsed.data, common, clean) }
  }

const READERS = {
  visit: reader(visitInput, (visit, common, clean) => ({
    type: 'visit',
    ...common,
    utm: utmOf(visit, clean),
    referrer: withoutQuery(visit.referrer, clean),
    pagePath: withoutQuery(visit.pagePath, clean),
  })),
  conversion: reader(conversionInput, ({ firstTouchUtm, ...sent }, common, clean) => {
    const { buttonType, formType, planType, planName, price, source } = sent
    return {
      type: 'conversion',
      ...common,
      conversionType: sent.conversionType,
      utm: utmOf(firstTouchUtm, clean),
      pagePath: withoutQuery(sent.pagePath, clean),
      properties: filled({ buttonType, formType, planType, planName, price, source }, clean),
    }
  }),
  ab_test: reader(abTestInput, ({ testName, variant, event, conversionType, metadata }, common, clean) => ({
    type: 'ab_test',
    ...common,
    testName,
    variant,
    event,
    conversionType: conversionType ?? '',
    properties: filled(metadata ?? {}, clean),
  })),
}

/** Senders write contact data where none belongs: in addresses of pages, search terms, names. */
type Clean = (text: string | undefined) => string

const openCleaner = () => {
  let found = false
  const clean: Clean = text => {
    const left = text ? withoutContactData(text) : ''
    found ||= left !== (text ?? '')
    return left
  }
  return { clean, found: () => found }
}

const utmOf = (utm: Partial<Utm> | null | undefined, clean: Clean): Utm => ({
  utm_source: clean(utm?.utm_source),
  utm_medium: clean(utm?.utm_medium),
  utm_campaign: clean(utm?.utm_campaign),
  utm_content: clean(utm?.utm_content),
  utm_term: clean(utm?.utm_term),
})

/** Query strings hold e-mail addresses and tokens; the UTM values have fields of their own. */
const withoutQuery = (url: string, clean: Clean): string => clean(url).split(/[?#]/, 1)[0] ?? ''

const filled = (values: Record<string, unknown>, clean: Clean): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== '' && value !== null && value !== undefined)
      .map(([name, value]) => [clean(name), typeof value === 'string' ? clean(value) : value]),
  )
