/** A yardstick: the HTTP server of every service with no event looked at behind it. */
import { readEnv } from '../../../platform/env.ts'
import { healthRoutes } from '../../../platform/health.ts'
import { startService } from '../../../platform/service.ts'
import { runMain } from '../../../platform/shutdown.ts'

await runMain(() =>
  startService('ingest', readEnv(), async ({ app, health }) => {
    app.post('/api/analytics/*', { config: { access: 'public' } }, async (_request, reply) =>
      reply.status(202).send({ accepted: 1 }),
    )
    healthRoutes(app, health)
    return {}
  }),
)
