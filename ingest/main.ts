/** Ingest in a process of its own: needs the log and nothing else. `node ingest/main.ts`; any number may run. */

import { openLog } from '@firsttouch/infra/log/open-log'
import { type Env, readEnv } from '@firsttouch/infra/platform/env'
import { healthRoutes } from '@firsttouch/infra/platform/health'
import { openHttpOf, warnOfProxy } from '@firsttouch/infra/platform/http/from-env'
import { openRegistry, serveMetrics } from '@firsttouch/infra/platform/metrics'
import { drainHttp, runMain } from '@firsttouch/infra/platform/shutdown'
import { mountIngest } from './mount.ts'

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
  const ingest = mountIngest(app, env, registry, { log })
  healthRoutes(app)
  const served =
    env.METRICS_PORT === undefined
      ? null
      : await serveMetrics(registry, { port: env.METRICS_PORT, host: env.HOST })
  const address = await app.listen({ host: env.HOST, port: env.PORT })
  const close = async () => {
    await drainHttp(app, ingest.health, (env.DRAIN_SECONDS ?? DRAIN_SECONDS) * 1000)
    ingest.close()
    await served?.close()
    await log.close()
  }
  return { url: address, metricsPort: served?.port, close }
}

if (import.meta.main) await runMain(() => startIngest(readEnv()))
