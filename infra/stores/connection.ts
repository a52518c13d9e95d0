import type { Options, PostgresType } from 'postgres'

const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}]|[^{},"]+/gs
const IN_JSON = new Map([
  ['{', '['],
  ['}', ']'],
  ['NULL', 'null'],
])

/** Parses `{a,"b \"c\"",NULL,{d}}` (PostgreSQL's manual, "Array Input and Output Syntax") by way of JSON. */
const parseArray = (text: string, item: (text: string) => unknown): unknown => {
  const plain = (token: string) =>
    token.startsWith('"') ? token.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : token
  const json = text.replaceAll(TOKENS, token => IN_JSON.get(token) ?? JSON.stringify(plain(token)))
  return JSON.parse(json, (_, value) => (typeof value === 'string' ? item(value) : value))
}

const writeArray = (items: unknown): string =>
  Array.isArray(items) ? `{${items.map(writeItem)}}` : String(items)

const writeItem = (item: unknown): string => {
  if (item === undefined) throw new Error('An array for PostgreSQL holds undefined.')
  if (item === null) return 'NULL'
  if (Array.isArray(item)) return writeArray(item)
  const text = item instanceof Date ? item.toISOString() : String(item)
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

const arrays = (from: number[], item: (text: string) => unknown): PostgresType => ({
  to: from[0] ?? 0,
  from,
  serialize: writeArray,
  parse: (text: string) => parseArray(text, item),
})

/**
 * Parsers for all array types in use, by their numbers in PostgreSQL's `pg_type.dat`. By default the driver (3.4.9)
 * queries the types on each new connection. If the connection ends during that query, the error cannot be caught and
 * ends the process.
 */
const ARRAYS = {
  // text, name, varchar, bigint, numeric and uuid. The driver returns their scalars as strings too.
  strings: arrays([1009, 1003, 1015, 1016, 1231, 2951], String),
  // integer, smallint, oid, real and double precision.
  numbers: arrays([1007, 1005, 1028, 1021, 1022], Number),
  // date, timestamp and timestamptz.
  dates: arrays([1182, 1115, 1185], text => new Date(text)),
}

/** Replaces the driver's slow defaults: up to 20 s between connection attempts, and 30 s for each. */
export const CONNECTION = {
  onnotice: () => undefined,
  connect_timeout: 5,
  backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
  fetch_types: false,
  types: ARRAYS,
} satisfies Options<Record<string, PostgresType>>
