/** Ingest on a Fastify instance of its process, as the environment wants it. */
import type { Log } from '@firsttouch/infra/log/log'
import type { Env } from '@firsttouch/infra/platform/env'
import { type Health, openHealth } from '@firsttouch/infra/platform/health'
import { ingestMetrics } from '@firsttouch/infra/platform/metrics'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { ingestRoutes } from './app.ts'
import { openCircuitBreaker } from './circuit-breaker.ts'
import { rateLimitOf } from './rate-limit.ts'
import { measured, openLogProbe } from './watched-log.ts'

/** Ready while the log takes events: without the projector, or ClickHouse, nothing is lost. */
export const mountIngest = (
  app: FastifyInstance,
  env: Pick<Env, 'RATE_LIMIT_EVENTS_PER_MINUTE'>,
  registry: Registry,
  { log }: { log: Log },
): { health: Health; close: () => void } => {
  const metrics = ingestMetrics(registry, () => breaker.state().inFlightEvents)
  const breaker = openCircuitBreaker(measured(log, metrics), error =>
    app.log.error(error, 'the log refused an append'),
  )
  const probe = openLogProbe(log, breaker)
  const limit = rateLimitOf(env.RATE_LIMIT_EVENTS_PER_MINUTE)
  app.register(ingestRoutes({ log, breaker, metrics, limit }))
  return { health: openHealth(app, [probe.check]), close: probe.close }
}
