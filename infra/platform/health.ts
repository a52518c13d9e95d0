import type { FastifyInstance } from 'fastify'
import { RELEASE } from './version.ts'

/** Returns the name of a missing dependency, or null. Called often, so it must not query a store each time. */
export type Check = () => string | null

export type Health = {
  /** Names of missing dependencies. `/health/ready` reports them. */
  missing(): string[]
  add(check: Check): void
  /** Makes the process not ready. Each further response closes its connection, so clients go elsewhere. */
  drain(): void
}

export const openHealth = (app: FastifyInstance): Health => {
  const checks: Check[] = []
  let draining = false
  // Also covers requests that arrived before the drain. Their connections would otherwise stay open.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close')
    done()
  })
  return {
    missing: () => (draining ? ['draining'] : checks.flatMap(check => check() ?? [])),
    add: check => {
      checks.push(check)
    },
    drain: () => {
      draining = true
    },
  }
}

/** Health routes for processes without the API. The API has its own routes, which also query its stores. */
export const healthRoutes = (app: FastifyInstance, health: Health): void => {
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    const missing = health.missing()
    const status = missing.length === 0 ? 'ready' : 'not_ready'
    return reply.status(missing.length === 0 ? 200 : 503).send({ status, missing, ...RELEASE })
  })
}
