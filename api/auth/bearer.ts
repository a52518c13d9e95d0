/** Authenticates a program by `Authorization: Bearer ft_…` (RFC 6750) instead of a session. */
import { HttpError, retryLater } from '@firsttouch/infra/platform/http/http'
import { networkKey } from '@firsttouch/infra/platform/network'
import { MINUTE_MS } from '@firsttouch/infra/platform/timing'
import type { FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import type { Scope } from '../contract/read-tokens.ts'
import type { Role } from '../contract/roles.ts'
import type { Deps } from '../deps.ts'
import { note } from './audit.ts'
import { demandHttps } from './csrf.ts'
import { findSession, type Session, tokenHash } from './sessions.ts'
import { claimTry, tooManyTries } from './throttle.ts'

const CALLS_A_MINUTE = 60
const ROLE_OF: Record<Scope, Role> = { figures: 'viewer', figures_and_leads: 'staff' }

/**
 * Returns null if the Authorization header has no read token, because a proxy may use this header for its own login.
 * Throws HttpError 401 for an invalid token, 429 above the rate limit.
 */
export const findBearer = async ({ sql, now }: Pick<Deps, 'sql' | 'now'>, request: FastifyRequest) => {
  const [, token] = /^bearer (ft_[\w-]{1,200})$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token) return null
  demandHttps(request, 'Use https. Without encryption the token could be read.')
  const at = now()
  const found = await findToken(sql, tokenHash(token), at)
  if (!found?.works) {
    // Limits the audit entries. Guesses need no throttle, because a token has 256 random bits.
    const wait = await claimTry(sql, { kind: 'network', name: `tokens:${networkKey(request.ip)}` }, at)
    if (wait > 0) throw tooManyTries('read tokens', wait)
    await note(sql, request, 'token.refused', found?.username ?? 'nobody', at)
    throw notValid(found ? CREATOR_LEFT : UNKNOWN)
  }
  await countCall(sql, found.hash, at)
  if (found.isFirstUse) await note(sql, request, 'token.first_used', found.username, at)
  return found
}

type Caller = Session & { works: boolean; isFirstUse: boolean }

/** Returns null for an unknown or revoked token. `works` is true while the token's creator is an enabled owner. */
const findToken = async (sql: ISql, hash: Buffer, now: Date): Promise<Caller | null> => {
  type Row = Pick<Caller, 'id' | 'accountId' | 'works' | 'isFirstUse'> & { name: string; scope: Scope }
  const [row] = await sql<Row[]>`
    SELECT t.id, t.created_by AS "accountId", t.name, t.scope, t.last_used_at IS NULL AS "isFirstUse",
      a.disabled_at IS NULL AND a.role = 'owner' AS works
    FROM read_tokens t JOIN staff_accounts a ON a.id = t.created_by WHERE t.token_hash = ${hash}`
  if (!row) return null
  const { name, scope, ...token } = row
  return {
    ...token,
    hash,
    username: `read token ${name}`,
    role: ROLE_OF[scope],
    isToken: true,
    // A token never needs re-authentication, because the owner entered the password to create it.
    confirmedAt: now,
    mustChangePassword: false,
    hasFactor: false,
  }
}

/** Throws HttpError 429 above the token's rate limit, which all instances share. */
const countCall = async (sql: ISql, hash: Buffer, now: Date): Promise<void> => {
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
  const [row] = await sql<{ calls: number }[]>`
    UPDATE read_tokens SET last_used_at = ${now}, minute = ${minute},
      calls = CASE WHEN minute = ${minute} THEN calls + 1 ELSE 1 END
    WHERE token_hash = ${hash} RETURNING calls`
  if ((row?.calls ?? 0) <= CALLS_A_MINUTE) return
  const seconds = Math.ceil((minute.getTime() + MINUTE_MS - now.getTime()) / 1000)
  throw retryLater(
    429,
    `A read token may make ${CALLS_A_MINUTE} calls a minute. Try again in ${seconds} s.`,
    seconds,
  )
}

/** Returns false if the session or token has ended, or if the role has changed. */
export const isUnchanged = async (sql: ISql, { id, hash, role, isToken }: Session, now: Date) =>
  isToken
    ? (await findToken(sql, hash, now))?.works === true
    : (await findSession(sql, { id }, now, { touch: false }))?.role === role

const UNKNOWN =
  'This read token is unknown or was revoked. An owner can create another one on the settings page.'
const CREATOR_LEFT =
  'This read token no longer works. The account that created it is disabled or no longer an owner. An owner can create another one on the settings page.'

const notValid = (detail: string): HttpError =>
  new HttpError(401, detail, undefined, { 'www-authenticate': 'Bearer error="invalid_token"' })
