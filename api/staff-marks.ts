/** What staff add to a record: notes, and changes with who made them and when. */
import { Refusal } from '@firsttouch/infra/http'
import type { ISql, Sql } from 'postgres'
import { v7 } from 'uuid'
import type { Change, Note } from './contract/inbox.ts'
import { type Inbox, nounOf, tableOf } from './deletions.ts'

const columnOf = (inbox: Inbox) => (inbox === 'leads' ? 'lead_id' : 'submission_id')

/** Newest first. */
export const selectNotes = async (sql: Sql, inbox: Inbox, id: string): Promise<Note[]> => {
  const rows = await sql<(Omit<Note, 'createdAt'> & { createdAt: Date })[]>`
    SELECT id, author, body, created_at AS "createdAt" FROM staff_notes WHERE ${sql(columnOf(inbox))} = ${id}
    ORDER BY created_at DESC, id DESC`
  return rows.map(row => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Throws a Refusal (404) when there is no such record. */
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

type Wanted = { status?: string | undefined; spam?: boolean | undefined; version?: number | undefined }
type Standing = { status: string; spamReason: string; version: number }

/** The reason of a record that staff took for spam themselves. */
const BY_STAFF = 'staff'

/**
 * Changes the record's status and its mark for spam, and remembers who did it. Throws a Refusal: 404 when there is no such
 * record, 409 when somebody changed it since `version`.
 */
export const changeRecord = (
  sql: Sql,
  inbox: Inbox,
  id: string,
  wanted: Wanted,
  by: { staff: string; now: Date },
): Promise<void> =>
  sql.begin(async transaction => {
    const standing = await lock(transaction, inbox, id)
    if (wanted.version !== undefined && wanted.version !== standing.version)
      throw await stale(transaction, inbox, id, standing)
    const steps = stepsTo(standing, wanted)
    for (const { field, before, after } of steps)
      await transaction`
        INSERT INTO record_changes (${transaction(columnOf(inbox))}, field, before, after, changed_by, changed_at)
        VALUES (${id}, ${field}, ${before}, ${after}, ${by.staff}, ${by.now})`
    const spam = steps.find(step => step.field === 'spam')?.after ?? standing.spamReason
    if (inbox === 'leads')
      await transaction`
        UPDATE leads SET status = ${wanted.status ?? standing.status}, spam_reason = ${spam}, version = version + 1,
          updated_at = ${by.now}
        WHERE id = ${id}`
    else
      await transaction`
        UPDATE onboarding_submissions SET spam_reason = ${spam}, version = version + 1 WHERE id = ${id}`
  })

const lock = async (sql: ISql, inbox: Inbox, id: string): Promise<Standing> => {
  const [row] = await sql<Standing[]>`
    SELECT ${inbox === 'leads' ? sql`status` : sql`''`} AS status, spam_reason AS "spamReason", version
    FROM ${sql(tableOf(inbox))} WHERE id = ${id} AND deleted_at IS NULL FOR UPDATE`
  if (!row) throw noSuch(inbox)
  return row
}

const stepsTo = (standing: Standing, { status, spam }: Wanted) => {
  const steps: Pick<Change, 'field' | 'before' | 'after'>[] = []
  if (status !== undefined && status !== standing.status)
    steps.push({ field: 'status', before: standing.status, after: status })
  if (spam !== undefined && spam !== (standing.spamReason !== ''))
    steps.push({ field: 'spam', before: standing.spamReason, after: spam ? BY_STAFF : '' })
  return steps
}

const stale = async (sql: ISql, inbox: Inbox, id: string, standing: Standing): Promise<Refusal> => {
  const [last] = await sql<{ changedBy: string }[]>`
    SELECT changed_by AS "changedBy" FROM record_changes WHERE ${sql(columnOf(inbox))} = ${id} ORDER BY id DESC LIMIT 1`
  const who = last?.changedBy ?? 'Somebody'
  const now = inbox === 'leads' ? ` It is ${standing.status} now.` : ''
  return new Refusal(
    409,
    `${who} has changed this ${nounOf(inbox)} since you opened it.${now} Nothing was changed by you: look at it again, then decide.`,
    [{ path: 'version', message: `is out of date: the ${nounOf(inbox)} is at ${standing.version}` }],
  )
}

export const noSuch = (inbox: Inbox): Refusal =>
  new Refusal(404, `There is no such ${nounOf(inbox)}. It may have been deleted: reload the list.`, [
    {
      path: inbox === 'leads' ? 'leadId' : 'submissionId',
      message: `names no ${nounOf(inbox)} that is there`,
    },
  ])
