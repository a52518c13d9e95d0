/** How every connection to PostgreSQL is made. */
import type { Options, PostgresType } from 'postgres'

type Nested<T> = (T | null | Nested<T>)[]

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}]|[^{},"]+/gs

/** `{a,"b \"c\"",NULL,{d}}` (PostgreSQL's manual, "Array Input and Output Syntax"). */
const parseArray = <T>(text: string, item: (text: string) => T): Nested<T> => {
  const open: Nested<T>[] = [[]]
  for (const [part] of text.matchAll(TOKENS)) {
    if (part === '{') open.push([])
    else {
      const done = part === '}' ? (open.pop() ?? []) : parseItem(part, item)
      open.at(-1)?.push(done)
    }
  }
  return open[0]?.[0] as Nested<T>
}

const parseItem = <T>(part: string, item: (text: string) => T): T | null => {
  if (part === 'NULL') return null
  return item(part.startsWith('"') ? part.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : part)
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

const arrays = <T>(from: number[], item: (text: string) => T): PostgresType => ({
  to: from[0] ?? 0,
  from,
  serialize: writeArray,
  parse: (text: string) => parseArray(text, item),
})

/**
 * The driver (3.4.9) asks each new connection for the types of arrays. Where the connection ends meanwhile, nobody can catch the
 * failure and the process ends. These are all that we read or write, by their numbers in PostgreSQL's `pg_type.dat`.
 */
const ARRAYS = {
  // text, name, varchar, bigint, numeric and uuid: as the driver reads one of them.
  strings: arrays([1009, 1003, 1015, 1016, 1231, 2951], String),
  // integer, smallint, oid, real and double precision.
  numbers: arrays([1007, 1005, 1028, 1021, 1022], Number),
  // date, timestamp and timestamptz.
  dates: arrays([1182, 1115, 1185], text => new Date(text)),
}

/** The driver's defaults are too slow here: up to 20 s between attempts to connect, and 30 s for each. */
export const CONNECTION = {
  onnotice: () => undefined,
  connect_timeout: 5,
  backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
  fetch_types: false,
  types: ARRAYS,
} satisfies Options<Record<string, PostgresType>>
