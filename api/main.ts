/** The API in a process of its own; it also keeps the analysts' views on the serving generation. `node api/main.ts` */

import { openStores } from '@firsttouch/infra/open-stores'
import { type Env, readEnv } from '@firsttouch/infra/platform/env'
import { openHealth } from '@firsttouch/infra/platform/health'
import { openHttpOf, warnOfProxy } from '@firsttouch/infra/platform/http/from-env'
import { openRegistry, serveMetrics } from '@firsttouch/infra/platform/metrics'
import { drainHttp, runMain } from '@firsttouch/infra/platform/shutdown'
import { openAnalysts } from '@firsttouch/infra/reporting/analysts'
import { ensureStaff } from './auth/accounts.ts'
import { mountApi } from './mount.ts'

const DRAIN_SECONDS = 5

/** Any number may run. Throws an Error with a sentence for the operator when a store or the port cannot be had. */
const startApi = async (env: Env) => {
  const stores = await openStores(env)
  const app = openHttpOf(env)
  warnOfProxy(env, app.log)
  const registry = openRegistry()
  const health = openHealth(app)
  const { STAFF_USERNAME: username, STAFF_PASSWORD: password, METRICS_PORT: port, HOST: host } = env
  const staff = await ensureStaff(stores.sql, username && password ? { username, password } : undefined)
  mountApi(app, env, registry, stores)
  const analysts = await openAnalysts(env, stores, error => app.log.error(error, 'reporting views'))
  const served = port === undefined ? null : await serveMetrics(registry, { port, host })
  const url = await app.listen({ host, port: env.PORT })
  const close = async () => {
    await drainHttp(app, health, (env.DRAIN_SECONDS ?? DRAIN_SECONDS) * 1000)
    await analysts.close()
    await served?.close()
    await stores.close()
  }
  return { url, staff, metricsPort: served?.port, close }
}

const main = async () => {
  const running = await startApi(readEnv())
  if (running.staff)
    console.log(`Staff login, shown only this once: ${running.staff.username} / ${running.staff.password}`)
  return running
}

if (import.meta.main) await runMain(main)
