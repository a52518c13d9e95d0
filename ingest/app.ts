/** The calls that take events. An event is acknowledged only after the log holds it durably. */
import cors from '@fastify/cors'
import type { Log, LogEntry } from '@firsttouch/infra/log/log'
import { HttpError, type HttpOptions, openHttp } from '@firsttouch/infra/platform/http/http'
import type { IngestMetrics } from '@firsttouch/infra/platform/metrics'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Acceptance, accept, acceptTyped, envelope, type RequestFacts } from './accept.ts'
import { type CircuitBreaker, openCircuitBreaker } from './circuit-breaker.ts'
import { CANARY_AGENT, type EventType, type LoggedEvent, MAX_EVENTS_PER_BATCH } from './events.ts'
import { countBodies, type RateLimit } from './rate-limit.ts'

type IngestDeps = {
  log: Pick<Log, 'append'>
  now?: () => Date
  breaker?: CircuitBreaker
  limit?: RateLimit | undefined
  metrics?: Pick<IngestMetrics, 'events' | 'contactData' | 'canaries'>
}

export const buildIngest = (deps: IngestDeps, options: HttpOptions = {}): FastifyInstance => {
  const app = openHttp(options)
  app.register(ingestRoutes(deps))
  return app
}

const CALLS: Record<string, EventType> = { visit: 'visit', conversion: 'conversion', 'ab-test': 'ab_test' }

/** Only these calls are open to other sites: the instance has those of staff as well. */
export const ingestRoutes = (deps: IngestDeps) => async (app: FastifyInstance) => {
  await app.register(eventCalls(deps), { prefix: '/api/analytics' })
}

const eventCalls = (deps: IngestDeps) => async (app: FastifyInstance) => {
  const now = deps.now ?? (() => new Date())
  const breaker =
    deps.breaker ?? openCircuitBreaker(deps.log, error => app.log.error(error, 'the log refused an append'))
  const counters = countersOf(deps.metrics)
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
  const exposedHeaders = ['Retry-After']
  await app.register(cors, { origin: '*', methods: ['POST'], exposedHeaders, strictPreflight: false })
  if (deps.limit) countBodies(app, deps.limit)
  const countEvents = (ip: string, events: number) => {
    deps.limit?.admitEvents(ip)
    deps.limit?.count(ip, { events })
  }

  for (const [call, type] of Object.entries(CALLS)) {
    app.post(`/${call}`, { config: { access: 'public' } }, async (request, reply) => {
      const facts = factsOf(request)
      countEvents(facts.ip, 1)
      const result = accept(type, bodyOf(request), facts, now())
      if (!result.ok) {
        counters?.rejected.inc()
        throw notAccepted(result)
      }
      const { id } = result.event
      await append([entryOf([result], facts, now())], 1, result.contactData ? 1 : 0)
      if (facts.userAgent === CANARY_AGENT) counters?.canaries.inc()
      return reply.status(202).send({ id })
    })
  }

  app.post('/batch', { config: { access: 'public' } }, async (request, reply) => {
    const facts = factsOf(request)
    const inputs = eventsOf(bodyOf(request))
    countEvents(facts.ip, inputs.length)
    const { entries, accepted, withContactData, rejected } = readBatch(inputs.splice(0), facts, now())
    if (rejected.length > 0) counters?.rejected.inc(rejected.length)
    if (accepted === 0)
      throw new HttpError(400, `None of the events is valid: ${rejected[0]?.message}.`, rejected.map(toIssue))
    await append(entries, accepted, withContactData)
    return reply.status(202).send({ accepted, rejected })
  })
}

const readBatch = (inputs: unknown[], facts: RequestFacts, now: Date) => {
  const results = inputs.map(input => acceptTyped(input, facts, now))
  const accepted = results.filter(result => result.ok)
  const bySession = Map.groupBy(accepted, result => result.event.sessionId)
  return {
    entries: [...bySession.values()].map(group => entryOf(group, facts, now)),
    accepted: accepted.length,
    withContactData: accepted.filter(({ contactData }) => contactData).length,
    rejected: results.flatMap((result, index) =>
      result.ok
        ? []
        : [{ index, code: result.code, message: result.issues.map(issue => issue.message).join('; ') }],
    ),
  }
}

/** Taken from the request, which lasts until the log has answered: nothing else needs the body, or its memory, so long. */
const bodyOf = (request: FastifyRequest): unknown => {
  const { body } = request
  request.body = undefined
  return body
}

const countersOf = (metrics: IngestDeps['metrics']) =>
  metrics && {
    accepted: metrics.events.labels({ result: 'accepted' }),
    rejected: metrics.events.labels({ result: 'rejected' }),
    unavailable: metrics.events.labels({ result: 'unavailable' }),
    contactData: metrics.contactData,
    canaries: metrics.canaries,
  }

type Accepted = Extract<Acceptance, { ok: true }>

const entryOf = (results: Accepted[], facts: RequestFacts, now: Date) => {
  const events: LoggedEvent[] = results.map(result => result.event)
  const userAgent = results.find(result => result.userAgent !== '')?.userAgent ?? ''
  return { key: events[0]?.sessionId ?? '', value: JSON.stringify(envelope(events, userAgent, facts, now)) }
}

const factsOf = (request: FastifyRequest): RequestFacts => {
  const session = request.headers['x-session-id']
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    sessionId: typeof session === 'string' ? session : undefined,
    requestId: request.id,
  }
}

const notAccepted = ({ issues }: Extract<Acceptance, { ok: false }>): HttpError =>
  new HttpError(400, `The event was not accepted: ${issues.map(issue => issue.message).join('; ')}.`, issues)

const toIssue = (rejection: { index: number; message: string }) => ({
  path: `events.${rejection.index}`,
  message: rejection.message,
})

const eventsOf = (body: unknown): unknown[] => {
  const events = typeof body === 'object' && body !== null && 'events' in body ? body.events : undefined
  if (!Array.isArray(events) || events.length === 0)
    throw new HttpError(400, 'Send {"events": [...]} with 1 to 100 events.', [
      { path: 'events', message: 'events must be a list with 1 to 100 events' },
    ])
  if (events.length > MAX_EVENTS_PER_BATCH)
    throw new HttpError(
      413,
      `events holds ${events.length} events: send at most ${MAX_EVENTS_PER_BATCH} at a time.`,
    )
  return events
}
