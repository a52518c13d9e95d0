/** What staff add to a record: notes, and changes with who made them and when. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { ISql, Sql } from 'postgres'
import { v7 } from 'uuid'
import type { Change, Note } from '../../contract/inbox.ts'
import { type Inbox, nounOf, tableOf } from './deletions.ts'

const columnOf = (inbox: Inbox) => (inbox === 'leads' ? 'lead_id' : 'submission_id')

/** Newest first. */
export const selectNotes = async (sql: Sql, inbox: Inbox, id: string): Promise<Note[]> => {
  const rows = await sql<(Omit<Note, 'createdAt'> & { createdAt: Date })[]>`
    SELECT id, author, body, created_at AS "createdAt" FROM staff_notes WHERE ${sql(columnOf(inbox))} = ${id}
    ORDER BY created_at DESC, id DESC`
  return rows.map(row => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Throws a HttpError (404) when there is no such record. */
export const insertNote = async (
  sql: Sql,
  inbox: Inbox,
  recordId: string,
  { body, author, now }: { body: string; author: string; now: Date },
): Promise<Note> => {
  const id = v7()
  const { count } = await sql`
    INSERT INTO staff_notes (id, ${sql(columnOf(inbox))}, author, body, created_at)
    SELECT ${id}, id, ${author}, ${body}, ${now} FROM ${sql(tableOf(inbox))}
    WHERE id = ${recordId} AND deleted_at IS NULL`
  if (count === 0) throw noSuch(inbox)
  return { id, author, body, createdAt: now.toISOString() }
}

/** Newest first. */
export const selectChanges = async (sql: Sql, inbox: Inbox, id: string): Promise<Change[]> => {
  const rows = await sql<(Omit<Change, 'changedAt'> & { changedAt: Date })[]>`
    SELECT field, before, after, changed_by AS "changedBy", changed_at AS "changedAt" FROM record_changes
    WHERE ${sql(columnOf(inbox))} = ${id} ORDER BY record_changes.id DESC`
  return rows.map(row => ({ ...row, changedAt: row.changedAt.toISOString() }))
}

/** The reason of a record that staff took for spam themselves. */
export const BY_STAFF = 'staff'

type Wanted = { spam: boolean; version?: number | undefined }

/**
 * Changes a submission's mark for spam, and remembers who did it. Throws a HttpError: 404 when there is no such submission,
 * 409 when somebody changed it since `version`.
 */
export const changeSubmission = (
  sql: Sql,
  id: string,
  { spam, version }: Wanted,
  by: { staff: string; now: Date },
): Promise<void> =>
  sql.begin(async transaction => {
    const [standing] = await transaction<{ spamReason: string; version: number }[]>`
      SELECT spam_reason AS "spamReason", version FROM onboarding_submissions
      WHERE id = ${id} AND deleted_at IS NULL FOR UPDATE`
    if (!standing) throw noSuch('onboarding')
    if (version !== undefined && version !== standing.version)
      throw await stale(transaction, 'onboarding', id, standing)
    if (spam === (standing.spamReason !== '')) return
    const after = spam ? BY_STAFF : ''
    await transaction`
      INSERT INTO record_changes (submission_id, field, before, after, changed_by, changed_at)
      VALUES (${id}, 'spam', ${standing.spamReason}, ${after}, ${by.staff}, ${by.now})`
    await transaction`
      UPDATE onboarding_submissions SET spam_reason = ${after}, version = version + 1 WHERE id = ${id}`
  })

type Standing = { status?: string; version: number }

export const stale = async (sql: ISql, inbox: Inbox, id: string, standing: Standing): Promise<HttpError> => {
  const [last] = await sql<{ changedBy: string }[]>`
    SELECT changed_by AS "changedBy" FROM record_changes WHERE ${sql(columnOf(inbox))} = ${id} ORDER BY id DESC LIMIT 1`
  const who = last?.changedBy ?? 'Somebody'
  const now = standing.status ? ` It is ${standing.status} now.` : ''
  return new HttpError(
    409,
    `${who} has changed this ${nounOf(inbox)} since you opened it.${now} Nothing was changed by you: look at it again, then decide.`,
    [{ path: 'version', message: `is out of date: the ${nounOf(inbox)} is at ${standing.version}` }],
  )
}

export const noSuch = (inbox: Inbox): HttpError =>
  new HttpError(404, `There is no such ${nounOf(inbox)}. It may have been deleted: reload the list.`, [
    {
      path: inbox === 'leads' ? 'leadId' : 'submissionId',
      message: `names no ${nounOf(inbox)} that is there`,
    },
  ])
