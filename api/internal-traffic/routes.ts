import { readSetting, saveSetting } from '@firsttouch/infra/stores/settings'
import { INTERNAL_NETWORKS } from '@firsttouch/ingest/settings'
import { markInternal, unmarkInternal } from '../auth/cookies.ts'
import { checkCsrf } from '../auth/csrf.ts'
import { internalNetworks, internalTraffic, optOut } from '../contract/internal-traffic.ts'
import { type Api, type Deps, FOR_ALL, FOR_OWNERS, FOR_STAFF } from '../deps.ts'

export const internalTrafficRoutes = (app: Api, { sql, now }: Deps): void => {
  const schema = { response: { 200: internalTraffic } }
  // `ip` is undefined after the browser has closed the connection.
  app.get('/api/admin/internal-traffic', { config: FOR_STAFF, schema }, async ({ ip = '' }) => ({
    networks: await readSetting(sql, INTERNAL_NETWORKS),
    yours: ip,
  }))

  /** A change applies to new events within seconds. */
  app.put(
    '/api/admin/internal-traffic',
    { config: { ...FOR_OWNERS, changes: ['domain-config'] }, schema: { ...schema, body: internalNetworks } },
    async ({ body: { networks }, ip = '' }) => {
      await saveSetting(sql, INTERNAL_NETWORKS, networks, now())
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
