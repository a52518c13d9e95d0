/** A view of the reporting database: a name, what it means, its columns, and the SELECT over one generation. */
import { literal } from '../stores/literal.ts'

export type View = {
  name: string
  /** Grows when the meaning of the view or of a column changes; the older meaning then stays as `name_v1`. */
  version: number
  comment: string
  /** Name, ClickHouse type, meaning. */
  columns: [name: string, type: string, comment: string][]
  /** `{db}` stands for the read models' database, `{tz}` for the time zone that days are cut in. */
  select: string
}

export type Target = { db: string; timeZone: string; reporting?: string }

const fill = (sql: string, { db, timeZone }: Target): string =>
  sql.replaceAll('{db}', db).replaceAll('{tz}', literal(timeZone))

/**
 * Casts every text to the type that the view declares: the engine tests a String for emptiness by its length column, which a
 * LowCardinality(String) underneath does not have.
 */
const asDeclared = ({ columns }: View, select: string): string =>
  `SELECT ${columns.map(([name, type]) => (type === 'String' ? `CAST(${name}, 'String') AS ${name}` : name)).join(', ')} FROM (
${select}
)`

/** The view reads with the rights of its maker, so readers need none on the tables below. */
export const createView = (view: View, target: Target): string => {
  const columns = view.columns.map(([name, type, comment]) => `${name} ${type} COMMENT ${literal(comment)}`)
  return `CREATE OR REPLACE VIEW ${target.reporting ?? 'reporting'}.${view.name} (
  ${columns.join(',\n  ')}
) DEFINER = CURRENT_USER SQL SECURITY DEFINER
AS ${asDeclared(view, fill(view.select, target).trim())}
COMMENT ${literal(`Version ${view.version}. ${view.comment}`)}`
}

export const DAY: [string, string, string] = ['day', 'Date', 'Day in the report time zone']
/** As the dashboard names visits without a source. */
export const direct = (column: string): string => `if(${column} = '', 'direct', ${column})`

/** `whose` session's or visit's. */
export const channelOf = (whose: string): View['columns'] => [
  [
    'channel',
    'String',
    `Paid search, Paid social, Paid other, Organic search, Organic social, Video, AI assistant, E-mail, Referral, Print and QR, Direct or Internal${whose}`,
  ],
  [
    'referring_site',
    'String',
    `Domain or app that referred the visitor, such as chatgpt.com, or empty${whose}`,
  ],
]
export const device = 'device, browser'
export const DEVICE: View['columns'] = [
  [
    'device',
    'String',
    'mobile, tablet, desktop, other (a television, a console) or unknown. A new iPad calls itself a desktop',
  ],
  [
    'browser',
    'String',
    'Chrome, Safari, Firefox, Edge, Samsung Internet, Opera, other or unknown; windows inside apps count as the browser that they are made of',
  ],
]
/**
 * 15 figures of a hash: every reader keeps them. Spreadsheets keep 15, JavaScript and 64-bit floats 53 bits. Two of ten million
 * sessions share a number with a chance of one in twenty. In a SELECT that is joined `WITH_KEY`.
 */
export const numberFor = (name: string): string =>
  `sipHash64(concat(secret.key, toString(${name}))) % 1000000000000000`
/** Joined, because EXPLAIN shows the readers of a view each constant in it, a scalar subquery's value and an encryption key included. */
export const WITH_KEY = 'CROSS JOIN (SELECT key FROM {db}.numbers_key FINAL) AS secret'
/** Of an event: how far the sender's clock was off. */
export const CLOCK_SKEW: View['columns'][number] = [
  'clock_skew',
  'Int64',
  'Milliseconds that were added to the time that the visitor’s clock gave, so that the event lies where it happened; 0 where the clock was right',
]
export const SESSION: [string, string, string] = [
  'session_number',
  'UInt64',
  'A number for the session. It joins views and identifies no person',
]
