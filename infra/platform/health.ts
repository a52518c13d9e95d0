/** Whether a process lives, and whether it may be sent work. */
import type { FastifyInstance } from 'fastify'

/** Names what is missing, or null. Asked often, so it answers from what was learnt before. */
export type Check = () => string | null

export type Health = {
  missing(): string[]
  /** Not ready from now on, and every answer asks its sender to connect anew, elsewhere. Nothing is refused. */
  drain(): void
}

/** Answers `/health/ready` with 503 before any route does, as long as something is missing. */
export const openHealth = (app: FastifyInstance, checks: Check[] = []): Health => {
  let draining = false
  const missing = () => (draining ? ['draining'] : checks.flatMap(check => check() ?? []))
  app.addHook('onRequest', async (request, reply) => {
    if (draining) reply.header('connection', 'close')
    if (request.method !== 'GET' || request.url.split('?', 1)[0] !== '/health/ready') return
    const absent = missing()
    if (absent.length > 0) return reply.status(503).send({ status: 'not_ready', missing: absent })
  })
  return {
    missing,
    drain: () => {
      draining = true
    },
  }
}

/** For services without the API's own. */
export const healthRoutes = (app: FastifyInstance): void => {
  const config = { access: 'public' as const }
  app.get('/health/live', { config }, async () => ({ status: 'live' }))
  app.get('/health/ready', { config }, async () => ({ status: 'ready', missing: [] }))
}
