/** The projector in a process of its own. `node projector/main.ts`; any number may run, with CLICKHOUSE_URL set. */

import { openStores } from '@firsttouch/infra/open-stores'
import { type Env, readEnv } from '@firsttouch/infra/platform/env'
import { healthRoutes, openHealth } from '@firsttouch/infra/platform/health'
import { openHttpOf } from '@firsttouch/infra/platform/http/from-env'
import { openRegistry, projectorMetrics, serveMetrics } from '@firsttouch/infra/platform/metrics'
import { drainHttp, runMain } from '@firsttouch/infra/platform/shutdown'
import { startProjecting } from './start.ts'

const DRAIN_SECONDS = 5

/** Its port answers `/health/live` and `/health/ready` alone. Throws an Error for the operator when a store cannot be had. */
export const startProjector = async (env: Env) => {
  const stores = await openStores(env)
  const app = openHttpOf(env)
  const registry = openRegistry()
  const projecting = startProjecting({
    ...stores,
    metrics: projectorMetrics(registry),
    keepDetailsDays: env.KEEP_VISIT_DETAILS_DAYS,
    onError: error => app.log.error(error, 'projector'),
  })
  if (env.INGEST_URL && env.CANARY_SECONDS > 0)
    projecting.startCanary(env.INGEST_URL, env.CANARY_SECONDS * 1000)
  const health = openHealth(app, [projecting.check])
  healthRoutes(app)
  const served =
    env.METRICS_PORT === undefined
      ? null
      : await serveMetrics(registry, {
          port: env.METRICS_PORT,
          host: env.HOST,
          refresh: projecting.readGauges,
        })
  const url = await app.listen({ host: env.HOST, port: env.PORT })
  const close = async () => {
    await drainHttp(app, health, (env.DRAIN_SECONDS ?? DRAIN_SECONDS) * 1000)
    await projecting.stop()
    await served?.close()
    await stores.close()
  }
  return { url, metricsPort: served?.port, close }
}

if (import.meta.main) await runMain(() => startProjector(readEnv()))
