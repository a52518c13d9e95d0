/** Starts ingest as a separate process. While PostgreSQL is unavailable, the last known settings apply. */

import { openLog } from '@firsttouch/infra/log/open-log'
import { type Env, readEnv } from '@firsttouch/infra/platform/env'
import { healthRoutes } from '@firsttouch/infra/platform/health'
import { warnOfProxy } from '@firsttouch/infra/platform/http/from-env'
import { startService } from '@firsttouch/infra/platform/service'
import { runMain } from '@firsttouch/infra/platform/shutdown'
import { lazyPostgres } from '@firsttouch/infra/stores/postgres'
import { clockMetric } from '@firsttouch/infra/stores/upkeep-metrics'
import { mountIngest } from './mount.ts'
import { settingsIn } from './settings.ts'

export const startIngest = (env: Env) =>
  startService('ingest', env, async service => {
    const url = env.LOG_URL ?? env.DATABASE_URL
    if (!url)
      throw new Error(
        'A separate ingest process needs a shared log: set LOG_URL, or set DATABASE_URL to keep the log in PostgreSQL.',
      )
    warnOfProxy(env, service.app.log)
    const { DATABASE_URL } = env
    const records = DATABASE_URL ? service.keep(lazyPostgres(DATABASE_URL)).sql : undefined
    if (records) clockMetric(service.registry, records)
    mountIngest(service, env, service.keep(await openLog(url)), records && settingsIn(records))
    healthRoutes(service.app, service.health)
    return {}
  })

if (import.meta.main) await runMain(() => startIngest(readEnv()))
