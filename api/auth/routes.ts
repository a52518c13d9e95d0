import { HttpError, retryLater } from '@firsttouch/infra/platform/http/http'
import { networkKey } from '@firsttouch/infra/platform/network'
import { openShortQueue } from '@firsttouch/infra/platform/short-queue'
import type { FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import { z } from 'zod'
import { confirmRequest, loginAnswer, loginRequest, sessionAnswer } from '../contract/session.ts'
import { type Api, type Deps, FOR_ALL, FOR_VIEWERS } from '../deps.ts'
import { accountRoutes, type Passwords } from './account/account-routes.ts'
import { factorRoutes } from './account/factor-routes.ts'
import { demandSecondFactor, passkeyLoginRoutes } from './account/second-factor.ts'
import { type Account, type Credentials, findAccount } from './accounts.ts'
import { note } from './audit.ts'
import { clearCookie, readCookie, writeCookie } from './cookies.ts'
import { checkCsrf } from './csrf.ts'
import { enter } from './enter.ts'
import { sessionOf } from './guard.ts'
import { DUMMY_HASH, hashPassword, verifyPassword } from './passwords.ts'
import { ABSOLUTE_MS, endSession, renewSession, tokenHash } from './sessions.ts'
import { type Subject, throttled } from './throttle.ts'

/** Maximum number of concurrent hashes. Each uses 19 MiB and a thread for about 30 ms. */
const HASHES_AT_ONCE = 2
const HASHES_WAITING = 20

export const authRoutes = (app: Api, deps: Deps): void => {
  const { sql, config, now } = deps
  const queued = openShortQueue(HASHES_AT_ONCE, HASHES_WAITING, () =>
    retryLater(429, 'Too many people are logging in at once. Please try again in a few seconds.', 2),
  )
  const verify: Passwords['verify'] = (request, credentials) =>
    queued(() => verifyCredentials(sql, request, credentials, now()))

  app.post(
    '/api/admin/login',
    { config: FOR_ALL, schema: { body: loginRequest, response: { 200: loginAnswer } } },
    async (request, reply) => {
      checkCsrf(request)
      const account = await verify(request, request.body)
      if (!account) throw new HttpError(401, 'Invalid username or password')
      const factor = await demandSecondFactor(sql, request, account, request.body, now())
      return enter(sql, reply, account, now(), factor === 'password' ? {} : { factor })
    },
  )

  app.post(
    '/api/admin/confirm',
    {
      config: { ...FOR_VIEWERS, setup: 'factor' },
      schema: { body: confirmRequest, response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      const { hash, username } = sessionOf(request)
      const { password } = request.body
      // Answers 403 and not 401, because the session is still valid.
      if (!(await verify(request, { username, password }))) throw new HttpError(403, 'Incorrect password.')
      writeCookie(reply, 'sid', await renewSession(sql, hash, now()), ABSOLUTE_MS)
      return reply.status(204).send()
    },
  )

  app.post(
    '/api/admin/logout',
    { config: { ...FOR_VIEWERS, setup: 'password' }, schema: { response: { 204: z.undefined() } } },
    async (request, reply) => {
      await endSession(sql, sessionOf(request).hash)
      clearCookie(reply, 'sid')
      return reply.status(204).send()
    },
  )

  app.get(
    '/api/admin/session',
    { config: FOR_VIEWERS, schema: { response: { 200: sessionAnswer } } },
    async request => {
      const { username, role } = sessionOf(request)
      return { username, role, timeZone: config.timeZone }
    },
  )

  accountRoutes(app, deps, { verify, queued })
  factorRoutes(app, deps)
  passkeyLoginRoutes(app, deps)
}

/** Returns null for every kind of failure. Throws HttpError 429 while the account or the network is throttled. */
const verifyCredentials = async (
  sql: ISql,
  request: FastifyRequest,
  { username, password }: Credentials,
  now: Date,
): Promise<Account | null> =>
  throttled(sql, await subjectsOf(sql, request, username), now, 'passwords', async () => {
    const account = await findAccount(sql, username)
    const usable = account !== null && account.disabledAt === null
    const { matches, weak } = await verifyPassword(password, usable ? account.passwordHash : DUMMY_HASH)
    if (!usable || !matches) {
      // Unknown names are not logged, because people type passwords into the user name field.
      await note(sql, request, 'login.refused', account?.username ?? 'nobody', now)
      return null
    }
    if (weak)
      await sql`UPDATE staff_accounts SET password_hash = ${await hashPassword(password)} WHERE id = ${account.id}`
    return account
  })

/** A browser that has logged in to this account before is throttled separately. */
const subjectsOf = async (sql: ISql, request: FastifyRequest, username: string): Promise<Subject[]> => {
  const device = readCookie(request, 'device')
  const [known] = device
    ? await sql`
        SELECT 1 FROM staff_devices d JOIN staff_accounts a ON a.id = d.account_id
        WHERE d.token_hash = ${tokenHash(device)} AND lower(a.username) = lower(${username})`
    : []
  if (device && known) return [{ kind: 'device', name: device }]
  // Uses PostgreSQL's lower() like the account look-up. JavaScript's toLowerCase() differs for letters such as "İ".
  const [account] = await sql<{ name: string }[]>`SELECT lower(${username}) AS name`
  return [
    { kind: 'network', name: networkKey(request.ip) },
    { kind: 'account', name: account?.name ?? '' },
  ]
}
