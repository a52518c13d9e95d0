/** One change of many leads, made whole or not at all, and its undoing. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { Fragment, ISql, Sql } from 'postgres'
import { v4 } from 'uuid'
import type { BulkChanged, BulkUndone, LeadChange } from '../../contract/leads.ts'
import { notThere, otherCount } from '../records/deletions.ts'
import { LEADS } from '../records/kind.ts'
import type { By } from '../records/staff-marks.ts'
import { applyChange, revertChange } from './changes.ts'

/** Leads, each at the version that it was seen with; or what a filter finds, if that many. */
export type Chosen =
  | { leadIds: readonly string[]; versions: readonly number[] | undefined }
  | { where: Fragment; expectedCount: number }

/** Throws a HttpError, and then changes nothing: 400 for the owner, 404 for a missing lead, 409 for a changed one or another count. */
export const changeMany = (sql: Sql, chosen: Chosen, wanted: LeadChange, by: By): Promise<BulkChanged> =>
  sql.begin(async transaction => {
    const ids =
      'where' in chosen ? await lockFound(transaction, chosen) : await lockNamed(transaction, chosen)
    const id = v4()
    await transaction`
      INSERT INTO bulk_changes (id, changed_by, changed_at) VALUES (${id}, ${by.staff}, ${by.now})`
    const changed = await applyChange(transaction, ids, wanted, by, id)
    return { changed, undoToken: id }
  })

type Locked = { id: string; version: number }

// In the order of their ids: two who change the same leads wait for each other, and never both for ever.
const lock = (sql: ISql, where: Fragment) => sql<Locked[]>`
  SELECT id, version FROM leads WHERE deleted_at IS NULL AND ${where} ORDER BY id FOR UPDATE`

const lockFound = async (
  sql: ISql,
  { where, expectedCount }: Extract<Chosen, { where: Fragment }>,
): Promise<string[]> => {
  const found = await lock(sql, where)
  if (found.length !== expectedCount) throw otherCount(LEADS, found.length, expectedCount)
  return found.map(({ id }) => id)
}

const lockNamed = async (
  sql: ISql,
  { leadIds, versions }: Extract<Chosen, { leadIds: readonly string[] }>,
): Promise<string[]> => {
  const asked = leadIds.map(id => id.toLowerCase())
  const found = new Map((await lock(sql, sql`id = ANY(${asked}::uuid[])`)).map(row => [row.id, row.version]))
  const placesOf = (isWrong: (id: string, at: number) => boolean) =>
    asked.flatMap((id, at) => (isWrong(id, at) ? [at] : []))
  const missing = placesOf(id => !found.has(id))
  if (missing.length > 0) throw notThere(LEADS, missing, new Set(asked).size)
  const changed = placesOf((id, at) => versions !== undefined && versions[at] !== found.get(id))
  if (changed.length > 0) throw staleOnes(changed, found.size)
  return [...found.keys()]
}

const ISSUES_NAMED = 20

const staleOnes = (places: readonly number[], among: number): HttpError =>
  new HttpError(
    409,
    `${places.length} of the ${among} chosen leads ${places.length === 1 ? 'was' : 'were'} changed since you opened the list, so nothing was done. Look at them again, then decide.`,
    places.slice(0, ISSUES_NAMED).map(at => ({ path: `versions.${at}`, message: 'is out of date' })),
  )

/** Fields that were changed again since keep their value. Throws a HttpError: 404 for no such change, 409 when it was undone before. */
export const undoMany = (sql: Sql, undoToken: string, by: By): Promise<BulkUndone> =>
  sql.begin(async transaction => {
    const [change] = await transaction<{ undoneAt: Date | null }[]>`
      SELECT undone_at AS "undoneAt" FROM bulk_changes WHERE id = ${undoToken} FOR UPDATE`
    if (!change)
      throw new HttpError(404, 'There is nothing to undo: it was too long ago, or never was.', [
        { path: 'undoToken', message: 'names no change that can be undone' },
      ])
    if (change.undoneAt)
      throw new HttpError(409, 'This change was undone before.', [
        { path: 'undoToken', message: 'was used before' },
      ])
    const ofChange = transaction`SELECT lead_id FROM record_changes WHERE bulk_id = ${undoToken}`
    const leads = await transaction`SELECT id FROM leads WHERE id IN (${ofChange}) ORDER BY id FOR UPDATE`
    const restored = await revertChange(transaction, undoToken, by)
    await transaction`UPDATE bulk_changes SET undone_at = ${by.now} WHERE id = ${undoToken}`
    return { restored, kept: leads.length - restored }
  })
