import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { ISql, Sql } from 'postgres'
import { v7 } from 'uuid'
import type { Role } from '../contract/roles.ts'
import type { MemberPatch, StoredMember } from '../contract/team.ts'
import { generatePassword, hashPassword, passwordFault, verifyPassword } from './passwords.ts'
import { announceRevocation, revokeAll } from './sessions.ts'

/** `givenHash` is the hash of the last password from STAFF_PASSWORD, or equals `passwordHash` if there was none. */
export type Account = {
  id: string
  username: string
  passwordHash: string
  givenHash: string
  disabledAt: Date | null
}
export type Credentials = { username: string; password: string }
type NewAccount = Credentials & { role?: Role }

export const findAccount = async (sql: ISql, username: string): Promise<Account | null> => {
  const [row] = await sql<Account[]>`
    SELECT id, username, password_hash AS "passwordHash", coalesce(given_password_hash, password_hash) AS "givenHash",
      disabled_at AS "disabledAt"
    FROM staff_accounts WHERE lower(username) = lower(${username})`
  return row ?? null
}

/** Throws HttpError if the name is invalid or taken, or if the password is weak. */
export const createAccount = async (
  sql: ISql,
  { username, password, role = 'owner' }: NewAccount,
  now: Date,
  printed = false,
): Promise<void> => {
  if (!/^\S{1,255}$/.test(username))
    throw new HttpError(400, 'A user name cannot contain spaces and can have at most 255 characters.')
  await checkPassword(username, password)
  if (await findAccount(sql, username))
    throw new HttpError(409, `An account named ${username} already exists.`)
  await insertAccount(sql, { username, password, role }, now, { printed })
}

/** Sets a password that must be changed at the next login. Also ends every session and enables a disabled account. */
export const resetPassword = async (sql: ISql, { username, password }: Credentials, now: Date) => {
  const account = await getAccount(sql, username)
  await checkPassword(username, password)
  await setPassword(sql, account.id, password, now, { printed: true })
  return { wasDisabled: account.disabledAt !== null }
}

/** Throws HttpError 404 for an unknown account, 409 if no owner would be left. */
export const changeAccount = async (sql: ISql, id: string, { role, disabled }: MemberPatch, now: Date) => {
  const { count } = await sql`
    UPDATE staff_accounts SET role = coalesce(${role ?? null}, role), updated_at = ${now},
      disabled_at = CASE ${disabled ?? null}::boolean WHEN true THEN coalesce(disabled_at, ${now}) WHEN false THEN NULL
        ELSE disabled_at END
    WHERE id = ${id}`.catch(refuseLastOwner)
  if (count === 0) throw new HttpError(404, 'There is no such account. Reload the page.')
  if (disabled) await revokeAll(sql, id)
  else await announceRevocation(sql)
}

const refuseLastOwner = (error: unknown): never => {
  if (error instanceof Error && 'constraint_name' in error && error.constraint_name === LAST_OWNER)
    throw new HttpError(409, 'This is the last owner who can log in. Make another account an owner first.')
  throw error
}
export const LAST_OWNER = 'staff_accounts_last_owner'

/** For a person who has lost a device. The password alone is enough until the account adds a factor. */
export const forgetFactors = async (sql: ISql, id: string): Promise<void> => {
  for (const table of ['staff_totp', 'staff_passkeys', 'staff_recovery_codes'])
    await sql`DELETE FROM ${sql(table)} WHERE account_id = ${id}`
  await revokeAll(sql, id)
}

export const listAccounts = (sql: ISql) => sql<(StoredMember & { sessions: number })[]>`
  SELECT id, username, role, disabled_at IS NOT NULL AS disabled, created_at AS "createdAt", last_login_at AS "lastLoginAt",
    (SELECT count(*)::int FROM staff_sessions s WHERE s.account_id = a.id) AS sessions
  FROM staff_accounts a ORDER BY lower(username)`

/**
 * Creates or updates the account in `given`. Without `given`, creates `admin` if there is no account. The caller must
 * print the returned password. With `strict`, throws HttpError 400 if the password in `given` is weak.
 */
export const ensureStaff = async (sql: Sql, given?: Credentials, now: Date = new Date(), strict = false) =>
  sql.begin(async transaction => {
    // If several processes start together, only one creates the account.
    await transaction`SELECT pg_advisory_xact_lock(hashtext('firsttouch staff'))`
    if (given) {
      const fault = strict ? await passwordFault(given.password, given.username) : null
      if (fault) throw new HttpError(400, `STAFF_PASSWORD cannot be used. ${fault}`)
      await ensureAccount(transaction, given, now)
      return null
    }
    const [some] = await transaction`SELECT 1 FROM staff_accounts LIMIT 1`
    if (some) return null
    const generated = { username: 'admin', password: generatePassword('admin') }
    await insertAccount(transaction, generated, now, { printed: true })
    return generated
  })

/** A restart must not overwrite a password that the owner has chosen since STAFF_PASSWORD was applied. */
const ensureAccount = async (sql: ISql, { username, password }: Credentials, now: Date): Promise<void> => {
  const account = await findAccount(sql, username)
  if (!account) return insertAccount(sql, { username, password }, now, { given: true })
  const { matches } = await verifyPassword(password, account.givenHash)
  if (!matches || account.disabledAt) await setPassword(sql, account.id, password, now, { given: true })
}

/** `given`: the password is from STAFF_PASSWORD. `printed`: a terminal showed it, so the person must change it. */
type Source = { given?: boolean; printed?: boolean }

const insertAccount = async (
  sql: ISql,
  { username, password, role = 'owner' }: NewAccount,
  now: Date,
  { given = false, printed = false }: Source,
): Promise<void> => {
  const hash = await hashPassword(password)
  await sql`
    INSERT INTO staff_accounts (id, username, password_hash, role, created_at, updated_at, must_change_password, given_password_hash)
    VALUES (${v7()}, ${username}, ${hash}, ${role}, ${now}, ${now}, ${printed}, ${given ? hash : null})`
}

/** Also ends every session of the account, except the session whose token hash is `but`. */
export const setPassword = async (
  sql: ISql,
  id: string,
  password: string,
  now: Date,
  { given = false, printed = false, but }: Source & { but?: Buffer } = {},
): Promise<void> => {
  const hash = await hashPassword(password)
  await sql`
    UPDATE staff_accounts SET password_hash = ${hash}, updated_at = ${now},
      disabled_at = CASE WHEN ${given || printed} THEN NULL ELSE disabled_at END,
      must_change_password = ${printed}, given_password_hash = CASE WHEN ${given} THEN ${hash} ELSE given_password_hash END
    WHERE id = ${id}`
  await revokeAll(sql, id, but)
}

export const getAccount = async (sql: ISql, username: string): Promise<Account> => {
  const account = await findAccount(sql, username)
  if (!account) throw new HttpError(404, `There is no account named ${username}.`)
  return account
}

const checkPassword = async (username: string, password: string): Promise<void> => {
  const fault = await passwordFault(password, username)
  if (fault) throw new HttpError(400, fault)
}
