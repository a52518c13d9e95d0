import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { Fragment, ISql } from 'postgres'
import type { Deps } from '../../deps.ts'
import { type Asker, type CommonFilter, withSessions } from './filter.ts'
import { idOf, type Kind } from './kind.ts'
import type { RecordList } from './list.ts'
import { lockRecord } from './staff-marks.ts'

export type Selection = {
  leadIds?: string[] | undefined
  submissionIds?: string[] | undefined
  versions?: number[] | undefined
  filter?: CommonFilter | undefined
  expectedCount?: number | undefined
}

export type Chosen =
  | { ids: readonly string[]; versions?: readonly number[] | undefined }
  | { where: Fragment; expectedCount: number }

export const chosenBy = async <Item extends { id: string }>(
  deps: Pick<Deps, 'sql' | 'readModel' | 'config'>,
  list: RecordList<Item>,
  { leadIds, submissionIds, versions, filter, expectedCount = 0 }: Selection,
  asker: Asker,
): Promise<Chosen> =>
  filter
    ? { where: list.where(deps.sql, await withSessions(deps, filter), asker), expectedCount }
    : { ids: leadIds ?? submissionIds ?? [], versions }

/** Throws HttpError 404 for a missing record, 409 if a version or the number of records differs from the request. */
export const lockChosen = async (sql: ISql, kind: Kind, chosen: Chosen, among = sql`deleted_at IS NULL`) => {
  if ('where' in chosen) {
    const found = await lockInOrder(sql, kind, sql`${among} AND ${chosen.where}`)
    refuseOtherCount(kind, found.length, chosen.expectedCount)
    return found.map(({ id }) => id)
  }
  const ids = chosen.ids.map(id => id.toLowerCase())
  const [only] = ids
  if (only && ids.length === 1 && chosen.versions) {
    await lockRecord(sql, kind, only, chosen.versions[0])
    return ids
  }
  const rows = await lockInOrder(sql, kind, sql`${among} AND id = ANY(${ids}::uuid[])`)
  const found = new Map(rows.map(({ id, version }) => [id, version]))
  refuseMissing(kind, ids, found)
  refuseChanged(kind, ids, chosen.versions, found)
  return [...found.keys()]
}

/** All bulk changes lock records in the order of their ids, which prevents deadlocks. */
export const lockInOrder = (sql: ISql, kind: Kind, where: Fragment) => sql<{ id: string; version: number }[]>`
  SELECT id, version FROM ${sql(kind.table)} WHERE ${where} ORDER BY id FOR UPDATE`

const ISSUES_NAMED = 20

export const refuseMissing = (
  kind: Kind,
  ids: readonly string[],
  there: { has: (id: string) => boolean },
): void => {
  const { noun } = kind
  const missing = ids.flatMap((id, at) => (there.has(id.toLowerCase()) ? [] : [at]))
  if (missing.length === 0) return
  const among = new Set(ids).size
  const detail =
    among === 1
      ? `There is no such ${noun}. It may have been deleted: reload the list.`
      : `${missing.length} of the ${among} chosen ${noun}s no longer exist, so nothing was changed. Reload the list and choose again.`
  const issues = missing.slice(0, ISSUES_NAMED).map(at => ({
    path: `${idOf(kind)}s.${at}`,
    message: `There is no such ${noun}`,
  }))
  throw new HttpError(404, detail, issues)
}

const refuseChanged = (
  { noun }: Kind,
  ids: readonly string[],
  versions: readonly number[] | undefined,
  found: ReadonlyMap<string, number>,
): void => {
  const changed = ids.flatMap((id, at) => (versions && versions[at] !== found.get(id) ? [at] : []))
  if (changed.length === 0) return
  throw new HttpError(
    409,
    `${changed.length} of the ${found.size} chosen ${noun}s ${changed.length === 1 ? 'was' : 'were'} changed since you opened the list, so nothing was done. Look at them again, then decide.`,
    changed.slice(0, ISSUES_NAMED).map(at => ({ path: `versions.${at}`, message: 'is out of date' })),
  )
}

export const refuseOtherCount = ({ noun }: Kind, found: number, expected: number): void => {
  if (found === expected) return
  throw new HttpError(
    409,
    `The list has changed: the filter now finds ${found} ${noun}${found === 1 ? '' : 's'}, not ${expected}, so nothing was done. Look at it again, then decide.`,
    [{ path: 'expectedCount', message: `is ${expected}, but the filter finds ${found}` }],
  )
}
