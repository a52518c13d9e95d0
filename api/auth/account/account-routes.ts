import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accountSessions, passwordChange } from '../../contract/account.ts'
import { type Api, type Deps, FOR_VIEWERS } from '../../deps.ts'
import { type Account, type Credentials, setPassword } from '../accounts.ts'
import { clearCookie, writeCookie } from '../cookies.ts'
import { sessionOf } from '../guard.ts'
import { passwordFault } from '../passwords.ts'
import { ABSOLUTE_MS, announceRevocation, IDLE_MS, renewSession, revokeAll } from '../sessions.ts'

export type Passwords = {
  /** Returns null for wrong credentials. Throws HttpError 429 while throttled. */
  verify: (request: FastifyRequest, credentials: Credentials) => Promise<Account | null>
  /** Runs work that hashes a password, with bounded concurrency. */
  queued: <T>(work: () => Promise<T>) => Promise<T>
}
const ENDS_SESSIONS = { access: 'staff', role: 'viewer', confirm: true } as const
const NOTHING = { response: { 204: z.undefined() } }

export const accountRoutes = (app: Api, { sql, now }: Deps, { verify, queued }: Passwords): void => {
  app.post(
    '/api/admin/account/password',
    { config: { ...FOR_VIEWERS, setup: 'password' }, schema: { body: passwordChange, ...NOTHING } },
    async (request, reply) => {
      const { accountId, username, hash } = sessionOf(request)
      const { current, next } = request.body
      if (!(await verify(request, { username, password: current })))
        throw refusal('current', 'Incorrect password.')
      if (next === current) throw refusal('next', 'Choose a password that differs from the current one.')
      const fault = await passwordFault(next, username)
      if (fault) throw refusal('next', fault)
      await queued(() => setPassword(sql, accountId, next, now(), { but: hash }))
      writeCookie(reply, 'sid', await renewSession(sql, hash, now()), ABSOLUTE_MS)
      return reply.status(204).send()
    },
  )

  app.get(
    '/api/admin/account/sessions',
    { config: FOR_VIEWERS, schema: { response: { 200: accountSessions } } },
    async request => {
      const { accountId, id } = sessionOf(request)
      const before = (ms: number) => new Date(now().getTime() - ms)
      return sql<z.output<typeof accountSessions>>`
        SELECT id, browser, network, created_at AS "createdAt", seen_at AS "lastUsedAt", id = ${id} AS current
        FROM staff_sessions
        WHERE account_id = ${accountId} AND seen_at >= ${before(IDLE_MS)} AND created_at >= ${before(ABSOLUTE_MS)}
        ORDER BY seen_at DESC, id`
    },
  )

  app.delete(
    '/api/admin/account/sessions/:id',
    { config: ENDS_SESSIONS, schema: { params: z.object({ id: z.uuid() }), ...NOTHING } },
    async (request, reply) => {
      const { accountId } = sessionOf(request)
      const ended = await sql`
        DELETE FROM staff_sessions WHERE id = ${request.params.id} AND account_id = ${accountId} RETURNING 1`
      if (ended.length === 0) throw new HttpError(404, 'This session has already ended.')
      await announceRevocation(sql)
      return reply.status(204).send()
    },
  )

  app.delete(
    '/api/admin/account/sessions',
    { config: ENDS_SESSIONS, schema: NOTHING },
    async (request, reply) => {
      await revokeAll(sql, sessionOf(request).accountId)
      clearCookie(reply, 'sid')
      return reply.status(204).send()
    },
  )
}

const refusal = (path: string, message: string): HttpError => new HttpError(400, message, [{ path, message }])
