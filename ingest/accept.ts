/** Turns a sent event into a logged event, or refuses it with a reason. Pure: it depends on the event, its request and the clock alone. */

import { withoutContactData } from '@firsttouch/infra/platform/contact-data/contact-data'
import type { Issue } from '@firsttouch/infra/platform/http/http'
import { memoize } from '@firsttouch/infra/platform/memoize'
import { networkOf } from '@firsttouch/infra/platform/network'
import type { z } from 'zod'
import { botReason } from './bots.ts'
import {
  abTestInput,
  CANARY_AGENT,
  CANARY_SESSION,
  conversionInput,
  type EventType,
  engagementInput,
  type LogEnvelope,
  type LoggedEvent,
  visitInput,
} from './events.ts'
import { boundId, identify } from './identify.ts'
import type { WhyLeftOut } from './left-out.ts'
import { abTestOf, type Common, type Contact, conversionOf, engagementOf, visitOf } from './logged-event.ts'

/** What the connection and its headers say about the sender. */
export type RequestFacts = {
  /** The peer's address, as the proxies we trust report it. */
  ip: string
  userAgent: string
  /** The header x-session-id. An event's own session id comes first. */
  sessionId?: string | undefined
  /** When the sender sent the request, by its own clock, in ms since 1970. `identify.ts` corrects the clock with it. */
  sentAt?: number | undefined
  cookie?: string | undefined
  /** Links an entry of the log to ingest's log lines of the request. */
  requestId?: string | undefined
}

export type Acceptance =
  /** `id`: the sender's id, which the logged id is derived from. `contactData`: contact data was removed from the event or the user agent. */
  | { ok: true; id: string; event: LoggedEvent; userAgent: string; contactData: boolean }
  | { ok: false; code: 'unknown_type' | 'invalid'; issues: Issue[] }

export const accept = (type: EventType, input: unknown, facts: RequestFacts, now: Date): Acceptance =>
  ACCEPTERS[type](withSession(input, facts.sessionId), facts, now)

const invalid = (issues: Issue[]): Acceptance => ({ ok: false, code: 'invalid', issues })

const NOT_A_CANARY: Issue = {
  path: 'sessionId',
  message: `sessionId must not begin with ${CANARY_SESSION}: these are the system's own test events`,
}

const isEventType = (type: unknown): type is EventType =>
  typeof type === 'string' && Object.hasOwn(ACCEPTERS, type)

/** One event of a batch, which names its type. */
export const acceptTyped = (input: unknown, facts: RequestFacts, now: Date): Acceptance => {
  const type = isObject(input) ? input.type : undefined
  if (isEventType(type)) return accept(type, input, facts, now)
  const message = `type must be one of ${Object.keys(ACCEPTERS).join(', ')}`
  return { ok: false, code: 'unknown_type', issues: [{ path: 'type', message }] }
}

/** One entry of the log: the events of one session, with what request and `accept` say about the sender. */
export const envelope = (
  events: LoggedEvent[],
  sentUserAgent: string,
  facts: RequestFacts,
  now: Date,
  whyLeftOut: WhyLeftOut = () => '',
): LogEnvelope => {
  const userAgent = sentUserAgent || cleanAgent(facts.userAgent.slice(0, 1024))
  return {
    v: 1,
    receivedAt: now.toISOString(),
    userAgent,
    network: networkOf(facts.ip),
    bot: botReason(userAgent, facts.ip) || whyLeftOut({ ...facts, userAgent }, events),
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

/** Limits the errors in an answer. The sender chooses the fields' number and names, so the answer could outgrow the request. */
const ISSUES_NAMED = 10
const LONGEST_PATH = 100

const issuesOf = (error: z.ZodError): Issue[] =>
  error.issues.slice(0, ISSUES_NAMED).map(issue => {
    const path = issue.path.join('.').slice(0, LONGEST_PATH)
    return { path, message: path ? `${path} ${issue.message}` : issue.message }
  })

const cleanAgent = memoize(withoutContactData)

type Sent = {
  id?: string | undefined
  occurredAt?: string | undefined
  sessionId: string
  userAgent?: string | null | undefined
}

type Facts = [facts: RequestFacts, now: Date]

/** `timestampOf` reads the time of events that name it differently. */
const accepter = <Input extends Sent>(
  schema: z.ZodType<Input, Input>,
  shape: (input: Input, common: Common, contact: Contact) => LoggedEvent,
  timestampOf: (input: Input) => string | undefined = () => undefined,
) => {
  const take = (sent: Input, facts: RequestFacts, now: Date): Acceptance => {
    const identity = identify(sent, timestampOf(sent), now, facts.sentAt)
    if ('issues' in identity) return invalid(identity.issues)
    const { userAgent: sentAgent, sessionId } = sent
    if (sessionId.startsWith(CANARY_SESSION) && (sentAgent || facts.userAgent) !== CANARY_AGENT)
      return invalid([NOT_A_CANARY])
    const userAgent = cleanAgent(sentAgent ?? '')
    const contact = { found: userAgent !== (sentAgent ?? '') }
    const { id } = identity
    const event = shape(sent, { ...identity, id: boundId(sessionId, id), sessionId }, contact)
    return { ok: true, id, event, userAgent, contactData: contact.found }
  }
  return (input: unknown, ...rest: Facts): Acceptance => {
    const { data, error } = schema.safeParse(input)
    return error ? invalid(issuesOf(error)) : take(data, ...rest)
  }
}

const ACCEPTERS = {
  visit: accepter(visitInput, visitOf),
  conversion: accepter(conversionInput, conversionOf),
  ab_test: accepter(abTestInput, abTestOf, sent => sent.timestamp),
  engagement: accepter(engagementInput, engagementOf),
}
