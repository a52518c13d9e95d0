import { join } from 'node:path'
import type { Log } from '@firsttouch/infra/log/log'
import type { Env } from '@firsttouch/infra/platform/env'
import type { Service } from '@firsttouch/infra/platform/service'
import { ingestRoutes } from './app.ts'
import { openBursts } from './bursts.ts'
import { openCircuitBreaker } from './circuit-breaker.ts'
import { openLeftOut } from './left-out.ts'
import { ingestMetrics } from './metrics.ts'
import { rateLimitOf, watchRefused } from './rate-limit.ts'
import { followSettings, type Settings } from './settings.ts'
import { NO_HOSTS, openTagHosts, tagRoutes } from './tag.ts'
import { measured, openLogProbe, tracedLog } from './watched-log.ts'

const SITE_DIST = join(import.meta.dirname, '..', 'frontend', 'dist')

/** Mounts ingest. Its readiness depends only on the log. */
export const mountIngest = (
  { app, registry, health, keep, tracing }: Service,
  env: Pick<Env, 'RATE_LIMIT_EVENTS_PER_MINUTE'>,
  log: Log,
  settings?: Settings,
): void => {
  const metrics = ingestMetrics(registry, {
    inFlight: () => breaker.state().inFlightEvents,
    positions: () => probe.positions(),
  })
  const taking = tracing ? tracedLog(log, tracing) : log
  const breaker = openCircuitBreaker(measured(taking, metrics), error =>
    app.log.error(error, 'the log rejected an append'),
  )
  const probe = keep(openLogProbe(log, breaker))
  health.add(probe.check)
  const watch = watchRefused(line => app.log.warn(line))
  const limit = rateLimitOf(env.RATE_LIMIT_EVENTS_PER_MINUTE, ip => {
    metrics.events.inc({ result: 'limited' })
    watch(ip)
  })
  const onError = (error: unknown) => app.log.warn(error, 'settings')
  const followed = settings && keep(followSettings(settings, onError))
  const whyLeftOut = openLeftOut(ip => followed?.isInternal(ip) === true, openBursts())
  const tagHosts = settings && followed && openTagHosts(followed.tagHosts, settings, onError)
  tagRoutes(app, join(SITE_DIST, 't.js'), tagHosts ?? NO_HOSTS)
  app.register(ingestRoutes({ log, breaker, metrics, limit, whyLeftOut, ...(tagHosts && { tagHosts }) }))
}
