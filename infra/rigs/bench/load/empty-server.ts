/** A yardstick: the HTTP server of every service with no event looked at behind it, by Fastify's routes or, with FAST=1, past them. */
import { readEnv } from '../../../platform/env.ts'
import { healthRoutes } from '../../../platform/health.ts'
import { startService } from '../../../platform/service.ts'
import { runMain } from '../../../platform/shutdown.ts'
import { SHAPES } from './request-bodies.ts'

await runMain(() =>
  startService('ingest', readEnv(), async ({ app, health }) => {
    app.post('/api/analytics/*', { config: { access: 'public' } }, async (_request, reply) =>
      reply.status(202).send({ accepted: 1 }),
    )
    if (process.env.FAST === '1')
      for (const { path } of SHAPES)
        app.fastPath?.add(path, { headers: {}, take: async () => ({ accepted: 1 }) })
    healthRoutes(app, health)
    return {}
  }),
)
