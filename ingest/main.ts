/** Ingest in a process of its own: needs the log and nothing else. `node ingest/main.ts`; any number may run. */

import { openLog } from '@firsttouch/infra/log/open-log'
import { type Env, readEnv } from '@firsttouch/infra/platform/env'
import { healthRoutes, openHealth } from '@firsttouch/infra/platform/health'
import { openHttpOf, warnOfProxy } from '@firsttouch/infra/platform/http/from-env'
import { ingestMetrics, openRegistry, serveMetrics } from '@firsttouch/infra/platform/metrics'
import { drainHttp, runMain } from '@firsttouch/infra/platform/shutdown'
import { ingestRoutes } from './app.ts'
import { openGate } from './circuit-breaker.ts'
import { floodLimit } from './rate-limit.ts'
import { measured, openLogProbe } from './watched-log.ts'

const DRAIN_SECONDS = 5

/** Throws an Error with a sentence for the operator when the log or the port cannot be had. */
export const startIngest = async (env: Env) => {
  const url = env.LOG_URL ?? env.DATABASE_URL
  if (!url)
    throw new Error(
      'Ingest alone needs a log that other processes reach: set LOG_URL, or DATABASE_URL for the log in PostgreSQL.',
    )
  const log = await openLog(url)
  const app = openHttpOf(env)
  warnOfProxy(env, app.log)
  const registry = openRegistry()
  const metrics = ingestMetrics(registry, () => gate.state().inFlightEvents)
  const gate = openGate(measured(log, metrics), error => app.log.error(error, 'the log refused an append'))
  const probe = openLogProbe(log, gate)
  const health = openHealth(app, [probe.check])
  healthRoutes(app)
  app.register(ingestRoutes({ log, gate, metrics, limit: floodLimit(env.RATE_LIMIT_EVENTS_PER_MINUTE) }))
  const served =
    env.METRICS_PORT === undefined
      ? null
      : await serveMetrics(registry, { port: env.METRICS_PORT, host: env.HOST })
  const address = await app.listen({ host: env.HOST, port: env.PORT })
  const close = async () => {
    await drainHttp(app, health, (env.DRAIN_SECONDS ?? DRAIN_SECONDS) * 1000)
    probe.close()
    await served?.close()
    await log.close()
  }
  return { url: address, metricsPort: served?.port, close }
}

if (import.meta.main) await runMain(() => startIngest(readEnv()))
