/** Runs the projector as a separate process. If several run, one leads each generation and the others are standbys. */

import { openStores, storeChecks } from '@firsttouch/infra/open-stores'
import { type Env, readEnv } from '@firsttouch/infra/platform/env'
import { healthRoutes } from '@firsttouch/infra/platform/health'
import { storesMetric } from '@firsttouch/infra/platform/metrics'
import { startService } from '@firsttouch/infra/platform/service'
import { runMain } from '@firsttouch/infra/platform/shutdown'
import { clockMetric } from '@firsttouch/infra/stores/upkeep-metrics'
import { mountProjector } from './mount.ts'

/** The projector serves no requests, so it stops right after the current batch. A standby then takes over. */
const DRAIN_SECONDS = 0

export const startProjector = (env: Env) =>
  startService('projector', { ...env, DRAIN_SECONDS }, async service => {
    const stores = service.keep(await openStores(env))
    storesMetric(service.registry, storeChecks(stores))
    clockMetric(service.registry, stores.sql)
    const projecting = mountProjector(service, env, stores)
    if (env.INGEST_URL && env.CANARY_SECONDS > 0)
      projecting.startCanary(env.INGEST_URL, env.CANARY_SECONDS * 1000)
    service.health.add(projecting.check)
    healthRoutes(service.app, service.health)
    return { readGauges: projecting.readGauges }
  })

if (import.meta.main) await runMain(() => startProjector(readEnv()))
