/** Defines read models. A refresh computes touched buckets from their source and replaces older rows, so it is idempotent and order-independent. */

import type { LoggedEvent } from '@firsttouch/ingest/events'

export type EventType = LoggedEvent['type']

type Unit = 'minute' | 'quarter_hour' | 'day'
/** What a refresh recomputes as a whole: a minute, quarter-hour or day of the events, or (`session_…`) of the sessions' starts. */
export type Bucket = Unit | `session_${Unit}`

const UNITS: Record<Unit, { start: (time: string) => string; seconds: number }> = {
  minute: { start: time => time, seconds: 60 },
  quarter_hour: { start: time => `toStartOfFifteenMinutes(${time})`, seconds: 900 },
  day: { start: time => `toStartOfDay(${time})`, seconds: 86_400 },
}
const unitOf = (bucket: Bucket) => UNITS[bucket.replace('session_', '') as Unit]

export const bucketSql = (bucket: Bucket): string =>
  unitOf(bucket).start(bucket.startsWith('session') ? 'session_minute' : 'minute')

/** Seconds since 1970. The minute of the event and the minute in which its session began. */
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
  /** The table's sorting key is `bucket` plus the names of `keys`. */
  table: string
  /** Types of the events that the table derives from, directly or through other tables. */
  reads: EventType[]
  bucket: Bucket
  /** Table or subquery with the deduplicated source rows. `touched` limits an expression to the refreshed buckets. */
  from: (db: string, touched: (expression: string) => string) => string
  /** SQL expression that computes a source row's bucket. `keys`: SQL expressions of the key columns. */
  bucketOf: string
  keys: Record<string, string>
  /**
   * Further columns, as SQL expressions over a source row. Each key must have one source row only, unless a measure
   * with the name of the column uses `own_…`.
   */
  also?: Record<string, string>
  /** Number of events or sessions that a source row stands for. */
  weight: string
  /** Column → SQL aggregate over `weight`. A refresh adds the table's existing rows with weight 0. */
  measures: Record<string, string>
  /**
   * How an erasure redacts the table. session: by the rows' session ids. bucket: by a refresh of the session's buckets.
   * nothing: no personal data.
   */
  erasure: 'session' | 'bucket' | 'nothing'
  /** New events never make a key of this table obsolete, because each key derives from one event. */
  keysStay?: true
  /** Further comparisons in a rebuild's report, by the name that operators see. They must tolerate live traffic. */
  parity?: Record<string, Comparison>
}

/** Counts rows, or sums `n`, by a key. The numbers must never decrease while events arrive. */
export type Comparison = { key: string; n?: string; where?: string }

/** Half-open interval in seconds since 1970. */
export type Span = { from: number; to: number }

/** Limits a refresh to buckets. In tables by session also to these sessions, each with its minute. */
export type Scope = {
  buckets: number[] | Span
  sessions?: Map<string, number> | undefined
  /** True if no event of the batch replaces a stored event. */
  onlyAdds?: boolean
}

/** Throws ClickHouse's error 395 when a leader with a higher epoch exists. A plain condition would write nothing and look like success. */
export const fencedSql = (db: string, epoch: number): string =>
  `throwIf((SELECT max(epoch) FROM ${db}.leaders) > ${epoch}, 'Another process leads.') = 0`

const FEW = 50

/** Passes many numbers as one literal, which ClickHouse parses faster. */
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

/** One literal without parameters. The embedded engine runs queries with some parameters one after the other. */
const amongSessions = (sessions: Map<string, number>): string =>
  `session IN (SELECT unhex(arrayJoin(splitByChar(' ', '${[...sessions.keys()].map(name => Buffer.from(name).toString('hex')).join(' ')}'))))`

type Limits = { source: (expression: string) => string; own: string }

/**
 * Ingest derives an event's id from its session. So all rows of an id belong to one session, and a refresh of the
 * session reads all of them.
 */
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
 * Recomputes the rows of `scope`. A plain INSERT … SELECT would not remove the rows of keys that the source has lost.
 * So the query adds the table's existing rows with weight 0 and groups by key. A key whose weights sum to 0 becomes a
 * `gone` row. Example: a visit of campaign A is replaced by a visit of campaign B with the same id. The refresh writes
 * (A, gone) and (B, 1). If the scope only adds events to a table with `keysStay`, no key can lose its source, so the
 * query does not read existing rows. `optimize_on_insert = 0`: the query already returns one row per key. Throws when a
 * leader with a higher epoch exists (`takeover.ts`).
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
 * Selects the buckets that a refresh would change. Source rows count +1, the table's rows count −1, and each key must
 * sum to 0. Writes nothing.
 */
export const differingSql = (db: string, rollup: Rollup, buckets: number[]): string => {
  const { table, bucket, from, bucketOf, keys, also = {}, weight, measures } = rollup
  const single = Object.entries(also).filter(([name]) => !(name in measures))
  const touched = (expression: string) => amongTimes(expression, buckets)
  const expected = [bucketOf, ...Object.values(keys), ...single.map(([, value]) => value)]
  const own = [bucket, ...Object.keys(keys), ...single.map(([name]) => name)]
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
/** Class of the sender, from the reason that ingest gave: 0 people, 1 bots, 2 own staff, 3 suspicious. Reports count class 0 only. */
export const SENDER = `toUInt8(multiIf(bot = '', 0, startsWith(bot, 'internal_'), 2, startsWith(bot, 'suspicious_'), ${SUSPICIOUS}, 1))`

/** Columns that tables of single events copy from `events`. */
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
