/** Handles events and batches. A handler answers only after the log has stored the accepted events. */
import type { IncomingHttpHeaders } from 'node:http'
import type { LogEntry } from '@firsttouch/infra/log/log'
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { type Acceptance, accept, acceptTyped, envelope, type RequestFacts } from './accept.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { CANARY_AGENT, type EventType, type LoggedEvent, MAX_EVENTS_PER_BATCH, time } from './events.ts'
import type { WhyLeftOut } from './left-out.ts'
import type { IngestMetrics } from './metrics.ts'
import type { RateLimit } from './rate-limit.ts'
import { type TagHosts, tagHostOf } from './tag.ts'

type Sender = { id: string; ip: string; headers: IncomingHttpHeaders }

export type TakeDeps = {
  breaker: Pick<CircuitBreaker, 'append'>
  now: () => Date
  limit: RateLimit | undefined
  whyLeftOut: WhyLeftOut | undefined
  tagHosts: TagHosts
  metrics: Pick<IngestMetrics, 'events' | 'contactData' | 'canaries'> | undefined
}

export const openTakers = ({ breaker, now, limit, whyLeftOut, tagHosts, metrics }: TakeDeps) => {
  const counters = countersOf(metrics)
  const append = async (entries: LogEntry[], events: number, withContactData: number) => {
    try {
      await breaker.append(entries, events)
      counters?.accepted.inc(events)
      if (withContactData > 0) counters?.contactData.inc(withContactData)
    } catch (error) {
      counters?.unavailable.inc(events)
      throw error
    }
  }
  const countEvents = (ip: string, events: number) => {
    limit?.admitEvents(ip)
    limit?.count(ip, { events })
  }

  const checkHost = (sender: Sender, events: readonly unknown[]): string => {
    try {
      return tagHostOf(sender, events, tagHosts)
    } catch (error) {
      counters?.[error instanceof HttpError && error.status === 403 ? 'hostNotAllowed' : 'unavailable'].inc(
        events.length,
      )
      throw error
    }
  }

  const takeOne = (type: EventType) => async (body: unknown, sender: Sender) => {
    const facts = factsOf(sender)
    countEvents(facts.ip, 1)
    const host = checkHost(sender, [body])
    const result = accept(type, body, { ...facts, sentAt: sentAtOf(body) }, now())
    if (!result.ok) {
      counters?.rejected.inc()
      throw notAccepted(result)
    }
    await append([entryOf([result], facts, now(), whyLeftOut)], 1, result.contactData ? 1 : 0)
    if (host) tagHosts.saw('event', host)
    if (facts.userAgent === CANARY_AGENT) counters?.canaries.inc()
    return { id: result.id }
  }

  const takeBatch = async (body: unknown, sender: Sender) => {
    const facts = factsOf(sender)
    const inputs = eventsOf(body)
    countEvents(facts.ip, inputs.length)
    const host = checkHost(sender, inputs)
    const dated = { ...facts, sentAt: sentAtOf(body) }
    const { entries, accepted, withContactData, rejected } = readBatch(
      inputs.splice(0),
      dated,
      now(),
      whyLeftOut,
    )
    if (rejected.length > 0) counters?.rejected.inc(rejected.length)
    if (accepted === 0) {
      const issues = rejected.map(({ index, message }) => ({ path: `events.${index}`, message }))
      throw new HttpError(400, `None of the events is valid: ${rejected[0]?.message}.`, issues)
    }
    await append(entries, accepted, withContactData)
    if (host) tagHosts.saw('event', host)
    return { accepted, rejected }
  }
  return { takeOne, takeBatch }
}

const readBatch = (inputs: unknown[], facts: RequestFacts, now: Date, whyLeftOut?: WhyLeftOut) => {
  const results = inputs.map(input => acceptTyped(input, facts, now))
  const accepted = results.filter(result => result.ok)
  const bySession = Map.groupBy(accepted, result => result.event.sessionId)
  return {
    entries: [...bySession.values()].map(group => entryOf(group, facts, now, whyLeftOut)),
    accepted: accepted.length,
    withContactData: accepted.filter(({ contactData }) => contactData).length,
    rejected: results.flatMap((result, index) =>
      result.ok
        ? []
        : [{ index, code: result.code, message: result.issues.map(issue => issue.message).join('; ') }],
    ),
  }
}

const countersOf = (metrics: TakeDeps['metrics']) =>
  metrics && {
    accepted: metrics.events.labels({ result: 'accepted' }),
    rejected: metrics.events.labels({ result: 'rejected' }),
    hostNotAllowed: metrics.events.labels({ result: 'host_not_allowed' }),
    unavailable: metrics.events.labels({ result: 'unavailable' }),
    contactData: metrics.contactData,
    canaries: metrics.canaries,
  }

type Accepted = Extract<Acceptance, { ok: true }>

const entryOf = (results: Accepted[], facts: RequestFacts, now: Date, whyLeftOut?: WhyLeftOut) => {
  const events: LoggedEvent[] = results.map(result => result.event)
  const userAgent = results.find(result => result.userAgent !== '')?.userAgent ?? ''
  const value = JSON.stringify(envelope(events, userAgent, facts, now, whyLeftOut))
  return { key: events[0]?.sessionId ?? '', value }
}

const factsOf = ({ id, ip, headers }: Sender): RequestFacts => {
  const session = headers['x-session-id']
  return {
    ip,
    userAgent: headers['user-agent'] ?? '',
    cookie: headers.cookie,
    sessionId: typeof session === 'string' ? session : undefined,
    requestId: id,
  }
}

const notAccepted = ({ issues }: Extract<Acceptance, { ok: false }>): HttpError =>
  new HttpError(400, `The event was not accepted: ${issues.map(issue => issue.message).join('; ')}.`, issues)

const timeOrNone = time.nullish()
/** A batch has `sentAt` next to `events`. A single event has `sentAt` among its own fields. */
const sentAtOf = (body: unknown): number | undefined => {
  const said = typeof body === 'object' && body !== null && 'sentAt' in body ? body.sentAt : undefined
  const { data, error } = timeOrNone.safeParse(said)
  const message = `sentAt ${error?.issues[0]?.message}`
  if (error) throw new HttpError(400, `${message}.`, [{ path: 'sentAt', message }])
  return data ? Date.parse(data) : undefined
}

const eventsOf = (body: unknown): unknown[] => {
  const events = typeof body === 'object' && body !== null && 'events' in body ? body.events : undefined
  if (!Array.isArray(events) || events.length === 0)
    throw new HttpError(400, 'Send {"events": [...]} with 1 to 100 events.', [
      { path: 'events', message: 'events must be a list with 1 to 100 events' },
    ])
  if (events.length > MAX_EVENTS_PER_BATCH)
    throw new HttpError(
      413,
      `events has ${events.length} events: send at most ${MAX_EVENTS_PER_BATCH} at a time.`,
    )
  return events
}
