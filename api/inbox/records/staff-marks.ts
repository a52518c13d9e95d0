import { HttpError } from '@firsttouch/infra/platform/http/http'
import { isoTime } from '@firsttouch/infra/stores/iso-time'
import type { ISql, Sql } from 'postgres'
import { v7 } from 'uuid'
import type { Change, Note } from '../../contract/inbox.ts'
import { type Kind, noSuch } from './kind.ts'

const columnOf = ({ noun }: Kind) => `${noun}_id`

export const selectNotes = async (sql: Sql, kind: Kind, id: string): Promise<Note[]> => sql<Note[]>`
  SELECT id, author, body, ${isoTime(sql, 'created_at')} AS "createdAt" FROM staff_notes
  WHERE ${sql(columnOf(kind))} = ${id} ORDER BY created_at DESC, id DESC`

export const insertNote = async (
  sql: Sql,
  kind: Kind,
  recordId: string,
  { body, author, now }: { body: string; author: string; now: Date },
): Promise<Note> => {
  const id = v7()
  const { count } = await sql`
    INSERT INTO staff_notes (id, ${sql(columnOf(kind))}, author, body, created_at)
    SELECT ${id}, id, ${author}, ${body}, ${now} FROM ${sql(kind.table)}
    WHERE id = ${recordId} AND deleted_at IS NULL`
  if (count === 0) throw noSuch(kind)
  return { id, author, body, createdAt: now.toISOString() }
}

export const selectChanges = async (sql: Sql, kind: Kind, id: string): Promise<Change[]> => sql<Change[]>`
  SELECT field, before, after, changed_by AS "changedBy", ${isoTime(sql, 'changed_at')} AS "changedAt" FROM record_changes
  WHERE ${sql(columnOf(kind))} = ${id} ORDER BY record_changes.id DESC`

export const nameOfOwner = async (sql: ISql, id: string): Promise<string> => {
  const [account] = await sql<{ username: string }[]>`
    SELECT username FROM staff_accounts WHERE id = ${id} AND disabled_at IS NULL AND role <> 'viewer'`
  if (account) return account.username
  throw new HttpError(
    400,
    'There is no such member of staff. Reload the page, then choose the owner again.',
    [{ path: 'owner', message: 'must be the id of an account that can log in' }],
  )
}

/** Spam reason of records that staff have marked as spam. */
export const BY_STAFF = 'staff'

/** Throws HttpError 404 for an unknown record, 409 if `version` is out of date. */
export const lockRecord = async (sql: ISql, kind: Kind, id: string, version: number | undefined) => {
  const [record] = await sql<{ version: number; status: string | null }[]>`
    SELECT version, to_jsonb(record) ->> 'status' AS status
    FROM ${sql(kind.table)} AS record WHERE id = ${id} AND deleted_at IS NULL FOR UPDATE`
  if (!record) throw noSuch(kind)
  if (version === undefined || version === record.version) return
  const [last] = await sql<{ changedBy: string }[]>`
    SELECT changed_by AS "changedBy" FROM record_changes WHERE ${sql(columnOf(kind))} = ${id} ORDER BY id DESC LIMIT 1`
  const who = last?.changedBy ?? 'Somebody'
  const now = record.status ? ` It is ${record.status} now.` : ''
  throw new HttpError(
    409,
    `${who} has changed this ${kind.noun} since you opened it.${now} Your change was not saved. Look at it again, then decide.`,
    [{ path: 'version', message: `is out of date: the ${kind.noun} is at ${record.version}` }],
  )
}
