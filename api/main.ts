/** The API in a process of its own. `node api/main.ts`; any number may run. */

import { openStores } from '@firsttouch/infra/open-stores'
import { type Env, readEnv } from '@firsttouch/infra/platform/env'
import { warnOfProxy } from '@firsttouch/infra/platform/http/from-env'
import { startService } from '@firsttouch/infra/platform/service'
import { runMain } from '@firsttouch/infra/platform/shutdown'
import { mountApi } from './mount.ts'

const startApi = (env: Env) =>
  startService(env, async service => {
    warnOfProxy(env, service.app.log)
    return { told: await mountApi(service, env, service.keep(await openStores(env))) }
  })

const main = async () => {
  const running = await startApi(readEnv())
  if (running.staff)
    console.log(`Staff login, shown only this once: ${running.staff.username} / ${running.staff.password}`)
  return running
}

if (import.meta.main) await runMain(main)
