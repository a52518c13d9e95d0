import type { Fragment, ISql } from 'postgres'

/** A column's time as the API answers it: `2026-01-31T12:00:00.000Z`. null stays null. */
export const isoTime = (sql: ISql, column: string): Fragment =>
  sql`to_char(${sql(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
