/** Whether the process lives, and whether it can do its work. */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Api, Deps } from '../deps.ts'

const ANSWER_WITHIN_MS = 2_000

const readiness = z.object({
  /** `degraded`: figures cannot be read, yet events and forms are taken. */
  status: z.enum(['ready', 'degraded', 'not_ready']),
  missing: z.array(z.string()),
})

export const healthRoutes = (app: Api, { sql, log, readModel }: Deps): void => {
  const open = { access: 'public' } as const

  app.get(
    '/health/live',
    { config: open, schema: { response: { 200: z.object({ status: z.literal('live') }) } } },
    async () => ({ status: 'live' as const }),
  )

  app.get(
    '/health/ready',
    { config: open, schema: { response: { 200: readiness, 503: readiness } } },
    async (_request, reply) => {
      const answers = await Promise.all([
        answer('postgres', sql`SELECT 1`),
        answer('log', log.positions('health')),
        answer('clickhouse', readModel.rows('SELECT partition FROM {db:Identifier}.progress LIMIT 1')),
      ])
      const missing = answers.filter(name => name !== null)
      // Without ClickHouse nothing is lost, so nobody should be sent away.
      const able = missing.every(name => name === 'clickhouse')
      const status = missing.length === 0 ? 'ready' : able ? 'degraded' : 'not_ready'
      return reply.status(able ? 200 : 503).send({ status, missing })
    },
  )
}

/** The name of the part when it does not answer, null when it does. */
const answer = async (name: string, asked: PromiseLike<unknown>): Promise<string | null> => {
  try {
    const late = sleep(ANSWER_WITHIN_MS, 'late' as const, { ref: false })
    return (await Promise.race([asked, late])) === 'late' ? name : null
  } catch {
    return name
  }
}
