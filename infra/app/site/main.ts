/** The built site in a process of its own, behind the proxy that sends /api elsewhere. `node infra/app/site/main.ts` */

import { type Env, readEnv } from '../../platform/env.ts'
import { healthRoutes, openHealth } from '../../platform/health.ts'
import { openHttpOf } from '../../platform/http/from-env.ts'
import { drainHttp, runMain } from '../../platform/shutdown.ts'
import { SITE_DIST } from './build.ts'
import { siteOptions } from './config.ts'
import { siteRoutes } from './site.ts'

const DRAIN_SECONDS = 5

/** Needs no store. Any number may run. */
export const startSite = async (env: Env) => {
  const app = openHttpOf(env)
  const health = openHealth(app)
  healthRoutes(app)
  app.register(siteRoutes(siteOptions(env, SITE_DIST)))
  const url = await app.listen({ host: env.HOST, port: env.PORT })
  return { url, close: () => drainHttp(app, health, (env.DRAIN_SECONDS ?? DRAIN_SECONDS) * 1000) }
}

if (import.meta.main) await runMain(() => startSite(readEnv()))
