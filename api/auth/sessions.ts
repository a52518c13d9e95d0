/** Staff sessions. The browser stores a random token, and PostgreSQL stores the hash of the token. */
import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@firsttouch/infra/platform/timing'
import type { ISql } from 'postgres'
import type { Role } from '../contract/roles.ts'
import { DUMMY_HASH } from './passwords.ts'

export const IDLE_MS = 30 * MINUTE_MS
export const ABSOLUTE_MS = 12 * HOUR_MS
export const DEVICE_MS = 90 * DAY_MS
const SEEN_EVERY_MS = MINUTE_MS

/** `hash` is the hash of the cookie's token, which rotates. `id` never changes. `isToken` is true for read tokens. */
export type Session = {
  id: string
  hash: Buffer
  accountId: string
  username: string
  role: Role
  isToken?: true
  confirmedAt: Date
  mustChangePassword: boolean
  hasFactor: boolean
}
type Origin = { browser: string; network: string; confirmedAt: Date }

export const newToken = (): string => randomBytes(32).toString('base64url')
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

export const startSession = async (
  sql: ISql,
  accountId: string,
  now: Date,
  { browser, network, confirmedAt }: Origin = { browser: '', network: '', confirmedAt: now },
): Promise<string> => {
  const token = newToken()
  await sql`
    INSERT INTO staff_sessions (token_hash, account_id, created_at, seen_at, confirmed_at, browser, network)
    VALUES (${tokenHash(token)}, ${accountId}, ${now}, ${now}, ${confirmedAt}, ${browser}, ${network})`
  await sql`UPDATE staff_accounts SET last_login_at = ${now} WHERE id = ${accountId}`
  return token
}

/** Returns null for an unknown or expired session, and deletes an expired one. `touch` restarts the idle timeout. */
export const findSession = async (
  sql: ISql,
  by: { hash: Buffer } | { id: string },
  now: Date,
  { touch }: { touch: boolean },
): Promise<Session | null> => {
  type Row = Session & { disabled: boolean; createdAt: Date; seenAt: Date }
  const [row] = await sql<Row[]>`
    SELECT s.id, s.token_hash AS hash, a.id AS "accountId", a.username, a.role, a.disabled_at IS NOT NULL AS disabled,
      s.created_at AS "createdAt", s.seen_at AS "seenAt", coalesce(s.confirmed_at, s.created_at) AS "confirmedAt",
      a.must_change_password AS "mustChangePassword",
      EXISTS (SELECT 1 FROM staff_totp t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL)
        OR EXISTS (SELECT 1 FROM staff_passkeys p WHERE p.account_id = a.id)
        OR a.password_hash = ${DUMMY_HASH} AS "hasFactor"
    FROM staff_sessions s JOIN staff_accounts a ON a.id = s.account_id
    WHERE ${'hash' in by ? sql`s.token_hash = ${by.hash}` : sql`s.id = ${by.id}`}`
  if (!row) return null
  const { disabled, createdAt, seenAt, ...session } = row
  const idle = now.getTime() - seenAt.getTime()
  if (disabled || idle > IDLE_MS || now.getTime() - createdAt.getTime() > ABSOLUTE_MS) {
    await endSession(sql, session.hash)
    return null
  }
  if (touch && idle > SEEN_EVERY_MS)
    await sql`UPDATE staff_sessions SET seen_at = ${now} WHERE id = ${session.id}`
  return session
}

/** Records a re-authentication and rotates the session's token. The caller must set the new cookie. */
export const renewSession = async (sql: ISql, hash: Buffer, now: Date): Promise<string> => {
  const token = newToken()
  await sql`
    UPDATE staff_sessions SET token_hash = ${tokenHash(token)}, confirmed_at = ${now} WHERE token_hash = ${hash}`
  return token
}

export const endSession = async (sql: ISql, hash: Buffer): Promise<void> => {
  await sql`DELETE FROM staff_sessions WHERE token_hash = ${hash}`
  await announceRevocation(sql)
}

/** Ends every session of the account except the one with hash `but`. Also removes the account's known browsers. */
export const revokeAll = async (sql: ISql, accountId: string, but: Buffer = Buffer.of()): Promise<void> => {
  await sql`DELETE FROM staff_sessions WHERE account_id = ${accountId} AND token_hash <> ${but}`
  await sql`DELETE FROM staff_devices WHERE account_id = ${accountId}`
  await announceRevocation(sql)
}

/** Makes every instance re-check the sessions of its open live streams. */
export const announceRevocation = async (sql: ISql): Promise<void> => {
  await sql`SELECT pg_notify('firsttouch_records', '{"changed":[],"revoked":true}')`
}
