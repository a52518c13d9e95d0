import { HttpError } from '@firsttouch/infra/platform/http/http'
import { networkKey, networkOf } from '@firsttouch/infra/platform/network'
import { openShortQueue } from '@firsttouch/infra/platform/short-queue'
import type { FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import { z } from 'zod'
import { confirmRequest, loginAnswer, loginRequest, sessionAnswer } from '../contract/session.ts'
import { type Api, type Deps, FOR_ALL, FOR_STAFF } from '../deps.ts'
import { type Account, type Credentials, findAccount } from './accounts.ts'
import { audit } from './audit.ts'
import { clearCookie, readCookie, writeCookie } from './cookies.ts'
import { checkCsrf } from './csrf.ts'
import { sessionOf } from './guard.ts'
import { DUMMY_HASH, hashPassword, verifyPassword } from './passwords.ts'
import {
  ABSOLUTE_MS,
  confirmSession,
  DEVICE_MS,
  endSession,
  newToken,
  startSession,
  tokenHash,
} from './sessions.ts'
import { claimTry, forgive, type Subject } from './throttle.ts'

/** Each hash holds 19 MiB and a thread for some 30 ms. */
const HASHES_AT_ONCE = 2
const HASHES_WAITING = 20

const tooManyLogins = () =>
  new HttpError(
    429,
    'Too many people are logging in at once. Please try again in a few seconds.',
    undefined,
    {
      'retry-after': '2',
    },
  )

export const authRoutes = (app: Api, { sql, config, now }: Deps): void => {
  const queued = openShortQueue(HASHES_AT_ONCE, HASHES_WAITING, tooManyLogins)

  app.post(
    '/api/admin/login',
    { config: FOR_ALL, schema: { body: loginRequest, response: { 200: loginAnswer } } },
    async (request, reply) => {
      checkCsrf(request)
      const account = await queued(() => logIn(sql, request, request.body, now()))
      await note(sql, request, 'login.accepted', account.username, now())
      const earlier = readCookie(request, 'sid')
      if (earlier) await endSession(sql, tokenHash(earlier))
      writeCookie(reply, 'sid', await startSession(sql, account.id, now()), ABSOLUTE_MS)
      writeCookie(reply, 'device', await rememberDevice(sql, request, account.id, now()), DEVICE_MS)
      return { username: account.username }
    },
  )

  app.post(
    '/api/admin/confirm',
    { config: FOR_STAFF, schema: { body: confirmRequest, response: { 204: z.undefined() } } },
    async (request, reply) => {
      const { hash, username } = sessionOf(request)
      const { password } = request.body
      await queued(() => logIn(sql, request, { username, password }, now())).catch(error => {
        // Not 401: the session still holds.
        if (error instanceof HttpError && error.status === 401)
          throw new HttpError(403, 'That is not the password.')
        throw error
      })
      await confirmSession(sql, hash, now())
      return reply.status(204).send()
    },
  )

  app.post(
    '/api/admin/logout',
    { config: FOR_STAFF, schema: { response: { 204: z.undefined() } } },
    async (request, reply) => {
      await endSession(sql, sessionOf(request).hash)
      clearCookie(reply, 'sid')
      return reply.status(204).send()
    },
  )

  app.get(
    '/api/admin/session',
    { config: FOR_STAFF, schema: { response: { 200: sessionAnswer } } },
    async request => ({ username: sessionOf(request).username, timeZone: config.timeZone }),
  )
}

/** Throws a HttpError: 429 while the account or the network has to wait, one and the same 401 for every other reason. */
const logIn = async (
  sql: ISql,
  request: FastifyRequest,
  { username, password }: Credentials,
  now: Date,
): Promise<Account> => {
  const subjects = await subjectsOf(sql, request, username)
  for (const subject of subjects) {
    const wait = await claimTry(sql, subject, now)
    if (wait > 0) throw tooMany(wait)
  }
  const account = await findAccount(sql, username)
  const usable = account !== null && account.disabledAt === null
  const { matches, weak } = await verifyPassword(password, usable ? account.passwordHash : DUMMY_HASH)
  if (!usable || !matches) {
    // An unknown name is not written down: people type passwords into the user name field.
    await note(sql, request, 'login.refused', account?.username ?? 'nobody', now)
    throw new HttpError(401, 'Invalid username or password')
  }
  await forgive(sql, subjects)
  if (weak)
    await sql`UPDATE staff_accounts SET password_hash = ${await hashPassword(password)} WHERE id = ${account.id}`
  return account
}

const note = (sql: ISql, request: FastifyRequest, action: string, actor: string, at: Date): Promise<void> =>
  audit(sql, { at, actor, action, network: networkOf(request.ip) })

/** A browser that logged in to this account before is counted by itself; everybody else by account and by network. */
const subjectsOf = async (sql: ISql, request: FastifyRequest, username: string): Promise<Subject[]> => {
  const device = readCookie(request, 'device')
  const [known] = device
    ? await sql`
        SELECT 1 FROM staff_devices d JOIN staff_accounts a ON a.id = d.account_id
        WHERE d.token_hash = ${tokenHash(device)} AND lower(a.username) = lower(${username})`
    : []
  if (device && known) return [{ kind: 'device', name: device }]
  // As the account is looked up: to Postgres "admİn" is "admin", to JavaScript it is not.
  const [account] = await sql<{ name: string }[]>`SELECT lower(${username}) AS name`
  return [
    { kind: 'network', name: networkKey(request.ip) },
    { kind: 'account', name: account?.name ?? '' },
  ]
}

const tooMany = (seconds: number): HttpError =>
  new HttpError(429, `Too many wrong passwords. Please try again in ${sayTime(seconds)}.`, undefined, {
    'retry-after': String(seconds),
  })

const sayTime = (seconds: number): string =>
  seconds === 1 ? 'a second' : seconds < 100 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`

/** A new token at every login, in place of the browser's old one. */
const rememberDevice = async (
  sql: ISql,
  request: FastifyRequest,
  accountId: string,
  now: Date,
): Promise<string> => {
  const earlier = readCookie(request, 'device')
  if (earlier) await sql`DELETE FROM staff_devices WHERE token_hash = ${tokenHash(earlier)}`
  const token = newToken()
  await sql`
    INSERT INTO staff_devices (token_hash, account_id, seen_at) VALUES (${tokenHash(token)}, ${accountId}, ${now})`
  return token
}
