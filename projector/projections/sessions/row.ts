/** What a session counts as: rows of one shape, of which each read model fills what it needs, told apart by `model`. */

import type { Comparison } from '../rollup.ts'

/** What a row holds in each column that its read model does not fill. */
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

/** Expressions over the session (`session.ts`) and over what is counted. */
export type Cells = { at: string } & Partial<Record<Column, string>>

/** A read model of sessions: a row for each of the array `list`, which `each` is the name for in `cells`. Suspicious sessions make rows of `suspicious_` models. */
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
