/** Starts the API as a separate process: `node api/main.ts`. Several processes may run in parallel. */

import { lagMetrics, openServingLag, setLag } from '@firsttouch/infra/log/lag'
import { openStores, storeChecks } from '@firsttouch/infra/open-stores'
import { type Env, readEnv } from '@firsttouch/infra/platform/env'
import { warnOfProxy } from '@firsttouch/infra/platform/http/from-env'
import { storesMetric } from '@firsttouch/infra/platform/metrics'
import { startService } from '@firsttouch/infra/platform/service'
import { runMain } from '@firsttouch/infra/platform/shutdown'
import { upkeepMetrics } from '@firsttouch/infra/stores/upkeep-metrics'
import { mountApi } from './mount.ts'

const startApi = (env: Env) =>
  startService('api', env, async service => {
    warnOfProxy(env, service.app.log)
    const stores = service.keep(await openStores(env))
    const askLag = openServingLag(stores)
    const metrics = lagMetrics(service.registry)
    storesMetric(service.registry, storeChecks(stores))
    upkeepMetrics(service.registry, { ...stores, clickhouse: stores.clickhouse.client(), env })
    const readGauges = async () => setLag(metrics, await askLag().catch(() => null))
    return { onceListening: await mountApi(service, env, stores), readGauges }
  })

const main = async () => {
  const running = await startApi(readEnv())
  if (running.staff)
    console.log(`Staff login, shown only this once: ${running.staff.username} / ${running.staff.password}`)
  return running
}

if (import.meta.main) await runMain(main)
