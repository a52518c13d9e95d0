/** Accounts of the team, as owners see and change them. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { ISql } from 'postgres'
import type { Member, MemberPatch } from '../../contract/team.ts'
import { keepingAnOwner } from '../accounts.ts'
import { announceRevocation, revokeAll } from '../sessions.ts'

type Stored = Omit<Member, 'createdAt' | 'lastLoginAt'> & { createdAt: Date; lastLoginAt: Date | null }

export const listMembers = async (sql: ISql): Promise<Member[]> => {
  const rows = await sql<Stored[]>`
    SELECT id, username, role, disabled_at IS NOT NULL AS disabled, created_at AS "createdAt", last_login_at AS "lastLoginAt"
    FROM staff_accounts ORDER BY lower(username)`
  return rows.map(row => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  }))
}

/** Holds from the next call on. Throws a HttpError: 404 for no such account, 409 for the last owner. */
export const changeMember = async (
  sql: ISql,
  id: string,
  { role, disabled }: MemberPatch,
  now: Date,
): Promise<void> => {
  const { count } = await keepingAnOwner(sql`
    UPDATE staff_accounts SET role = coalesce(${role ?? null}, role), updated_at = ${now},
      disabled_at = CASE ${disabled ?? null}::boolean WHEN true THEN coalesce(disabled_at, ${now}) WHEN false THEN NULL
        ELSE disabled_at END
    WHERE id = ${id}`)
  if (count === 0) throw new HttpError(404, 'There is no such account. Reload the page.')
  if (disabled) await revokeAll(sql, id)
  else await announceRevocation(sql)
}
