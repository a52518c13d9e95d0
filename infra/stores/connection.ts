import postgres, { type Options, type PostgresType, type Sql } from 'postgres'
import { withSafeSessions } from './transactions.ts'

const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}]|[^{},"]+/gs
const IN_JSON = new Map([
  ['{', '['],
  ['}', ']'],
  ['NULL', 'null'],
])

/** Parses an array such as `{a,"b \"c\"",NULL,{d}}`. See "Array Input and Output Syntax" in PostgreSQL's manual. */
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
 * Parsers for array types, by their numbers in `pg_type.dat`. Without them, the driver (3.4.9) queries the types on
 * each new connection. If the connection ends meanwhile, the error cannot be caught and ends the process.
 */
const ARRAYS = {
  // Arrays of text, name, varchar, bigint, numeric and uuid, which the driver returns as strings.
  strings: arrays([1009, 1003, 1015, 1016, 1231, 2951], String),
  // Arrays of integer, smallint, oid, real and double precision.
  numbers: arrays([1007, 1005, 1028, 1021, 1022], Number),
  // Arrays of date, timestamp and timestamptz.
  dates: arrays([1182, 1115, 1185], text => new Date(text)),
}

/** Shorter than the driver's defaults, which are 30 s for a connection and up to 20 s before the next attempt. */
export const CONNECTION = {
  onnotice: () => undefined,
  connect_timeout: 5,
  backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
  fetch_types: false,
  types: ARRAYS,
} satisfies Options<Record<string, PostgresType>>

/**
 * All code opens its clients here. A client connects at its first statement. `infra/patches` mends the driver (3.4.9).
 * Without the patch, a statement on a lost connection ends the process (issues 1066 and 1208), hangs, or succeeds with
 * an empty result. Its cursor ends as if all rows had been read. A connection that is lost while a statement waits
 * to be sent never opens again. A statement that fails after its first rows leaves gaps in the next result.
 */
export const connect = (url: string, options: Options<Record<string, never>>): Sql =>
  withSafeSessions(postgres(url, { ...CONNECTION, ...options }) as Sql)
