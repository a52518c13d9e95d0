/** Read tokens: 256 random bits behind a prefix that secret scanners find. The database has their SHA-256. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { MINUTE_MS } from '@firsttouch/infra/platform/timing'
import type { ISql } from 'postgres'
import { v7 } from 'uuid'
import type { ReadTokenRequest, Scope, StoredToken } from '../contract/read-tokens.ts'
import type { Role } from '../contract/roles.ts'
import { announceRevocation, newToken, type Session, tokenHash } from './sessions.ts'
import { retryLater } from './throttle.ts'

const PREFIX = 'ft_'
const CALLS_A_MINUTE = 60
const ROLE_OF: Record<Scope, Role> = { figures: 'viewer', figures_and_leads: 'staff' }

type Creator = Pick<Session, 'accountId' | 'username'> & { now: Date }
const select = (sql: ISql) => sql`
  SELECT t.id, t.name, t.scope, a.username AS "createdBy", t.created_at AS "createdAt", t.last_used_at AS "lastUsedAt",
    a.disabled_at IS NULL AND a.role = 'owner' AS works, t.created_by AS "accountId"
  FROM read_tokens t JOIN staff_accounts a ON a.id = t.created_by`

export const listTokens = (sql: ISql): Promise<StoredToken[]> =>
  sql<StoredToken[]>`${select(sql)} ORDER BY t.created_at, t.id`

export const createToken = async (
  sql: ISql,
  { name, scope }: ReadTokenRequest,
  { accountId, username, now }: Creator,
): Promise<StoredToken & { token: string }> => {
  const made = { id: v7(), name, scope }
  const token = `${PREFIX}${newToken()}`
  await sql`
    INSERT INTO read_tokens (id, token_hash, name, scope, created_by, created_at)
    VALUES (${made.id}, ${tokenHash(token)}, ${name}, ${scope}, ${accountId}, ${now})`
  return { ...made, token, createdBy: username, createdAt: now, lastUsedAt: null, works: true }
}

/** Returns the token's name and ends its live streams. Throws a HttpError (404) if there is none. */
export const revokeToken = async (sql: ISql, id: string): Promise<string> => {
  const [revoked] = await sql<{ name: string }[]>`DELETE FROM read_tokens WHERE id = ${id} RETURNING name`
  if (!revoked)
    throw new HttpError(404, 'There is no such read token. It may have been revoked: reload the page.')
  await announceRevocation(sql)
  return revoked.name
}

type Caller = Session & { works: boolean; isFirstUse: boolean }

/** null for a token that is unknown or was revoked. */
export const findToken = async (sql: ISql, hash: Buffer, now: Date): Promise<Caller | null> => {
  const [row] = await sql<
    (StoredToken & { accountId: string })[]
  >`${select(sql)} WHERE t.token_hash = ${hash}`
  if (!row) return null
  const { id, accountId, name, scope, works, lastUsedAt } = row
  const session = {
    id,
    hash,
    accountId,
    username: `read token ${name}`,
    role: ROLE_OF[scope],
    isToken: true,
    mustChangePassword: false,
    hasFactor: false,
  } as const
  // The owner entered the password to create the token: its reads need no second one.
  return { ...session, confirmedAt: now, works, isFirstUse: lastUsedAt === null }
}

/** Rate limit, for all instances together. Throws a HttpError (429). */
export const countCall = async (sql: ISql, hash: Buffer, now: Date): Promise<void> => {
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
  const [row] = await sql<{ calls: number }[]>`
    UPDATE read_tokens SET last_used_at = ${now}, minute = ${minute},
      calls = CASE WHEN minute = ${minute} THEN calls + 1 ELSE 1 END
    WHERE token_hash = ${hash} RETURNING calls`
  if ((row?.calls ?? 0) <= CALLS_A_MINUTE) return
  const seconds = Math.ceil((minute.getTime() + MINUTE_MS - now.getTime()) / 1000)
  throw retryLater(
    `A read token may make ${CALLS_A_MINUTE} calls a minute. Try again in ${seconds} s.`,
    seconds,
  )
}
