/** The projector in a process of its own. `node projector/main.ts`; any number may run, with CLICKHOUSE_URL set. */

import { openStores } from '@firsttouch/infra/open-stores'
import { type Env, readEnv } from '@firsttouch/infra/platform/env'
import { healthRoutes } from '@firsttouch/infra/platform/health'
import { startService } from '@firsttouch/infra/platform/service'
import { runMain } from '@firsttouch/infra/platform/shutdown'
import { mountProjector } from './mount.ts'

export const startProjector = (env: Env) =>
  startService('projector', env, async service => {
    const projecting = mountProjector(service, env, service.keep(await openStores(env, service.tracing)))
    if (env.INGEST_URL && env.CANARY_SECONDS > 0)
      projecting.startCanary(env.INGEST_URL, env.CANARY_SECONDS * 1000)
    service.health.add(projecting.check)
    healthRoutes(service.app, service.health)
    return { readGauges: projecting.readGauges }
  })

if (import.meta.main) await runMain(() => startProjector(readEnv()))
