/** Authenticates a program by `Authorization: Bearer ft_…` (RFC 6750) instead of a session. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { networkKey } from '@firsttouch/infra/platform/network'
import type { FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import type { Deps } from '../deps.ts'
import { note } from './audit.ts'
import { demandHttps } from './https.ts'
import { countCall, findToken } from './read-tokens.ts'
import { findSession, type Session, tokenHash } from './sessions.ts'
import { claimTry, tooManyTries } from './throttle.ts'

/** null without a read token: a proxy's own Authorization header is not ours. Throws a HttpError: 401 for a token that does not work, 429 above the rate limit. */
export const findBearer = async (
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  request: FastifyRequest,
): Promise<Session | null> => {
  const [, token] = /^bearer (ft_[\w-]{1,200})$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token) return null
  demandHttps(request, 'Ask over https: the token must not be read on its way.')
  const at = now()
  const found = await findToken(sql, tokenHash(token), at)
  if (!found?.works) {
    // Bounds what a program with an old token writes to the audit log. The token itself cannot be guessed.
    const wait = await claimTry(sql, { kind: 'network', name: `tokens:${networkKey(request.ip)}` }, at)
    if (wait > 0) throw tooManyTries('read tokens', wait)
    await note(sql, request, 'token.refused', found?.username ?? 'nobody', at)
    throw notValid(found ? CREATOR_LEFT : UNKNOWN)
  }
  await countCall(sql, found.hash, at)
  if (found.isFirstUse) await note(sql, request, 'token.first_used', found.username, at)
  return found
}

/** False once the session or token has ended, or has another role. */
export const isUnchanged = async (
  sql: ISql,
  { id, hash, role, isToken }: Session,
  now: Date,
): Promise<boolean> =>
  isToken
    ? (await findToken(sql, hash, now))?.works === true
    : (await findSession(sql, { id }, now, { touch: false }))?.role === role

const UNKNOWN =
  'This read token is unknown or was revoked. An owner creates another one on the settings page.'
const CREATOR_LEFT =
  'This read token has ended: the account that created it is disabled or no longer an owner. An owner creates another one on the settings page.'

const notValid = (detail: string): HttpError =>
  new HttpError(401, detail, undefined, { 'www-authenticate': 'Bearer error="invalid_token"' })
