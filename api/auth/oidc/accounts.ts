/** In OpenID Connect, issuer and subject identify a person. The e-mail address does not. */
import type { ISql, Sql } from 'postgres'
import { v7 } from 'uuid'
import { ROLES } from '../../contract/roles.ts'
import type { OidcSettings } from '../../deps.ts'
import { findAccount, LAST_OWNER } from '../accounts.ts'
import { audit } from '../audit.ts'
import { DUMMY_HASH } from '../passwords.ts'
import { revokeAll } from '../sessions.ts'
import { type Claims, OidcRefusal } from './provider.ts'

type Found = { id: string; username: string; role: string; disabledAt: Date | null }

/** Throws OidcRefusal. `connectTo` is the id of the logged-in account that gets this identity, or null for a login. */
export const accountOf = (
  sql: Sql,
  claims: Claims,
  settings: OidcSettings,
  { now, connectTo }: { now: Date; connectTo: string | null },
): Promise<Found> =>
  sql
    .begin(async tx => {
      // Prevents two concurrent first logins from creating two accounts.
      await tx`SELECT pg_advisory_xact_lock(hashtext('firsttouch staff'))`
      const known = await identified(tx, settings.issuer, claims.sub)
      const actor = known?.username ?? 'nobody'
      const email = verifiedEmail(claims, settings, actor)
      if (settings.acr && claims.acr !== settings.acr) throw new OidcRefusal('strength', { actor })
      const role = roleIn(claims, settings, actor)
      if (known?.disabledAt) throw new OidcRefusal('disabled', { actor })
      if (known && connectTo && known.id !== connectTo) throw new OidcRefusal('taken', { actor })
      if (known) return withRole(tx, known, role, now)
      const id = connectTo ?? (await makeAccount(tx, email, role ?? 'viewer', now))
      await tx`
        INSERT INTO staff_identities (issuer, subject, account_id, created_at)
        VALUES (${settings.issuer}, ${claims.sub}, ${id}, ${now})`
      const made = await identified(tx, settings.issuer, claims.sub)
      if (!made) throw new Error('The identity that was just inserted is missing')
      await audit(tx, { at: now, actor: made.username, action: 'identity.connected' })
      return made
    })
    .catch(cause => {
      if (cause?.constraint_name === LAST_OWNER) throw new OidcRefusal('owner', { cause })
      throw cause
    })

const identified = async (sql: ISql, issuer: string, subject: string): Promise<Found | undefined> => {
  const [found] = await sql<Found[]>`
    SELECT a.id, a.username, a.role, a.disabled_at AS "disabledAt"
    FROM staff_identities i JOIN staff_accounts a ON a.id = i.account_id
    WHERE i.issuer = ${issuer} AND i.subject = ${subject}`
  return found
}

const verifiedEmail = (claims: Claims, { emailDomains }: OidcSettings, actor: string): string => {
  const { email, email_verified: isVerified } = claims
  if (!email || isVerified !== true || !/^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,180}$/u.test(email))
    throw new OidcRefusal('unverified', { actor })
  const address = email.toLowerCase()
  if (!emailDomains.includes(address.split('@')[1] ?? '')) throw new OidcRefusal('domain', { actor })
  return address
}

/** Returns null if no role claim is configured. Throws OidcRefusal unless the claim contains exactly one role. */
const roleIn = (claims: Claims, { roleClaim }: OidcSettings, actor: string): string | null => {
  if (!roleClaim) return null
  const named = [claims[roleClaim]].flat().filter(value => ROLES.some(role => role === value))
  const [role] = named
  if (named.length !== 1 || typeof role !== 'string') throw new OidcRefusal('role', { actor })
  return role
}

/** The account cannot log in with a password, because no password has the hash DUMMY_HASH. */
const makeAccount = async (sql: ISql, email: string, role: string, now: Date): Promise<string> => {
  if (await findAccount(sql, email)) throw new OidcRefusal('exists')
  const id = v7()
  await sql`
    INSERT INTO staff_accounts (id, username, password_hash, role, created_at, updated_at)
    VALUES (${id}, ${email}, ${DUMMY_HASH}, ${role}, ${now}, ${now})`
  await audit(sql, {
    at: now,
    actor: 'single sign-on',
    action: 'staff.add',
    detail: { username: email, role },
  })
  return id
}

const withRole = async (sql: ISql, account: Found, role: string | null, now: Date): Promise<Found> => {
  const { id, username } = account
  if (role === null || role === account.role) return account
  await sql`UPDATE staff_accounts SET role = ${role}, updated_at = ${now} WHERE id = ${id}`
  await revokeAll(sql, id)
  await audit(sql, { at: now, actor: 'single sign-on', action: 'staff.role', detail: { username, role } })
  return { ...account, role }
}
