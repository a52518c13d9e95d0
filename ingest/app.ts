/** The routes of ingest, which acknowledges an event only after the log has stored it durably. */
import cors from '@fastify/cors'
import type { Log } from '@firsttouch/infra/log/log'
import { type HttpOptions, openHttp } from '@firsttouch/infra/platform/http/http'
import { renewIdentityCookie } from '@firsttouch/infra/platform/http/identity-cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openCircuitBreaker } from './circuit-breaker.ts'
import { countBodies } from './rate-limit.ts'
import { hostOf, NO_HOSTS } from './tag.ts'
import { openTakers, type TakeDeps } from './take.ts'

type IngestDeps = Partial<TakeDeps> & { log: Pick<Log, 'append'> }

export const buildIngest = (deps: IngestDeps, options: HttpOptions = {}): FastifyInstance => {
  const app = openHttp(options)
  app.register(ingestRoutes(deps))
  return app
}

/** Registers CORS for these routes only, because the same server may also have the staff routes. */
export const ingestRoutes = (deps: IngestDeps) => async (app: FastifyInstance) => {
  await app.register(eventCalls(deps), { prefix: '/api/analytics' })
}

const eventCalls = (deps: IngestDeps) => async (app: FastifyInstance) => {
  const { log, limit, whyLeftOut, metrics, tagHosts = NO_HOSTS, now = () => new Date() } = deps
  const breaker =
    deps.breaker ?? openCircuitBreaker(log, error => app.log.error(error, 'the log rejected an append'))
  await app.register(cors, {
    // The site's own pages need no CORS. Programs send no Origin and are allowed.
    origin: async (origin?: string) =>
      !origin || (tagHosts.allowed()?.has(hostOf(origin)) === true && origin),
    methods: ['POST'],
    exposedHeaders: 'Retry-After',
    strictPreflight: false,
  })
  if (limit) countBodies(app, limit)
  const { takeOne, takeBatch } = openTakers({ breaker, now, limit, whyLeftOut, tagHosts, metrics })
  const calls = {
    visit: takeOne('visit'),
    conversion: takeOne('conversion'),
    'ab-test': takeOne('ab_test'),
    batch: takeBatch,
  }
  for (const [call, take] of Object.entries(calls))
    app.post(`/${call}`, { config: { access: 'public' } }, async (request, reply) => {
      const answer = await take(bodyOf(request), request)
      renewIdentityCookie(request, reply)
      return reply.status(202).send(answer)
    })
}

/** Detaches the body from the request, to free its memory while the request waits for the log. */
const bodyOf = (request: FastifyRequest): unknown => {
  const { body } = request
  request.body = undefined
  return body
}
