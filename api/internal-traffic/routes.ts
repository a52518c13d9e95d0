/** Networks whose visits are the business's own, and browsers that leave themselves out of the figures. */
import { INTERNAL_NETWORKS, readNetworks } from '@firsttouch/ingest/settings'
import { markInternal, unmarkInternal } from '../auth/cookies.ts'
import { checkCsrf } from '../auth/csrf.ts'
import { internalNetworks, internalTraffic, optOut } from '../contract/internal-traffic.ts'
import { type Api, type Deps, FOR_ALL, FOR_OWNERS, FOR_STAFF } from '../deps.ts'
import { announceChange } from '../live/live.ts'

export const internalTrafficRoutes = (app: Api, { sql, now }: Deps): void => {
  app.get(
    '/api/admin/internal-traffic',
    { config: FOR_STAFF, schema: { response: { 200: internalTraffic } } },
    async ({ ip }) => ({ networks: await readNetworks(sql), yours: ip }),
  )

  /** Counts for events from now on, within seconds. */
  app.put(
    '/api/admin/internal-traffic',
    { config: FOR_OWNERS, schema: { body: internalNetworks, response: { 200: internalTraffic } } },
    async ({ body: { networks }, ip }) => {
      await sql`
        INSERT INTO settings (name, value, updated_at) VALUES (${INTERNAL_NETWORKS}, ${networks}, ${now()})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`
      await announceChange(sql, ['domain-config'])
      return { networks, yours: ip }
    },
  )

  app.post(
    '/api/opt-out',
    { config: FOR_ALL, schema: { body: optOut, response: { 200: optOut } } },
    async (request, reply) => {
      checkCsrf(request)
      if (request.body.optedOut) markInternal(reply, 'opt_out')
      else unmarkInternal(reply)
      return request.body
    },
  )
}
