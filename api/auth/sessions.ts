/** Staff sessions: a random cookie for the browser, its hash and its times in Postgres. */
import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@firsttouch/infra/platform/timing'
import type { ISql } from 'postgres'

export const IDLE_MS = 30 * MINUTE_MS
export const ABSOLUTE_MS = 12 * HOUR_MS
/** How long a browser stays a known one after its last login. */
export const DEVICE_MS = 90 * DAY_MS
/** A session's last use is written at most this often. */
const SEEN_EVERY_MS = MINUTE_MS

/** `hash` names the session inside the server; the token itself is only in the cookie. */
export type Session = {
  hash: Buffer
  accountId: string
  username: string
  confirmedAt: Date
}

export const newToken = (): string => randomBytes(32).toString('base64url')
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

export const startSession = async (sql: ISql, accountId: string, now: Date): Promise<string> => {
  const token = newToken()
  await sql`
    INSERT INTO staff_sessions (token_hash, account_id, created_at, seen_at, confirmed_at)
    VALUES (${tokenHash(token)}, ${accountId}, ${now}, ${now}, ${now})`
  return token
}

/** null for a session that has run out, which is deleted. `touch`: this is a use that keeps it alive. */
export const findSession = async (
  sql: ISql,
  hash: Buffer,
  now: Date,
  { touch }: { touch: boolean },
): Promise<Session | null> => {
  type Row = Omit<Session, 'hash'> & { disabled: boolean; createdAt: Date; seenAt: Date }
  const [row] = await sql<Row[]>`
    SELECT a.id AS "accountId", a.username, a.disabled_at IS NOT NULL AS disabled, s.created_at AS "createdAt",
      s.seen_at AS "seenAt", coalesce(s.confirmed_at, s.created_at) AS "confirmedAt"
    FROM staff_sessions s JOIN staff_accounts a ON a.id = s.account_id
    WHERE s.token_hash = ${hash}`
  if (!row) return null
  const idle = now.getTime() - row.seenAt.getTime()
  if (row.disabled || idle > IDLE_MS || now.getTime() - row.createdAt.getTime() > ABSOLUTE_MS) {
    await endSession(sql, hash)
    return null
  }
  if (touch && idle > SEEN_EVERY_MS)
    await sql`UPDATE staff_sessions SET seen_at = ${now} WHERE token_hash = ${hash}`
  const { accountId, username, confirmedAt } = row
  return { hash, accountId, username, confirmedAt }
}

export const confirmSession = async (sql: ISql, hash: Buffer, now: Date): Promise<void> => {
  await sql`UPDATE staff_sessions SET confirmed_at = ${now} WHERE token_hash = ${hash}`
}

export const endSession = async (sql: ISql, hash: Buffer): Promise<void> => {
  await sql`DELETE FROM staff_sessions WHERE token_hash = ${hash}`
  await announceRevocation(sql)
}

/** Also forgets the account's known browsers. */
export const revokeAll = async (sql: ISql, accountId: string): Promise<void> => {
  await sql`DELETE FROM staff_sessions WHERE account_id = ${accountId}`
  await sql`DELETE FROM staff_devices WHERE account_id = ${accountId}`
  await announceRevocation(sql)
}

/** Every instance then asks whether the sessions of its open live streams still hold. */
const announceRevocation = async (sql: ISql): Promise<void> => {
  await sql`SELECT pg_notify('firsttouch_records', '{"changed":[],"revoked":true}')`
}
