/** Soft delete with undo. Lists contain deleted records only with the filter `deleted`. */

import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { ISql, Sql } from 'postgres'
import { v4 } from 'uuid'
import type { By } from '../../auth/guard.ts'
import type { Deleted } from '../../contract/inbox.ts'
import { enqueueLeads, enqueueSenders } from '../../outbox/leads.ts'
import type { Kind } from './kind.ts'
import { type Chosen, lockChosen, lockInOrder } from './selection.ts'

export const deleteRecords = (sql: Sql, kind: Kind, chosen: Chosen, { staff, now }: By): Promise<Deleted> =>
  sql.begin(async tx => {
    const ids = await lockChosen(tx, kind, chosen)
    const id = v4()
    await tx`
      INSERT INTO deletions (id, inbox, deleted_by, deleted_at) VALUES (${id}, ${kind.inbox}, ${staff}, ${now})`
    await tx`UPDATE ${tx(kind.table)} SET deleted_at = ${now}, deletion_id = ${id} WHERE id = ANY(${ids}::uuid[])`
    await enqueueRecords(tx, kind, ids, now)
    return { deleted: ids.length, undoToken: id }
  })

const enqueueRecords = async (sql: ISql, kind: Kind, ids: readonly string[], now: Date): Promise<void> => {
  if (kind.table === 'leads') await enqueueLeads(sql, ids, now)
  await enqueueSenders(sql, ids)
}

/** Returns the number of restored records. Throws HttpError 404 if no record is left, 409 if already undone. */
export const restore = async (sql: Sql, kind: Kind, undoToken: string, now: Date): Promise<number> =>
  sql.begin(async transaction => {
    const [deletion] = await transaction<{ restoredAt: Date | null }[]>`
      SELECT restored_at AS "restoredAt" FROM deletions WHERE id = ${undoToken} AND inbox = ${kind.inbox} FOR UPDATE`
    if (deletion?.restoredAt)
      throw new HttpError(409, `These ${kind.noun}s were already restored.`, [
        { path: 'undoToken', message: 'was already used' },
      ])
    const locked = await lockInOrder(transaction, kind, transaction`deletion_id = ${undoToken}`)
    if (!deletion || locked.length === 0)
      throw new HttpError(404, 'There is nothing to restore: the deletion is unknown or too old.', [
        { path: 'undoToken', message: 'names no deletion that can be undone' },
      ])
    await transaction`UPDATE deletions SET restored_at = ${now} WHERE id = ${undoToken}`
    const ids = locked.map(({ id }) => id)
    return bringBack(transaction, kind, ids, now)
  })

export const restoreChosen = (sql: Sql, kind: Kind, chosen: Chosen, now: Date): Promise<number> =>
  sql.begin(async transaction => {
    const ids = await lockChosen(transaction, kind, chosen, transaction`deleted_at IS NOT NULL`)
    return bringBack(transaction, kind, ids, now)
  })

const bringBack = async (sql: ISql, kind: Kind, ids: readonly string[], now: Date): Promise<number> => {
  await sql`UPDATE ${sql(kind.table)} SET deleted_at = NULL, deletion_id = NULL WHERE id = ANY(${ids}::uuid[])`
  await enqueueRecords(sql, kind, ids, now)
  return ids.length
}
