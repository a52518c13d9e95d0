/** Defines read models (roll-ups). A refresh is idempotent, because it recomputes whole buckets from source rows. */

import type { LoggedEvent } from '@firsttouch/ingest/events'

export type EventType = LoggedEvent['type']

type Unit = 'minute' | 'quarter_hour' | 'day'
/** A unit of time that a refresh recomputes. `session_` groups by the session's start, not by the event's time. */
export type Bucket = Unit | `session_${Unit}`

const UNITS: Record<Unit, { start: (time: string) => string; seconds: number }> = {
  minute: { start: time => time, seconds: 60 },
  quarter_hour: { start: time => `toStartOfFifteenMinutes(${time})`, seconds: 900 },
  day: { start: time => `toStartOfDay(${time})`, seconds: 86_400 },
}
const unitOf = (bucket: Bucket) => UNITS[bucket.replace('session_', '') as Unit]

export const bucketSql = (bucket: Bucket): string =>
  unitOf(bucket).start(bucket.startsWith('session') ? 'session_minute' : 'minute')

/** The minute of an event and the minute in which its session began. Both are in seconds since 1970. */
export type Minutes = { minute: number; sessionMinute: number }

export const minuteFor = (bucket: Bucket): keyof Minutes =>
  bucket.startsWith('session') ? 'sessionMinute' : 'minute'
export const bucketOfMinute = (bucket: Bucket, minute: number): number => {
  const { seconds } = unitOf(bucket)
  return Math.floor(minute / seconds) * seconds
}
export const bucketAt = (bucket: Bucket, minutes: Minutes): number =>
  bucketOfMinute(bucket, minutes[minuteFor(bucket)])

export type Rollup = {
  /** Name of the table. Its sorting key consists of `bucket` and the names of `keys`. */
  table: string
  /** Types of the events that the table derives from, directly or through other tables. */
  reads: EventType[]
  bucket: Bucket
  /** Returns SQL for the deduplicated source rows. `touched` limits an expression to the refreshed buckets. */
  from: (db: string, touched: (expression: string) => string) => string
  /** SQL expression for the bucket of a source row. */
  bucketOf: string
  /** Key column → SQL expression over a source row. */
  keys: Record<string, string>
  /** Further columns. If a key can have several source rows, `measures.<name>` must aggregate `own_<name>`. */
  also?: Record<string, string>
  /** Number of events or sessions that a source row stands for. */
  weight: string
  /** Column → SQL aggregate. It must ignore rows with weight 0, which are the table's existing rows. */
  measures: Record<string, string>
  /**
   * How an erasure redacts the table. `session` finds rows by session id. `bucket` refreshes the session's buckets.
   * `nothing` is only for tables without personal data.
   */
  erasure: 'session' | 'bucket' | 'nothing'
  /** Set if each event alone decides in which keys it counts. A new event then never makes an existing key obsolete. */
  keysStay?: true
  /** Further comparisons for the report of a rebuild (`generations/parity.ts`), by name. */
  parity?: Record<string, Comparison>
}

/** `n` is an SQL aggregate that must never decrease. By default it is sum(n), or count() in a table without `n`. */
export type Comparison = { key: string; n?: string; where?: string }

/** Half-open interval in seconds since 1970. */
export type Span = { from: number; to: number }

/** `sessions` maps a session to its minute. Tables with a session column recompute only these sessions. */
export type Scope = {
  buckets: number[] | Span
  sessions?: Map<string, number> | undefined
  /** True if no event of the batch replaces a stored event. */
  onlyAdds?: boolean
}

/** SQL condition that throws if a leader with a higher epoch exists. False would insert nothing and report success. */
export const fencedSql = (db: string, epoch: number): string =>
  `throwIf((SELECT max(epoch) FROM ${db}.leaders) > ${epoch}, 'Another process leads.') = 0`

const FEW = 50

/** Passes many numbers as one literal, because ClickHouse parses one literal faster than many. */
export const amongTimes = (expression: string, seconds: number[] | Span): string => {
  if (!Array.isArray(seconds)) {
    const { from, to } = seconds
    return `${expression} >= toDateTime(${from}, 'UTC') AND ${expression} < toDateTime(${to}, 'UTC')`
  }
  return seconds.length <= FEW
    ? `${expression} IN (${seconds.join(', ')})`
    : `${expression} IN (SELECT toDateTime(arrayJoin(CAST('[${seconds}]', 'Array(UInt32)')), 'UTC'))`
}

export const isBySession = ({ keys }: Rollup): boolean => 'session' in keys

/** Uses no query parameters, because the embedded engine runs queries with parameters one after another. */
const amongSessions = (sessions: Map<string, number>): string =>
  `session IN (SELECT unhex(arrayJoin(splitByChar(' ', '${[...sessions.keys()].map(name => Buffer.from(name).toString('hex')).join(' ')}'))))`

type Limits = { source: (expression: string) => string; own: string }

/** Ingest derives ids from sessions, so all rows of an id are of one session. A limit by session never splits them. */
const limitsOf = (rollup: Rollup, { buckets, sessions }: Scope): Limits => {
  const touched = (expression: string) => amongTimes(expression, buckets)
  if (!sessions || !isBySession(rollup)) return { source: touched, own: touched(rollup.bucket) }
  const these = amongSessions(sessions)
  const began = amongTimes('session_minute', [...new Set(sessions.values())])
  return {
    source: expression => `${touched(expression)} AND ${these}`,
    own: `${touched(rollup.bucket)} AND ${began} AND ${these}`,
  }
}

/**
 * Returns the statement that recomputes the rows of `scope`. It throws if a leader with a higher epoch exists.
 *
 * The query also groups the table's existing rows, with weight 0. A key whose weights sum to 0 has lost its source and
 * becomes a `gone` row. Example: a visit of campaign B replaces a visit of campaign A with the same id. The refresh
 * writes (A, gone) and (B, 1). If the scope only adds events to a table with `keysStay`, no key can lose its source.
 * Then the query does not read existing rows.
 *
 * `optimize_on_insert = 0` saves a merge, because the query returns one row per key.
 */
export const refreshSql = (db: string, rollup: Rollup, scope: Scope, version: string): string => {
  const { table, bucket, from, bucketOf, keys, also = {}, weight, measures } = rollup
  const limits = limitsOf(rollup, scope)
  const columns = [bucket, ...Object.keys(keys)]
  const more = Object.keys(also)
  const rowOf = (key: string[], own: Record<string, string>, weight: string): string =>
    [
      `tuple(${key}) AS key`,
      ...more.map(name => `${own[name] ?? name} AS own_${name}`),
      `${weight} AS weight`,
    ].join(', ')
  const before = `
  UNION ALL
    SELECT ${rowOf(columns, {}, 'toUInt64(0)')}
    FROM ${db}.${table}
    WHERE ${limits.own}`
  const single = more.filter(name => !(name in measures))
  const grouped = [
    'key',
    ...single.map(name => `anyIf(own_${name}, weight > 0) AS ${name}`),
    ...Object.entries(measures).map(([name, aggregate]) => `${aggregate} AS ${name}`),
    'sum(weight) = 0 AS gone',
  ]
  const named = [...single, ...Object.keys(measures)]
  return `
INSERT INTO ${db}.${table} (${[...columns, ...named, 'version', 'gone'].join(', ')}) SETTINGS optimize_on_insert = 0
SELECT ${[...columns.map((_, at) => `key.${at + 1}`), ...named, `toUInt64(${version})`, 'gone'].join(', ')}
FROM (
  SELECT ${grouped.join(', ')}
  FROM (
    SELECT ${rowOf([bucketOf, ...Object.values(keys)], also, weight)}
    FROM ${from(db, limits.source)}${scope.onlyAdds && rollup.keysStay ? '' : before}
  )
  GROUP BY key
)
WHERE ${fencedSql(db, Number(BigInt(version) >> 32n))}`
}

/**
 * Returns a query for the buckets in which at least one key has different counts in the source and in the table. It
 * compares the columns of `also` row by row, so no measure may aggregate them.
 */
export const differingSql = (db: string, rollup: Rollup, buckets: number[]): string => {
  const { table, bucket, from, bucketOf, keys, also = {}, weight, measures } = rollup
  const touched = (expression: string) => amongTimes(expression, buckets)
  const expected = [bucketOf, ...Object.values(keys), ...Object.values(also)]
  const own = [bucket, ...Object.keys(keys), ...Object.keys(also)]
  return `
SELECT DISTINCT toUnixTimestamp(key.1) AS bucket
FROM (
  SELECT tuple(${expected}) AS key, toInt64(${weight}) AS n FROM ${from(db, touched)}
  UNION ALL
  SELECT tuple(${own}) AS key, -toInt64(${'n' in measures ? 'n' : '1'}) AS n FROM ${db}.${table} FINAL WHERE ${touched(bucket)}
)
GROUP BY key
HAVING sum(n) != 0`
}

export const listed = (names: readonly string[]): string => names.map(name => `'${name}'`).join(', ')

export const itself = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map(name => [name, name]))

export const eventsWhere =
  (condition: string): Rollup['from'] =>
  (db, touched) =>
    `${db}.events FINAL PREWHERE ${touched('minute')} WHERE ${condition}`

export const SUSPICIOUS = 3
/** SQL for the sender's class: 0 for people, 1 for bots, 2 for own staff, 3 if suspicious. Reports count only 0. */
export const SENDER = `toUInt8(multiIf(bot = '', 0, startsWith(bot, 'internal_'), 2, startsWith(bot, 'suspicious_'), ${SUSPICIOUS}, 1))`

/** Columns that `event_minutes` and `session_events` copy unchanged from `events`. */
export const AS_THEY_ARE = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'channel',
  'referring_site',
  'conversion_type',
  'test_name',
  'variant',
] as const

export const VISITOR_EVENTS: EventType[] = ['visit', 'conversion', 'ab_test', 'engagement']

/** Shared by read models with one source row per visitor event. */
export const perEvent = {
  reads: VISITOR_EVENTS,
  bucket: 'minute',
  from: eventsWhere(`type IN (${listed(VISITOR_EVENTS)})`),
  bucketOf: 'minute',
  weight: 'toUInt64(1)',
  measures: { n: 'sum(weight)' },
  keysStay: true,
} satisfies Partial<Rollup>
