/** Serves the built site in a separate process. A proxy in front of it must send /api to another process. */

import { type Env, readEnv } from '../../platform/env.ts'
import { healthRoutes } from '../../platform/health.ts'
import { startService } from '../../platform/service.ts'
import { runMain } from '../../platform/shutdown.ts'
import { SITE_DIST } from './build.ts'
import { siteOptions } from './config.ts'
import { siteRoutes } from './site.ts'

/** Needs no store. Runs with any number of replicas. */
export const startSite = (env: Env) =>
  startService('site', env, async ({ app, health }) => {
    healthRoutes(app, health)
    if (!env.API_URL)
      app.log.warn(
        'API_URL is not set: pages show A/B tests as the code declares them and ignore what staff set',
      )
    app.register(siteRoutes(siteOptions(env, SITE_DIST)))
    return {}
  })

if (import.meta.main) await runMain(() => startSite(readEnv()))
