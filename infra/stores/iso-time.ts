import type { Fragment, ISql } from 'postgres'

/** Formats a time like this: `2026-01-31T12:00:00.000Z`. null stays null. `at` is a column or an expression. */
export const isoTime = (sql: ISql, at: string | Fragment): Fragment =>
  sql`to_char(${typeof at === 'string' ? sql(at) : at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
