/** Invitations: a link that lasts a day and makes one account, whose password the invited person chooses. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import type { Sql } from 'postgres'
import type { Role } from '../../contract/roles.ts'
import type { InvitationRequest } from '../../contract/team.ts'
import { createAccount, findAccount } from '../accounts.ts'
import { newToken, type Session, tokenHash } from '../sessions.ts'

type Invited = { token: string; expiresAt: Date }

/** An earlier link for the same name ends. */
export const invite = async (
  sql: Sql,
  { username, role }: InvitationRequest,
  { accountId }: Session,
  now: Date,
): Promise<Invited> => {
  if (await findAccount(sql, username))
    throw new HttpError(409, `There already is an account named ${username}. Choose another name.`)
  const token = newToken()
  const expiresAt = new Date(now.getTime() + DAY_MS)
  await sql.begin(async transaction => {
    await transaction`DELETE FROM staff_invitations WHERE lower(username) = lower(${username}) AND used_at IS NULL`
    await transaction`
      INSERT INTO staff_invitations (token_hash, username, role, created_by, created_at, expires_at)
      VALUES (${tokenHash(token)}, ${username}, ${role}, ${accountId}, ${now}, ${expiresAt})`
  })
  return { token, expiresAt }
}

type Found = { username: string; role: Role; isUsed: boolean; isExpired: boolean; holds: boolean }

/** Answers the new account. Throws a HttpError, after which the link is as before. */
export const accept = (
  sql: Sql,
  { token, password }: { token: string; password: string },
  now: Date,
): Promise<{ username: string; role: Role }> =>
  sql.begin(async transaction => {
    const hash = tokenHash(token)
    const [found] = await transaction<Found[]>`
      SELECT i.username, i.role, used_at IS NOT NULL AS "isUsed", expires_at <= ${now} AS "isExpired",
        a.disabled_at IS NULL AND a.role = 'owner' AS holds
      FROM staff_invitations i JOIN staff_accounts a ON a.id = created_by
      WHERE token_hash = ${hash} FOR UPDATE OF i`
    if (!found) throw new HttpError(404, `This link is unknown or was replaced by a later one. ${ASK}`)
    if (found.isUsed)
      throw new HttpError(410, 'This link was used already: log in with the password chosen then.')
    if (found.isExpired) throw new HttpError(410, `This link has expired: it lasts a day. ${ASK}`)
    if (!found.holds) throw new HttpError(410, `The person who invited you can no longer invite. ${ASK}`)
    const { username, role } = found
    await createAccount(transaction, { username, password, role }, now)
    await transaction`UPDATE staff_invitations SET used_at = ${now} WHERE token_hash = ${hash}`
    return { username, role }
  })

const ASK = 'Ask an owner for a new link.'
