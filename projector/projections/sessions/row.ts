/** Columns of all read models of sessions. Each read model fills only some. `model` names a row's read model. */

import type { Comparison } from '../rollup.ts'

/** Defaults for columns that a read model leaves out. */
const EMPTY = {
  at: `toDateTime(0, 'UTC')`,
  type: `''`,
  page: `''`,
  device: `''`,
  browser: `''`,
  utm_source: `''`,
  utm_campaign: `''`,
  channel: `''`,
  referring_site: `''`,
  utm_term: `''`,
  utm_content: `''`,
  conversion_type: `''`,
  test_name: `''`,
  variant: `''`,
  saw_both: 'toUInt8(0)',
  converted: 'toUInt8(0)',
  value: 'toUInt8(0)',
  n: 'toUInt64(1)',
}
type Column = keyof typeof EMPTY
const COLUMNS = Object.keys(EMPTY) as Column[]

export const ROW_COLUMNS = ['model', ...COLUMNS].map((name, at) => `row.${at + 1} AS ${name}`).join(', ')

const KEY_COLUMNS = COLUMNS.filter(column => column !== 'n')
export const ROW_KEYS = ['model', ...KEY_COLUMNS]

/** Column → SQL expression. It may use the columns of the session (`session.ts`) and the current element of `list`. */
type Cells = { at: string } & Partial<Record<Column, string>>

/** `list` is an SQL array over a session. Each element becomes a row. `each` is the element's name in `cells`. */
export type SessionModel = {
  model: string
  each: string
  list: string
  cells: Cells
  parity?: Record<string, Comparison>
}

export const arrayOf = ({ model, each, list, cells }: SessionModel): string => {
  const filled = { ...EMPTY, ...cells }
  return `arrayMap(${each} -> (if(bot = 0, '${model}', 'suspicious_${model}'), ${COLUMNS.map(column => filled[column]).join(', ')}), ${list})`
}
