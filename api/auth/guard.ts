import { HttpError } from '@firsttouch/infra/platform/http/http'
import { networkOf } from '@firsttouch/infra/platform/network'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { MOST_IDS } from '../contract/inbox.ts'
import type { QueryKey } from '../contract/live.ts'
import { PASSWORD_NEEDED, SETUP_CODES, type SetupStep } from '../contract/problem.ts'
import type { Role } from '../contract/roles.ts'
import type { Access, Confirm, Deps } from '../deps.ts'
import { audit, openSparseAudit } from './audit.ts'
import { findBearer } from './bearer.ts'
import { readCookie } from './cookies.ts'
import { checkCsrf } from './csrf.ts'
import { demandRole, requireRole } from './roles.ts'
import { findSession, type Session, tokenHash } from './sessions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access['access']
    role?: Role
    bearer?: true
    confirm?: Confirm
    setup?: SetupStep
    takesFile?: boolean
    /** After a successful call, every open dashboard refetches these query keys. */
    changes?: readonly QueryKey[]
  }
}

/** Guards every route that `app` registers afterwards. Throws at start for a route without an access rule. */
export const guardRoutes = (
  app: FastifyInstance,
  { sql, now, config }: Pick<Deps, 'sql' | 'now'> & Partial<Pick<Deps, 'config'>>,
): void => {
  const sparsely = openSparseAudit()
  app.decorateRequest('session', null)
  app.decorateRequest('danger', null)
  app.addHook('onRoute', requireAccess)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
    const { access, confirm, setup, ...asked } = request.routeOptions.config
    if (access !== 'staff') return
    const token = readCookie(request, 'sid')
    const session =
      (await findBearer({ sql, now }, request)) ??
      (token ? await findSession(sql, { hash: tokenHash(token) }, now(), { touch: true }) : null)
    if (!session) throw new HttpError(401, 'Please log in.')
    request.setDecorator('session', session)
    const step = missingStep(session, config?.secondFactor === 'required')
    if (step && setup !== 'password' && setup !== step) throw setupNeeded(step)
    demandRole(session, asked)
    checkCsrf(request)
    if (confirm === true) demandPassword(request, 'always', now())
  })
  app.addHook('preHandler', async request => {
    const { confirm } = request.routeOptions.config
    // A token never needs re-authentication, because the owner entered the password to create it.
    const isToken = request.getDecorator<Session | null>('session')?.isToken
    const why = typeof confirm === 'function' && !isToken ? await confirm(request) : null
    if (why) demandPassword(request, why, now())
  })
  app.addHook('onSend', async (request, reply) => {
    const session = request.getDecorator<Session | null>('session')
    const entry = session ? entryOf(request, reply, session, now()) : refusalOf(request, reply, now())
    const write = session ? audit : sparsely
    if (entry) await write(sql, entry).catch(error => request.log.error(error))
  })
}

const requireAccess = (options: RouteOptions): void => {
  const { method, url, config } = options
  if (!config?.access) throw new Error(`${method} ${url} does not say who may call it: set config.access`)
  if (config.access === 'staff' && config.confirm === undefined)
    throw new Error(`${method} ${url} does not say whether it needs the password again: set config.confirm`)
  requireRole(options)
}

const missingStep = (session: Session, needsFactor: boolean): SetupStep | null => {
  if (session.isToken) return null
  if (session.mustChangePassword) return 'password'
  return needsFactor && !session.hasFactor ? 'factor' : null
}

const setupNeeded = (step: SetupStep): HttpError => {
  const todo = step === 'password' ? 'Choose a password of your own' : 'Add a passkey or an authenticator app'
  return Object.assign(new HttpError(403, `${todo} first. Until then this account can do nothing else.`), {
    code: SETUP_CODES[step],
  })
}

const CONFIRMED_FOR_MS = 15 * 60_000

/** Stores `why` for the audit entry. Throws HttpError 403 if the last authentication is too old. */
const demandPassword = (request: FastifyRequest, why: string, now: Date): void => {
  request.setDecorator('danger', why)
  if (now.getTime() - sessionOf(request).confirmedAt.getTime() > CONFIRMED_FOR_MS)
    throw Object.assign(new HttpError(403, 'Please enter your password again to continue.'), {
      type: PASSWORD_NEEDED,
    })
}

const dangerOf = (request: FastifyRequest): string | null => request.getDecorator<string | null>('danger')
const callOf = ({ method, routeOptions }: FastifyRequest): string => `${method} ${routeOptions.url}`

/** True for changes, refusals, and reads that need re-authentication, such as exports (ASVS 16.3.2). */
const isWorthNoting = (request: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(request.method) || dangerOf(request) !== null || statusCode === 403

const NOTED = ['role', 'disabled']
const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value)

/** The entry takes only list lengths, ids, and the fields `role` and `disabled` from the request body. */
const entryOf = (request: FastifyRequest, reply: FastifyReply, { username }: Session, at: Date) => {
  if (!isWorthNoting(request, reply)) return null
  const { statusCode } = reply
  const ids = Object.entries(request.params ?? {}).filter(([, value]) => isId(value))
  // An uploaded file has no fields, and Object.entries would list its bytes.
  const fields = Buffer.isBuffer(request.body) ? {} : (request.body ?? {})
  const lists = Object.entries(fields).filter(([, value]) => Array.isArray(value))
  const records = lists
    .flatMap(([, values]) => values)
    .filter(isId)
    .slice(0, MOST_IDS)
  const danger = dangerOf(request)
  return {
    at,
    actor: username,
    action: callOf(request),
    detail: {
      status: statusCode,
      ...(records.length > 0 && { records }),
      ...(typeof request.routeOptions.config.confirm === 'function' &&
        danger !== null && { because: danger }),
      ...Object.fromEntries(ids),
      ...Object.fromEntries(lists.map(([name, value]) => [name, value.length])),
      // The values in a rejected body may be invalid.
      ...(statusCode < 400 &&
        Object.fromEntries(Object.entries(fields).filter(([name]) => NOTED.includes(name)))),
    },
    network: networkOf(request.ip),
  }
}

/** Audit entry for a rejected call without a session. The login route itself writes the entry for a failed login. */
const refusalOf = (request: FastifyRequest, { statusCode: status }: FastifyReply, at: Date) => {
  const needsSession = request.routeOptions.config.access === 'staff'
  if (status !== 403 && status !== 429 && !(status === 401 && needsSession)) return null
  const action = status === 429 ? 'access.throttled' : 'access.refused'
  const detail = { call: callOf(request), status }
  return { at, actor: 'nobody', action, detail, network: networkOf(request.ip) }
}

export type By = { staff: string; now: Date }

/** Throws on a public route. */
export const sessionOf = (request: FastifyRequest): Session => {
  const session = request.getDecorator<Session | null>('session')
  if (!session) throw new Error(`${request.url} is not a staff route`)
  return session
}
