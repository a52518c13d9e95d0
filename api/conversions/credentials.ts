/** An ad platform downloads its file of conversions with these credentials. Only the password's hash is stored. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { isoTime } from '@firsttouch/infra/stores/iso-time'
import type { ISql, Sql } from 'postgres'
import { v4 } from 'uuid'
import type { By } from '../auth/guard.ts'
import { newToken, tokenHash } from '../auth/sessions.ts'
import type { AdPlatform } from '../contract/conversions/kinds.ts'
import type { Credential } from '../contract/conversions/settings.ts'

/** Maximum number of credentials per platform. During a rotation, the old and the new credential are both valid. */
const MOST = 10

export const createCredential = (sql: Sql, platform: AdPlatform, { staff, now }: By) =>
  sql.begin(async transaction => {
    await transaction`LOCK TABLE conversion_credentials IN SHARE ROW EXCLUSIVE MODE`
    const all = await listCredentials(transaction)
    if (all.filter(one => one.platform === platform).length >= MOST)
      throw new HttpError(409, `There are ${MOST} credentials for this platform already. Revoke one first.`)
    const made = { id: v4(), platform, username: `${platform}-${randomBytes(4).toString('hex')}` }
    const password = newToken()
    await transaction`
      INSERT INTO conversion_credentials (id, platform, username, password_hash, created_by, created_at)
      VALUES (${made.id}, ${platform}, ${made.username}, ${tokenHash(password)}, ${staff}, ${now})`
    return { ...made, password, createdBy: staff, createdAt: now.toISOString(), lastUsedAt: null }
  })

export const listCredentials = async (sql: ISql): Promise<Credential[]> => sql<Credential[]>`
  SELECT id, platform, username, created_by AS "createdBy", ${isoTime(sql, 'created_at')} AS "createdAt",
    ${isoTime(sql, 'last_used_at')} AS "lastUsedAt"
  FROM conversion_credentials ORDER BY platform, created_at, id`

export const revokeCredential = async (sql: ISql, id: string): Promise<void> => {
  const { count } = await sql`DELETE FROM conversion_credentials WHERE id = ${id}`
  if (count === 0)
    throw new HttpError(404, 'There is no such credential. It may have been revoked: reload the page.')
}

type Given = { username: string; password: string }

/** Returns the user name if the credential is valid for this platform, otherwise null. */
export const useCredential = async (
  sql: ISql,
  platform: AdPlatform,
  { username, password }: Given,
  now: Date,
): Promise<string | null> => {
  const [known] = await sql<{ username: string; stored: Buffer }[]>`
    SELECT username, password_hash AS stored FROM conversion_credentials
    WHERE username = ${username} AND platform = ${platform}`
  const given = tokenHash(password)
  if (!timingSafeEqual(given, known?.stored ?? tokenHash('')) || !known) return null
  await sql`UPDATE conversion_credentials SET last_used_at = ${now} WHERE username = ${known.username}`
  return known.username
}

const LONGEST_HEADER = 500

/** Parses Basic authentication (RFC 7617). Returns null if the header is missing or invalid. */
export const readBasic = (header: string | undefined): Given | null => {
  const [scheme = '', encoded = ''] = (header ?? '').slice(0, LONGEST_HEADER).split(' ')
  if (scheme.toLowerCase() !== 'basic') return null
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon < 1 || text.includes('\0')) return null
  return { username: text.slice(0, colon), password: text.slice(colon + 1) }
}
