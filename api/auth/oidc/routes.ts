import { HttpError } from '@firsttouch/infra/platform/http/http'
import { networkKey } from '@firsttouch/infra/platform/network'
import { MINUTE_MS } from '@firsttouch/infra/platform/timing'
import type { FastifyRequest } from 'fastify'
import { OIDC_PROBLEMS } from '../../contract/oidc-problems.ts'
import { oidcAnswer, oidcRequest, oidcStart } from '../../contract/session.ts'
import { type Api, type Deps, FOR_ALL } from '../../deps.ts'
import { note } from '../audit.ts'
import { clearCookie, readCookie, writeCookie } from '../cookies.ts'
import { checkCsrf } from '../csrf.ts'
import { enter } from '../enter.ts'
import { findSession, tokenHash } from '../sessions.ts'
import { claimTry, forgive, type Subject } from '../throttle.ts'
import { accountOf } from './accounts.ts'
import { type Attempt, OidcRefusal, openProvider } from './provider.ts'

const CONNECT_WITHIN_MS = 15 * MINUTE_MS
const ATTEMPT_MS = 10 * MINUTE_MS
const BY = { by: 'single sign-on' }

type Kept = Attempt & { purpose: 'login' | 'confirm' | 'connect'; page: string }

export const oidcRoutes = (app: Api, { sql, config: { oidc: settings }, now }: Deps): void => {
  const provider = settings && openProvider(settings)

  app.get('/api/oidc', { config: FOR_ALL, schema: { response: { 200: oidcAnswer } } }, async () => ({
    available: provider !== undefined,
  }))

  // POST, so that a link on another site cannot log a person in (ASVS 7.6.2).
  app.post(
    '/api/oidc',
    { config: FOR_ALL, schema: { body: oidcRequest, response: { 200: oidcStart } } },
    async (request, reply) => {
      checkCsrf(request)
      if (!provider) throw new HttpError(404, 'Single sign-on is not configured.')
      const { purpose, page } = request.body
      const { url, attempt } = await provider.start(purpose === 'confirm').catch(error => {
        if (!(error instanceof OidcRefusal)) throw error
        request.log.warn(error.cause, 'login provider')
        throw new HttpError(503, OIDC_PROBLEMS[error.problem])
      })
      const kept: Kept = { ...attempt, purpose, page }
      writeCookie(reply, 'oidc', Buffer.from(JSON.stringify(kept)).toString('base64url'), ATTEMPT_MS)
      return { url }
    },
  )

  app.get('/api/oidc/callback', { config: FOR_ALL }, async (request, reply) => {
    clearCookie(reply, 'oidc')
    const kept = readAttempt(request)
    try {
      if (!provider || !settings || !kept) throw new OidcRefusal('invalid')
      const session = await sessionIn(request)
      const isRecent = session && now().getTime() - session.confirmedAt.getTime() <= CONNECT_WITHIN_MS
      if (kept.purpose === 'connect' && !isRecent) throw new OidcRefusal('session')
      const connectTo = kept.purpose === 'connect' && session ? session.accountId : null
      const network: Subject = { kind: 'network', name: networkKey(request.ip) }
      if ((await claimTry(sql, network, now())) > 0) throw new OidcRefusal('throttled')
      const claims = await provider.finish(new URL(request.url, 'http://x').search, kept)
      const account = await accountOf(sql, claims, settings, { now: now(), connectTo })
      await forgive(sql, [network])
      // Without `auth_time`, the provider may have skipped its login form, so the authentication counts as old.
      const confirmedAt = new Date(Math.min(now().getTime(), (claims.auth_time ?? 0) * 1000))
      await enter(sql, reply, account, now(), BY, confirmedAt)
      return reply.redirect(kept.page)
    } catch (error) {
      if (!(error instanceof OidcRefusal)) throw error
      if (error.cause) request.log.warn(error.cause, 'login provider')
      await note(sql, request, 'login.refused', error.actor, now(), { ...BY, because: error.problem })
      return reply.redirect(`/login?sso=${error.problem}`)
    }
  })

  const sessionIn = (request: FastifyRequest) => {
    const token = readCookie(request, 'sid')
    return token ? findSession(sql, { hash: tokenHash(token) }, now(), { touch: false }) : null
  }
}

/** The cookie needs no signature, because the provider's signature, `state` and `nonce` protect the login. */
const readAttempt = (request: FastifyRequest): Kept | null => {
  const cookie = readCookie(request, 'oidc')
  if (!cookie) return null
  try {
    const { purpose, page, ...attempt } = JSON.parse(Buffer.from(cookie, 'base64url').toString())
    return { ...attempt, ...oidcRequest.parse({ purpose, page }) }
  } catch {
    return null
  }
}
