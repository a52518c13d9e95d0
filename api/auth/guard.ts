import { HttpError } from '@firsttouch/infra/platform/http/http'
import { networkOf } from '@firsttouch/infra/platform/network'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { PASSWORD_NEEDED } from '../contract/problem.ts'
import type { Access, Confirm, Deps } from '../deps.ts'
import { audit } from './audit.ts'
import { readCookie } from './cookies.ts'
import { checkCsrf } from './csrf.ts'
import { findSession, type Session, tokenHash } from './sessions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access['access']
    confirm?: Confirm
    /** The body is a file, and never JSON. */
    takesFile?: boolean
  }
}

/** Guards every route that is registered on `app` from now on. Throws at start for a route that does not say who may call it. */
export const guardRoutes = (app: FastifyInstance, { sql, now }: Pick<Deps, 'sql' | 'now'>): void => {
  app.decorateRequest('session', null)
  app.decorateRequest('danger', null)
  app.addHook('onRoute', requireAccess)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
    const { access, confirm } = request.routeOptions.config
    if (access !== 'staff') return
    const token = readCookie(request, 'sid')
    const session = token ? await findSession(sql, tokenHash(token), now(), { touch: true }) : null
    if (!session) throw new HttpError(401, 'Please log in.')
    request.setDecorator('session', session)
    checkCsrf(request)
    if (confirm === true) demandPassword(request, 'always', now())
  })
  app.addHook('preHandler', async request => {
    const { confirm } = request.routeOptions.config
    const why = typeof confirm === 'function' ? await confirm(request) : null
    if (why) demandPassword(request, why, now())
  })
  app.addHook('onSend', async (request, reply) => {
    const session = request.getDecorator<Session | null>('session')
    if (session && isWorthNoting(request))
      await audit(sql, entryOf(request, reply, session, now())).catch(error => request.log.error(error))
  })
}

const requireAccess = ({ method, url, config }: RouteOptions): void => {
  if (!config?.access) throw new Error(`${method} ${url} does not say who may call it: set config.access`)
  if (config.access === 'staff' && config.confirm === undefined)
    throw new Error(`${method} ${url} does not say whether it needs the password again: set config.confirm`)
}

const CONFIRMED_FOR_MS = 15 * 60_000

/** The call is noted with its reason, whether the password was entered recently or is asked for now. */
const demandPassword = (request: FastifyRequest, why: string, now: Date): void => {
  request.setDecorator('danger', why)
  if (now.getTime() - sessionOf(request).confirmedAt.getTime() > CONFIRMED_FOR_MS) throw passwordNeeded()
}

const dangerOf = (request: FastifyRequest): string | null => request.getDecorator<string | null>('danger')
const callOf = ({ method, routeOptions }: FastifyRequest): string => `${method} ${routeOptions.url}`

const passwordNeeded = (): HttpError =>
  Object.assign(new HttpError(403, 'Please enter your password again: it was last asked for a while ago.'), {
    type: PASSWORD_NEEDED,
  })

/** Whatever changes something or takes data away; reading alone is not kept. */
const isWorthNoting = (request: FastifyRequest): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(request.method) || dangerOf(request) !== null

/** Of the body nothing but the lengths of its lists. */
const entryOf = (request: FastifyRequest, { statusCode }: FastifyReply, { username }: Session, at: Date) => {
  const ids = Object.entries(request.params ?? {}).filter(([, value]) => /^[0-9a-f-]{36}$/i.test(value))
  // The entries of a file would be its bytes.
  const fields = Buffer.isBuffer(request.body) ? {} : (request.body ?? {})
  const lists = Object.entries(fields).filter(([, value]) => Array.isArray(value))
  const danger = dangerOf(request)
  return {
    at,
    actor: username,
    action: callOf(request),
    detail: {
      status: statusCode,
      ...(typeof request.routeOptions.config.confirm === 'function' &&
        danger !== null && { because: danger }),
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
