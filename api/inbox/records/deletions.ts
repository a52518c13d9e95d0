/** Deletion that can be undone: records are marked with it, and so leave every list. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { Fragment, ISql, Sql } from 'postgres'
import { v4 } from 'uuid'
import type { Deleted } from '../../contract/inbox.ts'
import { enqueueLeads, enqueueSenders } from '../../outbox/leads.ts'
import { idOf, type Kind } from './kind.ts'

type By = { staff: string; now: Date }

/** Throws a HttpError (404) when one of them is not there: then none is deleted. */
export const deleteByIds = (sql: Sql, kind: Kind, ids: readonly string[], by: By): Promise<Deleted> =>
  sql.begin(async transaction => {
    const unique = [...new Set(ids.map(id => id.toLowerCase()))]
    const { answer, gone } = await markDeleted(transaction, kind, sql`id = ANY(${unique}::uuid[])`, by)
    const missing = ids.flatMap((id, index) => (gone.has(id.toLowerCase()) ? [] : [index]))
    if (missing.length > 0) throw notThere(kind, missing, unique.length)
    return answer
  })

/** `where` leaves out what is deleted. Throws a HttpError (409) for another count than expected: then none is deleted. */
export const deleteByFilter = (
  sql: Sql,
  kind: Kind,
  { where, expectedCount }: { where: Fragment; expectedCount: number },
  by: By,
): Promise<Deleted> =>
  sql.begin(async transaction => {
    // Counted before, as marking thousands takes seconds, and after, as more may have come meanwhile.
    const [found] = await transaction<{ count: number }[]>`
      SELECT count(*)::int AS count FROM ${transaction(kind.table)} WHERE ${where}`
    if (found?.count !== expectedCount) throw otherCount(kind, found?.count ?? 0, expectedCount)
    const { answer } = await markDeleted(transaction, kind, where, by)
    if (answer.deleted !== expectedCount) throw otherCount(kind, answer.deleted, expectedCount)
    return answer
  })

const markDeleted = async (sql: ISql, kind: Kind, where: Fragment, { staff, now }: By) => {
  const id = v4()
  await sql`
    INSERT INTO deletions (id, inbox, deleted_by, deleted_at) VALUES (${id}, ${kind.inbox}, ${staff}, ${now})`
  const ids = await lockInOrder(sql, kind, sql`deleted_at IS NULL AND ${where}`)
  await sql`
    UPDATE ${sql(kind.table)} SET deleted_at = ${now}, deletion_id = ${id} WHERE id = ANY(${ids}::uuid[])`
  await enqueueRecords(sql, kind, ids, now)
  return { answer: { deleted: ids.length, undoToken: id }, gone: new Set(ids) }
}

const enqueueRecords = async (sql: ISql, kind: Kind, ids: readonly string[], now: Date): Promise<void> => {
  if (kind.table === 'leads') await enqueueLeads(sql, ids, now)
  await enqueueSenders(sql, ids)
}

/** By their ids, as whoever changes many records does: two wait for each other, and never both for ever. */
const lockInOrder = async (sql: ISql, kind: Kind, where: Fragment): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM ${sql(kind.table)} WHERE ${where} ORDER BY id FOR UPDATE`
  return rows.map(row => row.id)
}

/** Gives how many came back. Throws a HttpError: 404 when nothing is left, 409 when it was undone before. */
export const restore = async (sql: Sql, kind: Kind, undoToken: string, now: Date): Promise<number> =>
  sql.begin(async transaction => {
    const [deletion] = await transaction<{ restoredAt: Date | null }[]>`
      SELECT restored_at AS "restoredAt" FROM deletions WHERE id = ${undoToken} AND inbox = ${kind.inbox} FOR UPDATE`
    if (deletion?.restoredAt)
      throw new HttpError(409, `These ${kind.noun}s were brought back before.`, [
        { path: 'undoToken', message: 'was used before' },
      ])
    const ids = await lockInOrder(transaction, kind, transaction`deletion_id = ${undoToken}`)
    await transaction`
      UPDATE ${transaction(kind.table)} SET deleted_at = NULL, deletion_id = NULL WHERE id = ANY(${ids}::uuid[])`
    if (!deletion || ids.length === 0)
      throw new HttpError(404, 'There is nothing to bring back: it was too long ago, or never was.', [
        { path: 'undoToken', message: 'names no deletion that can be undone' },
      ])
    await enqueueRecords(transaction, kind, ids, now)
    await transaction`UPDATE deletions SET restored_at = ${now} WHERE id = ${undoToken}`
    return ids.length
  })

const ISSUES_NAMED = 20

export const notThere = (kind: Kind, missing: readonly number[], among: number): HttpError => {
  const { noun } = kind
  const detail =
    among === 1
      ? `There is no such ${noun}. It may have been deleted: reload the list.`
      : `${missing.length} of the ${among} chosen ${noun}s are not there any more, so nothing was done. Reload the list and choose again.`
  const issues = missing.slice(0, ISSUES_NAMED).map(index => ({
    path: `${idOf(kind)}s.${index}`,
    message: `There is no such ${noun}`,
  }))
  return new HttpError(404, detail, issues)
}

export const otherCount = (kind: Kind, found: number, expected: number): HttpError =>
  new HttpError(
    409,
    `The list has changed: ${found} ${kind.noun}s are found now, not ${expected}, so nothing was done. Look at it again, then decide.`,
    [{ path: 'expectedCount', message: `is ${expected}, but the filter finds ${found}` }],
  )
