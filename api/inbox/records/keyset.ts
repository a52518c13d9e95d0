/** Keyset pagination makes every page equally fast, and new rows do not shift pages. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { Fragment, Sql } from 'postgres'
import { z } from 'zod'

export type Order = {
  /** Each key has an index. */
  by: 'created_at' | 'updated_at' | 'next_step_at' | 'waiting_since' | 'lower(name)' | 'lower(full_name)'
  direction: 'ASC' | 'DESC'
}

const cursor = z.tuple([z.string(), z.string(), z.uuid()])

/** The caller reads one row more than `limit` to see whether there is a next page. */
export const cutPage = <Row extends { id: string; key: string }>(
  rows: Row[],
  limit: number,
  order: string,
): { items: Row[]; nextCursor: string | null } => {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  const next = last && Buffer.from(JSON.stringify([order, last.key, last.id])).toString('base64url')
  return { items, nextCursor: next ?? null }
}

export const orderBy = (sql: Sql, { by, direction }: Order): Fragment =>
  sql`ORDER BY ${sql.unsafe(by)} ${sql.unsafe(direction)}, id ${sql.unsafe(direction)}`

/** The sort key as text, because a JavaScript Date would lose microseconds. */
export const keyOf = (sql: Sql, { by }: Order): Fragment =>
  isTime(by)
    ? sql`to_char(${sql.unsafe(by)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql.unsafe(by)

const isTime = (by: Order['by']): boolean => !by.startsWith('lower(')
const TIME = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

/** Selects the rows after the cursor. Throws HttpError 400 if the cursor belongs to another order. */
export const after = (sql: Sql, name: string, { by, direction }: Order, text: string | undefined) => {
  if (text === undefined) return sql`true`
  const position = readCursor(text)
  if (position?.[0] !== name || !isKey(by, position[1]))
    throw new HttpError(400, 'This page of the list cannot be found: start again from the first one.', [
      { path: 'cursor', message: 'must be the nextCursor of a page in the same order' },
    ])
  const type = sql.unsafe(isTime(by) ? 'timestamptz' : 'text')
  const sign = sql.unsafe(direction === 'ASC' ? '>' : '<')
  return sql`(${sql.unsafe(by)}, id) ${sign} (${position[1]}::text::${type}, ${position[2]}::uuid)`
}

const isKey = (by: Order['by'], key: string): boolean =>
  isTime(by) ? TIME.test(key) && !Number.isNaN(Date.parse(key)) : key.isWellFormed() && !key.includes('\0')

const readCursor = (text: string): z.output<typeof cursor> | undefined => {
  try {
    return cursor.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
  } catch {
    return undefined
  }
}
