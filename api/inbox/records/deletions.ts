/** Deleting records so that it can be undone: they are marked with the deletion, and leave every list by that. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { Fragment, ISql, Sql } from 'postgres'
import { v4 } from 'uuid'
import type { Deleted } from '../../contract/inbox.ts'

export type Inbox = 'leads' | 'onboarding'

const TABLES = { leads: 'leads', onboarding: 'onboarding_submissions' } as const
const NOUNS = { leads: 'lead', onboarding: 'submission' } as const

export const tableOf = (inbox: Inbox): string => TABLES[inbox]
export const nounOf = (inbox: Inbox): string => NOUNS[inbox]

type By = { staff: string; now: Date }

/** Throws a HttpError (404) when one of them is not there (any more): then nothing is deleted. */
export const deleteByIds = (sql: Sql, inbox: Inbox, ids: readonly string[], by: By): Promise<Deleted> =>
  sql.begin(async transaction => {
    const unique = [...new Set(ids.map(id => id.toLowerCase()))]
    const { answer, gone } = await markDeleted(transaction, inbox, sql`id = ANY(${unique}::uuid[])`, by)
    const missing = ids.flatMap((id, index) => (gone.has(id.toLowerCase()) ? [] : [index]))
    if (missing.length > 0) throw notThere(inbox, missing, unique.length)
    return answer
  })

/** Throws a HttpError (409) when there are more or fewer than expected: then nothing is deleted. */
export const deleteByFilter = (
  sql: Sql,
  inbox: Inbox,
  { where, expectedCount }: { where: Fragment; expectedCount: number },
  by: By,
): Promise<Deleted> =>
  sql.begin(async transaction => {
    // Counted first, as marking thousands takes seconds; and again, as more may have come meanwhile.
    const [found] = await transaction<{ count: number }[]>`
      SELECT count(*)::int AS count FROM ${transaction(TABLES[inbox])} WHERE deleted_at IS NULL AND ${where}`
    if (found?.count !== expectedCount) throw otherCount(inbox, found?.count ?? 0, expectedCount)
    const { answer } = await markDeleted(transaction, inbox, where, by)
    if (answer.deleted !== expectedCount) throw otherCount(inbox, answer.deleted, expectedCount)
    return answer
  })

const markDeleted = async (sql: ISql, inbox: Inbox, where: Fragment, { staff, now }: By) => {
  const id = v4()
  await sql`
    INSERT INTO deletions (id, inbox, deleted_by, deleted_at) VALUES (${id}, ${inbox}, ${staff}, ${now})`
  const ids = await lockInOrder(sql, inbox, sql`deleted_at IS NULL AND ${where}`)
  await sql`
    UPDATE ${sql(TABLES[inbox])} SET deleted_at = ${now}, deletion_id = ${id} WHERE id = ANY(${ids}::uuid[])`
  return { answer: { deleted: ids.length, undoToken: id }, gone: new Set(ids) }
}

/** By their ids, as whoever changes many records does: two wait for each other, and never both for ever. */
const lockInOrder = async (sql: ISql, inbox: Inbox, where: Fragment): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM ${sql(TABLES[inbox])} WHERE ${where} ORDER BY id FOR UPDATE`
  return rows.map(row => row.id)
}

/** How many came back. Throws a HttpError: 404 when nothing is left of the deletion, 409 when it was undone before. */
export const restore = async (sql: Sql, inbox: Inbox, undoToken: string, now: Date): Promise<number> =>
  sql.begin(async transaction => {
    const [deletion] = await transaction<{ restoredAt: Date | null }[]>`
      SELECT restored_at AS "restoredAt" FROM deletions WHERE id = ${undoToken} AND inbox = ${inbox} FOR UPDATE`
    if (deletion?.restoredAt)
      throw new HttpError(409, `These ${NOUNS[inbox]}s were brought back before.`, [
        { path: 'undoToken', message: 'was used before' },
      ])
    const ids = await lockInOrder(transaction, inbox, transaction`deletion_id = ${undoToken}`)
    await transaction`
      UPDATE ${transaction(TABLES[inbox])} SET deleted_at = NULL, deletion_id = NULL WHERE id = ANY(${ids}::uuid[])`
    if (!deletion || ids.length === 0)
      throw new HttpError(404, 'There is nothing to bring back: it was too long ago, or never was.', [
        { path: 'undoToken', message: 'names no deletion that can be undone' },
      ])
    await transaction`UPDATE deletions SET restored_at = ${now} WHERE id = ${undoToken}`
    return ids.length
  })

const ISSUES_NAMED = 20

export const notThere = (inbox: Inbox, missing: readonly number[], among: number): HttpError => {
  const noun = NOUNS[inbox]
  const detail =
    among === 1
      ? `There is no such ${noun}. It may have been deleted: reload the list.`
      : `${missing.length} of the ${among} chosen ${noun}s are not there any more, so nothing was done. Reload the list and choose again.`
  const field = inbox === 'leads' ? 'leadIds' : 'submissionIds'
  const issues = missing.slice(0, ISSUES_NAMED).map(index => ({
    path: `${field}.${index}`,
    message: `There is no such ${noun}`,
  }))
  return new HttpError(404, detail, issues)
}

export const otherCount = (inbox: Inbox, found: number, expected: number): HttpError =>
  new HttpError(
    409,
    `The list has changed: ${found} ${NOUNS[inbox]}s are found now, not ${expected}, so nothing was done. Look at it again, then decide.`,
    [{ path: 'expectedCount', message: `is ${expected}, but the filter finds ${found}` }],
  )
