/** Notes calls without a session, of other sites, or beyond a limit. A refused login is noted where it happens. */
import { networkOf } from '@firsttouch/infra/platform/network'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { openSparseAudit } from './audit.ts'

/** Of every route that is registered on `app` from now on. */
export const noteRefusals = (app: FastifyInstance, { sql, now }: Pick<Deps, 'sql' | 'now'>): void => {
  const sparsely = openSparseAudit(sql)
  app.addHook('onSend', async (request, reply) => {
    if (request.getDecorator('session') || !isRefused(request, reply)) return
    const { method, routeOptions, ip } = request
    const { statusCode: status } = reply
    await sparsely({
      at: now(),
      actor: 'nobody',
      action: status === 429 ? 'access.throttled' : 'access.refused',
      detail: { call: `${method} ${routeOptions.url}`, status },
      network: networkOf(ip),
    }).catch(error => request.log.error(error))
  })
}

const isRefused = ({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  [403, 429].includes(statusCode) || (statusCode === 401 && routeOptions.config.access === 'staff')
