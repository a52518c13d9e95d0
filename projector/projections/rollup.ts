/** A read model. Touched buckets are computed again and replace their older rows, so twice, or in another order, is the same. */

import type { LoggedEvent } from '@firsttouch/ingest/events'

export type EventType = LoggedEvent['type']

type Unit = 'minute' | 'quarter_hour' | 'day'
/** What a refresh goes by: the minute of events or of sessions, or the quarter-hour or day that these are summed in. */
export type Bucket = Unit | `session_${Unit}`

const UNITS: Record<Unit, { start: (time: string) => string; seconds: number }> = {
  minute: { start: time => time, seconds: 60 },
  quarter_hour: { start: time => `toStartOfFifteenMinutes(${time})`, seconds: 900 },
  day: { start: time => `toStartOfDay(${time})`, seconds: 86_400 },
}
const unitOf = (bucket: Bucket) => UNITS[bucket.replace('session_', '') as Unit]

export const bucketSql = (bucket: Bucket): string =>
  unitOf(bucket).start(bucket.startsWith('session') ? 'session_minute' : 'minute')

/** When something happened, and when its session began; in seconds since 1970. */
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
  /** Its sorting key is made of `bucket` and the names of `keys`. */
  table: string
  /** What it is made of, directly or by another one. */
  reads: EventType[]
  bucket: Bucket
  /** A table or a subquery with the rows, deduplicated; `touched` limits an expression to the buckets refreshed. */
  from: (db: string, touched: (expression: string) => string) => string
  /** Bucket and key columns, each with its expression over the source's row. */
  bucketOf: string
  keys: Record<string, string>
  /** Further columns, where a key has one source row; or what a measure of the same name is taken from, as `own_…`. */
  also?: Record<string, string>
  /** How many events or sessions a source row stands for. */
  weight: string
  /** Column → aggregate over `weight`, which is 0 for a row of before. */
  measures: Record<string, string>
  /** How an erased session leaves the table: its rows bear its name; or what they hold of its pages is computed again; or they only count. */
  erasure: 'session' | 'bucket' | 'nothing'
  /** An event that is added makes no key go: each follows from one event alone. */
  keysStay?: true
  /** What a rebuild's report also compares, by a name that operators understand, while events come. */
  parity?: Record<string, Comparison>
}

/** Rows are counted, or what they count is summed, by a key. Only numbers that never shrink as events come. */
export type Comparison = { key: string; n?: string; where?: string }

/** From the first bucket to before the second, in seconds since 1970. */
export type Span = { from: number; to: number }

/** What a refresh is limited to: buckets, and in tables by session these sessions, each with its minute. */
export type Scope = {
  buckets: number[] | Span
  sessions?: Map<string, number> | undefined
  /** No event of the batch replaces one that the tables count. */
  onlyAdds?: boolean
}

/** Throws ClickHouse's error 395 once a leader with a higher epoch has taken over. A statement that only wrote nothing would be taken for done. */
export const fencedSql = (db: string, epoch: number): string =>
  `throwIf((SELECT max(epoch) FROM ${db}.leaders) > ${epoch}, 'Another process leads.') = 0`

const FEW = 50

/** Many numbers cost more to parse than the rows of their buckets to read, unless they are one literal. */
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

/** Without parameters: the embedded engine runs queries with some one after the other. One literal is parsed faster than many. */
const amongSessions = (sessions: Map<string, number>): string =>
  `session IN (SELECT unhex(arrayJoin(splitByChar(' ', '${[...sessions.keys()].map(name => Buffer.from(name).toString('hex')).join(' ')}'))))`

type Limits = { source: (expression: string) => string; own: string }

/** Ingest binds an event's id to its session, so all rows of an id are of one session. */
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
 * Keys that the table has and the source no longer has are written as `gone`, unless none can be. A key has one row: none are merged on the
 * way in. Throws once a leader with a higher epoch than the version's has taken over (`takeover.ts`).
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

/** Which of the buckets a refresh would change; nothing is written. */
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
/** Who sent an event, by the reason that ingest gave: 0 people, who alone are in the figures, 1 bots, 2 our own people, 3 suspicious. */
export const SENDER = `toUInt8(multiIf(bot = '', 0, startsWith(bot, 'internal_'), 2, startsWith(bot, 'suspicious_'), ${SUSPICIOUS}, 1))`

/** What the tables of single events have as `events` has it. */
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

/** What visitors do, each event by itself. */
export const perEvent = {
  reads: VISITOR_EVENTS,
  bucket: 'minute',
  from: eventsWhere(`type IN (${listed(VISITOR_EVENTS)})`),
  bucketOf: 'minute',
  weight: 'toUInt64(1)',
  measures: { n: 'sum(weight)' },
  keysStay: true,
} satisfies Partial<Rollup>
