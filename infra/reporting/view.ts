/** A view of the reporting database: name, meaning, columns, and a SELECT over one generation. */
import { literal } from '../stores/literal.ts'

/** Columns of a view by name. `type` is a ClickHouse type. */
export type Columns = Record<string, { type: string; comment: string }>

const of = (type: string, comment: string) => ({ type, comment })

export const col = {
  of,
  text: (comment: string) => of('String', comment),
  whole: (comment: string) => of('UInt64', comment),
  flag: (comment: string) => of('UInt8', comment),
  utc: (comment: string) => of("DateTime64(3, 'UTC')", comment),
  utcOrNull: (comment: string) => of("Nullable(DateTime64(3, 'UTC'))", comment),
}

export type View = {
  name: string
  /** 1 if absent. Increment it when the meaning changes, and keep the old meaning as a view such as `name_v1`. */
  version?: number
  comment: string
  columns: Columns
  /** `{db}` stands for the database of the read models, `{tz}` for the time zone of days. */
  select: string
}

export type Target = { db: string; timeZone: string; reporting?: string }

const fill = (sql: string, { db, timeZone }: Target): string =>
  sql.replaceAll('{db}', db).replaceAll('{tz}', literal(timeZone))

/** Casts texts to String, because LowCardinality(String) lacks a subcolumn that the engine needs to test for ''. */
const asDeclared = ({ columns }: View, select: string): string =>
  `SELECT ${Object.entries(columns)
    .map(([name, { type }]) => (type === 'String' ? `CAST(${name}, 'String') AS ${name}` : name))
    .join(', ')} FROM (
${select}
)`

/** The view runs with the rights of its definer, so analysts need no rights on the tables. */
export const createView = (view: View, target: Target): string => {
  const columns = Object.entries(view.columns).map(
    ([name, { type, comment }]) => `${name} ${type} COMMENT ${literal(comment)}`,
  )
  return `CREATE OR REPLACE VIEW ${target.reporting ?? 'reporting'}.${view.name} (
  ${columns.join(',\n  ')}
) DEFINER = CURRENT_USER SQL SECURITY DEFINER
AS ${asDeclared(view, fill(view.select, target).trim())}
COMMENT ${literal(`Version ${view.version ?? 1}. ${view.comment}`)}`
}

export const DAY = { day: col.of('Date', 'Day in the report time zone') }
/** Replaces an empty source by `direct`, as the dashboard does. */
export const direct = (column: string): string => `if(${column} = '', 'direct', ${column})`

/** `whose` is appended to the descriptions, for example "; of the first visit". */
export const channelOf = (whose: string) => ({
  channel: col.text(
    `Paid search, Paid social, Paid other, Organic search, Organic social, Video, AI assistant, E-mail, Referral, Print and QR, Direct or Internal${whose}`,
  ),
  referring_site: col.text(`Domain or app that referred the visitor, such as chatgpt.com, or empty${whose}`),
})
export const device = 'device, browser'
export const DEVICE = {
  device: col.text(
    'mobile, tablet, desktop, other (a television, a console) or unknown. A new iPad calls itself a desktop',
  ),
  browser: col.text(
    'Chrome, Safari, Firefox, Edge, Samsung Internet, Opera, other or unknown; windows inside apps count as the browser that they are made of',
  ),
}
/**
 * Hashes an id to 15 digits, which 64-bit floats hold exactly. With ten million sessions, the chance that any two get
 * the same number is one in twenty. The SELECT must join `WITH_KEY`.
 */
export const numberFor = (name: string): string =>
  `sipHash64(concat(secret.key, toString(${name}))) % 1000000000000000`
/** Joins the key as a table, because EXPLAIN shows analysts every constant in a view, even from a scalar subquery. */
export const WITH_KEY = 'CROSS JOIN (SELECT key FROM {db}.numbers_key FINAL) AS secret'
export const CLOCK_SKEW = {
  clock_skew: col.of(
    'Int64',
    'Correction of the visitor’s clock: milliseconds added to the time that it gave. 0 where the clock was right',
  ),
}
export const SESSION = {
  session_number: col.whole('A number for the session. It joins views and identifies no person'),
}
