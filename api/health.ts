import { setTimeout as sleep } from 'node:timers/promises'
import { coalesce } from '@firsttouch/infra/platform/coalesce'
import { RELEASE } from '@firsttouch/infra/platform/version'
import { z } from 'zod'
import { type Api, type Deps, FOR_ALL } from './deps.ts'
import { NotKnownYet } from './read-model/read-model.ts'

const ANSWER_WITHIN_MS = 2_000

const readiness = z.object({
  /** `degraded` means that events and forms are accepted, but the figures are unavailable or incomplete. */
  status: z.enum(['ready', 'degraded', 'not_ready']),
  missing: z.array(z.string()),
  version: z.string(),
  commit: z.string(),
})

/** Callers within this time share one check of the stores, because the route is public and has no rate limit. */
const SHARED_FOR_MS = 1_000

export const healthRoutes = (app: Api, deps: Deps): void => {
  const look = coalesce(() => missingOf(deps), SHARED_FOR_MS)
  app.get(
    '/health/live',
    { config: FOR_ALL, schema: { response: { 200: z.object({ status: z.literal('live') }) } } },
    async () => ({ status: 'live' as const }),
  )

  app.get(
    '/health/ready',
    { config: FOR_ALL, schema: { response: { 200: readiness, 503: readiness } } },
    async (_request, reply) => {
      const own = deps.missing?.() ?? []
      const missing = own.length > 0 ? own : await look()
      // Without figures, the process can still store events and forms.
      const able = missing.every(name => name === 'clickhouse' || name === 'figures')
      const status = missing.length === 0 ? 'ready' : able ? 'degraded' : 'not_ready'
      return reply.status(able ? 200 : 503).send({ status, missing, ...RELEASE })
    },
  )
}

const missingOf = async ({ sql, log, readModel }: Deps): Promise<string[]> => {
  const answers = await Promise.all([
    answer('postgres', sql`SELECT 1`),
    answer('log', log.positions('health')),
    answer('clickhouse', readModel.rows('SELECT partition FROM {db:Identifier}.progress LIMIT 1')),
  ])
  const missing = answers.filter(name => name !== null)
  // PostgreSQL stores the name of ClickHouse's database, so without PostgreSQL this cannot check ClickHouse.
  return missing.includes('postgres') ? missing.filter(name => name !== 'clickhouse') : missing
}

/** Returns `name` if `asked` fails or is late, 'figures' while the read models are incomplete, otherwise null. */
const answer = async (name: string, asked: PromiseLike<unknown>): Promise<string | null> => {
  try {
    const late = sleep(ANSWER_WITHIN_MS, 'late' as const, { ref: false })
    return (await Promise.race([asked, late])) === 'late' ? name : null
  } catch (error) {
    return error instanceof NotKnownYet ? 'figures' : name
  }
}
