import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { ISql, Sql } from 'postgres'
import { randomGroups } from '../passwords.ts'
import { type Subject, throttled } from '../throttle.ts'

const STEP_MS = 30_000
/** A code may be one time step early or late, because clocks differ. */
const DRIFT_STEPS = 1
const RECOVERY_CODES = 10
/** Six groups of four letters have 118 random bits. */
const RECOVERY_GROUPS = 6

export const readFactors = async (sql: ISql, accountId: string) => {
  type Passkey = { id: string; name: string; credentialId: string; createdAt: Date; lastUsedAt: Date | null }
  const [row] = await sql<{ totp: boolean; recoveryCodesLeft: number }[]>`
    SELECT EXISTS (SELECT 1 FROM staff_totp WHERE account_id = ${accountId} AND confirmed_at IS NOT NULL) AS totp,
      (SELECT count(*)::int FROM staff_recovery_codes WHERE account_id = ${accountId}) AS "recoveryCodesLeft"`
  const passkeys = await sql<Passkey[]>`
    SELECT id, name, credential_id AS "credentialId", created_at AS "createdAt", used_at AS "lastUsedAt"
    FROM staff_passkeys WHERE account_id = ${accountId} ORDER BY created_at, id`
  const { totp = false, recoveryCodesLeft = 0 } = row ?? {}
  return { totp, recoveryCodesLeft, passkeys, hasAny: totp || passkeys.length > 0 }
}

/** Throttles by account and not by network, because an attacker can guess from many networks. */
const guessesOf = (accountId: string): Subject[] => [{ kind: 'code', name: accountId }]

/** Returns null if the code is wrong, expired or already used. Throws HttpError 429 while throttled. */
export const useCode = async (
  sql: ISql,
  accountId: string,
  code: string,
  now: Date,
): Promise<'totp' | 'recovery code' | null> => {
  const plain = code.replace(/[\s-]/g, '').toLowerCase()
  return throttled(sql, guessesOf(accountId), now, 'codes', async () => {
    if (/^\d{6}$/.test(plain)) return (await useTotp(sql, accountId, plain, now, 'confirmed')) ? 'totp' : null
    const used = await sql`
      DELETE FROM staff_recovery_codes WHERE account_id = ${accountId} AND code_hash = ${codeHash(plain)} RETURNING 1`
    return used.length > 0 ? 'recovery code' : null
  })
}

export const confirmTotp = (sql: ISql, accountId: string, code: string, now: Date): Promise<boolean | null> =>
  throttled(sql, guessesOf(accountId), now, 'codes', async () =>
    (await useTotp(sql, accountId, code.replace(/\s/g, ''), now, 'pending')) ? true : null,
  )

/** One UPDATE checks and stores the time step, so a concurrent replay of the code fails. */
const useTotp = async (
  sql: ISql,
  accountId: string,
  token: string,
  now: Date,
  state: 'pending' | 'confirmed',
): Promise<boolean> => {
  const [row] = await sql<{ secret: string }[]>`
    SELECT secret FROM staff_totp WHERE account_id = ${accountId} AND (confirmed_at IS NULL) = ${state === 'pending'}`
  const timestamp = now.getTime()
  const delta = row && new TOTP({ secret: row.secret }).validate({ token, timestamp, window: DRIFT_STEPS })
  if (!row || delta === null || delta === undefined) return false
  const step = Math.floor(timestamp / STEP_MS) + delta
  const taken = await sql`
    UPDATE staff_totp SET last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${now})
    WHERE account_id = ${accountId} AND secret = ${row.secret} AND last_step < ${step} RETURNING 1`
  return taken.length > 0
}

/** Returns null if an authenticator app is already enabled. Replaces an app that was never confirmed. */
export const startTotp = async (sql: ISql, accountId: string, username: string) => {
  const totp = new TOTP({ issuer: 'Firsttouch', label: username, secret: new Secret({ size: 20 }) })
  const secret = totp.secret.base32
  const started = await sql`
    INSERT INTO staff_totp AS t (account_id, secret) VALUES (${accountId}, ${secret})
    ON CONFLICT (account_id) DO UPDATE SET secret = ${secret}, last_step = 0 WHERE t.confirmed_at IS NULL RETURNING 1`
  return started.length > 0 ? { secret, otpauthUrl: totp.toString() } : null
}

export const makeRecoveryCodes = (sql: Sql, accountId: string): Promise<string[]> =>
  sql.begin(async transaction => {
    const codes = Array.from({ length: RECOVERY_CODES }, () => randomGroups(RECOVERY_GROUPS))
    const rows = codes.map(code => ({
      account_id: accountId,
      code_hash: codeHash(code.replaceAll('-', '')),
    }))
    await transaction`DELETE FROM staff_recovery_codes WHERE account_id = ${accountId}`
    await transaction`INSERT INTO staff_recovery_codes ${transaction(rows)}`
    return codes
  })

const codeHash = (plain: string): Buffer => createHash('sha256').update(plain).digest()

/** Returns false if the account has no such factor. Removing the last factor also deletes the recovery codes. */
export const removeFactor = async (sql: ISql, accountId: string, id: string): Promise<boolean> => {
  const removed =
    id === 'totp'
      ? await sql`DELETE FROM staff_totp WHERE account_id = ${accountId} RETURNING 1`
      : await sql`DELETE FROM staff_passkeys WHERE account_id = ${accountId} AND id = ${id} RETURNING 1`
  const { hasAny } = await readFactors(sql, accountId)
  if (!hasAny) await sql`DELETE FROM staff_recovery_codes WHERE account_id = ${accountId}`
  return removed.length > 0
}
