/** Staff accounts: made and changed by the command line and at the start of the process. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { ISql, Sql } from 'postgres'
import { v7 } from 'uuid'
import { generatePassword, hashPassword, passwordFault, verifyPassword } from './passwords.ts'
import { revokeAll } from './sessions.ts'

export type Account = { id: string; username: string; passwordHash: string; disabledAt: Date | null }
export type Credentials = { username: string; password: string }

/** Names are compared without case. */
export const findAccount = async (sql: ISql, username: string): Promise<Account | null> => {
  const [row] = await sql<Account[]>`
    SELECT id, username, password_hash AS "passwordHash", disabled_at AS "disabledAt"
    FROM staff_accounts WHERE lower(username) = lower(${username})`
  return row ?? null
}

/** Throws a HttpError where the name is taken or the password must not be used. */
export const createAccount = async (
  sql: ISql,
  { username, password }: Credentials,
  now: Date,
): Promise<void> => {
  if (!/^\S{1,255}$/.test(username))
    throw new HttpError(400, 'A user name has no spaces and at most 255 characters.')
  await checkPassword(username, password)
  if (await findAccount(sql, username))
    throw new HttpError(409, `There already is an account named ${username}.`)
  await insertAccount(sql, { username, password }, now)
}

/** A new password ends every session of the account, and lets a disabled account in again. */
/** Answers whether the account was disabled until now. */
export const resetPassword = async (
  sql: ISql,
  { username, password }: Credentials,
  now: Date,
): Promise<{ wasDisabled: boolean }> => {
  const account = await existing(sql, username)
  await checkPassword(username, password)
  await setPassword(sql, account.id, password, now)
  return { wasDisabled: account.disabledAt !== null }
}

export const disableAccount = async (sql: ISql, username: string, now: Date): Promise<void> => {
  const account = await existing(sql, username)
  await sql`UPDATE staff_accounts SET disabled_at = ${now}, updated_at = ${now} WHERE id = ${account.id}`
  await revokeAll(sql, account.id)
}

type ListedAccount = { username: string; disabled: boolean; createdAt: Date; sessions: number }
export const listAccounts = (sql: ISql): Promise<ListedAccount[]> => sql<ListedAccount[]>`
  SELECT username, disabled_at IS NOT NULL AS disabled, created_at AS "createdAt",
    (SELECT count(*)::int FROM staff_sessions s WHERE s.account_id = a.id) AS sessions
  FROM staff_accounts a ORDER BY lower(username)`

/**
 * Makes sure that somebody can log in: the given account exists, is enabled and has this password; or, without one given
 * and with no account at all, an account `admin` is made. Gives that one's password, to be printed once: it is stored
 * nowhere. Where `strict`, a weak password is refused; on a developer's machine it does no harm.
 */
export const ensureStaff = async (
  sql: Sql,
  given?: Credentials,
  now: Date = new Date(),
  strict = false,
): Promise<Credentials | null> =>
  sql.begin(async transaction => {
    // Several processes may start together; one of them makes the account.
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
    await insertAccount(transaction, generated, now)
    return generated
  })

/** Leaves an account alone that is as it should be, so that a restart logs nobody out. */
const ensureAccount = async (sql: ISql, { username, password }: Credentials, now: Date): Promise<void> => {
  const account = await findAccount(sql, username)
  if (!account) return insertAccount(sql, { username, password }, now)
  const { matches } = await verifyPassword(password, account.passwordHash)
  if (!matches || account.disabledAt) await setPassword(sql, account.id, password, now)
}

const insertAccount = async (sql: ISql, { username, password }: Credentials, now: Date): Promise<void> => {
  await sql`
    INSERT INTO staff_accounts (id, username, password_hash, created_at, updated_at)
    VALUES (${v7()}, ${username}, ${await hashPassword(password)}, ${now}, ${now})`
}

const setPassword = async (sql: ISql, id: string, password: string, now: Date): Promise<void> => {
  await sql`
    UPDATE staff_accounts SET password_hash = ${await hashPassword(password)}, disabled_at = NULL, updated_at = ${now}
    WHERE id = ${id}`
  await revokeAll(sql, id)
}

const existing = async (sql: ISql, username: string): Promise<Account> => {
  const account = await findAccount(sql, username)
  if (!account) throw new HttpError(404, `There is no account named ${username}.`)
  return account
}

const checkPassword = async (username: string, password: string): Promise<void> => {
  const fault = await passwordFault(password, username)
  if (fault) throw new HttpError(400, fault)
}
