/** Whether a process lives, and whether it may be sent work. */
import type { FastifyInstance } from 'fastify'
import { RELEASE } from './version.ts'

/** The name of what is missing, or null. It is asked often and must not ask a store each time. */
export type Check = () => string | null

export type Health = {
  /** What the process lacks to be ready. `/health/ready` calls it. */
  missing(): string[]
  add(check: Check): void
  /** From now on not ready. Requests are still answered; each answer closes its connection, so that clients go elsewhere. */
  drain(): void
}

export const openHealth = (app: FastifyInstance): Health => {
  const checks: Check[] = []
  let draining = false
  // Also to requests that came before: their connections would fall idle only after the server has closed those that were.
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

/** For services without the API, which asks its stores as well. */
export const healthRoutes = (app: FastifyInstance, health: Health): void => {
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    const missing = health.missing()
    const status = missing.length === 0 ? 'ready' : 'not_ready'
    return reply.status(missing.length === 0 ? 200 : 503).send({ status, missing, ...RELEASE })
  })
}
