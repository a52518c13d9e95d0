import type { Fragment, ISql, Sql } from 'postgres'
import type { Asker, CommonFilter } from './filter.ts'
import { after, cutPage, keyOf, type Order as Ordering, orderBy } from './keyset.ts'
import { type Kind, noSuch } from './kind.ts'

/** Method syntax makes parameters bivariant, so that each list can narrow the type of `filter`. */
export type RecordList<Item extends { id: string }> = {
  kind: Kind
  orders: Record<string, Ordering>
  where(sql: Sql, filter: CommonFilter, asker: Asker): Fragment
  count(sql: Sql, where: Fragment, asker: Asker): Promise<{ total: number }>
  /** `rest` is the SQL after WHERE. `forFile` leaves out a costly column that CSV files do not have. */
  select(
    sql: ISql,
    rest: Fragment,
    more: { key: Fragment; forFile: boolean },
  ): Promise<(Item & { key: string })[]>
}

export const phoneNumber = (sql: ISql) => sql`
  CASE WHEN phone_key <> '' THEN json_build_object('e164', '+' || phone_key, 'extension', phone_extension) END AS "phoneNumber"`

export const planned = (sql: ISql) => sql`
  to_char(follow_up, 'YYYY-MM-DD') AS "followUp",
  (SELECT json_build_object('id', staff_accounts.id, 'username', username) FROM staff_accounts
   WHERE staff_accounts.id = owner_id) AS owner`

export const NEWEST = { by: 'created_at', direction: 'DESC' } as const

export type Asked = {
  filter: CommonFilter
  order?: string
  cursor?: string | undefined
  limit: number
  asker: Asker
  forFile?: boolean
}

export const selectPage = async <Item extends { id: string }>(
  sql: Sql,
  list: RecordList<Item>,
  { filter, order = 'newest', cursor, limit, asker, forFile = false }: Asked,
): Promise<{ items: Item[]; nextCursor: string | null }> => {
  const by = list.orders[order] ?? NEWEST
  const page = sql`
    ${list.where(sql, filter, asker)} AND ${after(sql, order, by, cursor)} ${orderBy(sql, by)} LIMIT ${limit + 1}`
  return cutPage(await list.select(sql, page, { key: keyOf(sql, by), forFile }), limit, order)
}

/** Excludes deleted records. */
export const selectBy = <Item extends { id: string }>(
  sql: ISql,
  list: RecordList<Item>,
  where: Fragment,
  limit: number,
): Promise<Item[]> =>
  list.select(sql, sql`deleted_at IS NULL AND ${where} ORDER BY created_at DESC, id DESC LIMIT ${limit}`, {
    key: sql`''`,
    forFile: false,
  })

export const selectOne = async <Item extends { id: string }>(
  sql: ISql,
  list: RecordList<Item>,
  id: string,
): Promise<Item> => {
  const [found] = await selectBy(sql, list, sql`id = ${id}`, 1)
  if (!found) throw noSuch(list.kind)
  return found
}
