/** Ingest in a process, as the environment wants it. */
import type { Log } from '@firsttouch/infra/log/log'
import type { Env } from '@firsttouch/infra/platform/env'
import type { Service } from '@firsttouch/infra/platform/service'
import { ingestRoutes } from './app.ts'
import { openCircuitBreaker } from './circuit-breaker.ts'
import { ingestMetrics } from './metrics.ts'
import { rateLimitOf } from './rate-limit.ts'
import { tracedLog } from './traced-log.ts'
import { measured, openLogProbe } from './watched-log.ts'

/** Ready while the log takes events: whatever else is away, nothing is lost. */
export const mountIngest = (
  { app, registry, health, keep, tracing }: Service,
  env: Pick<Env, 'RATE_LIMIT_EVENTS_PER_MINUTE'>,
  log: Log,
): void => {
  const metrics = ingestMetrics(registry, {
    inFlight: () => breaker.state().inFlightEvents,
    positions: () => probe.positions(),
  })
  const taking = tracing ? tracedLog(log, tracing) : log
  const breaker = openCircuitBreaker(measured(taking, metrics), error =>
    app.log.error(error, 'the log refused an append'),
  )
  const probe = keep(openLogProbe(log, breaker))
  health.add(probe.check)
  const limit = rateLimitOf(env.RATE_LIMIT_EVENTS_PER_MINUTE)
  app.register(ingestRoutes({ log, breaker, metrics, limit }))
}
