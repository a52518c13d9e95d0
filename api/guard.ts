/** The one place that decides who may call a route. */
import { Refusal } from '@firsttouch/infra/http'
import { networkOf } from '@firsttouch/infra/network'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { audit } from './audit.ts'
import { PASSWORD_NEEDED } from './contract/password-needed.ts'
import { readCookie } from './cookies.ts'
import type { Deps } from './deps.ts'
import { refuseForgery } from './forgery.ts'
import { findSession, type Session, tokenHash } from './sessions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route: anybody, or only staff with a session. */
    access?: 'public' | 'staff'
  }
}

/** Guards every route that is registered on `app` from now on, and refuses to start with one that names no access. */
export const guardRoutes = (app: FastifyInstance, { sql, now }: Pick<Deps, 'sql' | 'now'>): void => {
  app.decorateRequest('session', null)
  app.addHook('onRoute', route => {
    if (!route.config?.access)
      throw new Error(`${route.method} ${route.url} does not say who may call it: set config.access`)
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
    if (request.routeOptions.config.access !== 'staff') return
    const token = readCookie(request, 'sid')
    const session = token ? await findSession(sql, tokenHash(token), now(), { touch: true }) : null
    if (!session) throw new Refusal(401, 'Please log in.')
    request.setDecorator('session', session)
    refuseForgery(request)
    if (isDangerous(request) && now().getTime() - session.confirmedAt.getTime() > CONFIRMED_FOR_MS)
      throw passwordNeeded()
  })
  app.addHook('onSend', async (request, reply) => {
    const session = request.getDecorator<Session | null>('session')
    if (session && isWorthNoting(request))
      await audit(sql, entryOf(request, reply, session, now())).catch(error => request.log.error(error))
  })
}

/** An open browser alone is not enough for what takes people's data away or sends visitors elsewhere (ASVS 7.5). */
const CONFIRMED_FOR_MS = 15 * 60_000
const DANGEROUS = /^POST \/api\/admin\/domain-config$|\.csv$/

const callOf = ({ method, routeOptions }: FastifyRequest): string => `${method} ${routeOptions.url}`
const isDangerous = (request: FastifyRequest): boolean => DANGEROUS.test(callOf(request))

const passwordNeeded = (): Refusal =>
  Object.assign(new Refusal(403, 'Please enter your password again: it was last asked for a while ago.'), {
    type: PASSWORD_NEEDED,
  })

/** Everything that changes something, and everything that is taken away; reading alone is not kept. */
const isWorthNoting = (request: FastifyRequest): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(request.method) || isDangerous(request)

/** Which call, on which record, on how many, with which answer: of the body nothing but the lengths of its lists. */
const entryOf = (request: FastifyRequest, { statusCode }: FastifyReply, { username }: Session, at: Date) => {
  const ids = Object.entries(request.params ?? {}).filter(([, value]) => /^[0-9a-f-]{36}$/i.test(value))
  const lists = Object.entries(request.body ?? {}).filter(([, value]) => Array.isArray(value))
  return {
    at,
    actor: username,
    action: callOf(request),
    detail: {
      status: statusCode,
      ...Object.fromEntries(ids),
      ...Object.fromEntries(lists.map(([name, value]) => [name, value.length])),
    },
    network: networkOf(request.ip),
  }
}

/** Who calls a staff route; throws on a public one. */
export const sessionOf = (request: FastifyRequest): Session => {
  const session = request.getDecorator<Session | null>('session')
  if (!session) throw new Error(`${request.url} is not a staff route`)
  return session
}
