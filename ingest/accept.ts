/** Converts a sent event to a logged event, or rejects it with a reason. Has no side effects. */

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

export type RequestFacts = {
  /** The client's address, as the trusted proxies report it. */
  ip: string
  userAgent: string
  /** Header x-session-id. Used for events that have no session id of their own. */
  sessionId?: string | undefined
  /** Send time by the sender's clock, in milliseconds since 1970. `identify.ts` corrects wrong clocks with it. */
  sentAt?: number | undefined
  cookie?: string | undefined
  /** The request id in ingest's log lines, stored to find the lines that belong to an event. */
  requestId?: string | undefined
}

export type Acceptance =
  /** `id` is the sender's or a new one. `event.id` is derived from it. `contactData` is true if any was removed. */
  | { ok: true; id: string; event: LoggedEvent; userAgent: string; contactData: boolean }
  | { ok: false; code: 'unknown_type' | 'invalid'; issues: Issue[] }

export const accept = (type: EventType, input: unknown, facts: RequestFacts, now: Date): Acceptance =>
  ACCEPTERS[type](withSession(input, facts.sessionId), facts, now)

const invalid = (issues: Issue[]): Acceptance => ({ ok: false, code: 'invalid', issues })

const NOT_A_CANARY: Issue = {
  path: 'sessionId',
  message: `sessionId must not begin with ${CANARY_SESSION}: that prefix marks the system's canary events`,
}

const isEventType = (type: unknown): type is EventType =>
  typeof type === 'string' && Object.hasOwn(ACCEPTERS, type)

/** The `type` field selects the schema. */
export const acceptTyped = (input: unknown, facts: RequestFacts, now: Date): Acceptance => {
  const type = isObject(input) ? input.type : undefined
  if (isEventType(type)) return accept(type, input, facts, now)
  const message = `type must be one of ${Object.keys(ACCEPTERS).join(', ')}`
  return { ok: false, code: 'unknown_type', issues: [{ path: 'type', message }] }
}

/** Builds a log entry: the events of one session and the facts about the sender. */
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

/** Without these limits, a sender's long field names could make the response larger than the request. */
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

/** `timestampOf` reads the time from events that store it in a field other than `occurredAt`. */
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
