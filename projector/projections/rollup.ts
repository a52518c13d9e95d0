/**
 * A roll-up is refreshed, never added to: the touched buckets are computed again from their source and replace their
 * older rows. Counting a batch twice, in another order or in other cuts therefore ends in the same rows.
 */

/** What a refresh goes by: the minute of events or of sessions, or the quarter of an hour that minutes are summed in. */
export type Bucket = 'minute' | 'quarter_hour' | 'session_minute' | 'session_quarter_hour'

export const bucketSql = (bucket: Bucket): string => {
  const minute = bucket.startsWith('session') ? 'session_minute' : 'minute'
  return bucket.endsWith('quarter_hour') ? `toStartOfFifteenMinutes(${minute})` : minute
}

const QUARTER_HOUR_S = 900
/** The bucket of what happened in a minute, by a session of a minute; in seconds since 1970. */
export const bucketAt = (
  bucket: Bucket,
  { minute, sessionMinute }: { minute: number; sessionMinute: number },
): number => {
  const own = bucket.startsWith('session') ? sessionMinute : minute
  return bucket.endsWith('quarter_hour') ? Math.floor(own / QUARTER_HOUR_S) * QUARTER_HOUR_S : own
}

export type Rollup = {
  /** Its sorting key is made of `bucket` and the names of `keys`. */
  table: string
  bucket: Bucket
  /** A table or a subquery with the rows, deduplicated; `touched` limits an expression to the buckets refreshed. */
  from: (db: string, touched: (expression: string) => string) => string
  /** Bucket and key columns, each with its expression over the source's row. */
  bucketOf: string
  keys: Record<string, string>
  /** Further columns, where a key has one source row. */
  also?: Record<string, string>
  /** How many events or sessions a source row stands for. */
  weight: string
  /** Of the source row. */
  time?: string
  /** Column → aggregate over `weight` and `time`. */
  measures: Record<string, string>
  /**
   * How an erased session leaves the table. Its rows bear its name, in `session`; or they name nobody, but what they hold of
   * its pages is computed again, bucket by bucket; or they hold nothing but counts, which stay.
   */
  erasure: 'session' | 'bucket' | 'nothing'
  /** What a rebuild's report also compares, by a name that operators understand, while events come. */
  parity?: Record<string, Comparison>
}

/** Rows are counted, or what they count is summed, by a key. Only numbers that never shrink as events come. */
export type Comparison = { key: string; n?: string; where?: string }

const touched = (expression: string): string => `${expression} IN ({buckets: Array(DateTime('UTC'))})`

/**
 * The version for a refresh of `{buckets: Array(DateTime('UTC'))}`: the store's time, or one more than the newest of
 * these buckets should its clock have gone back.
 *
 * It must be asked for before the refresh begins. Within one query the store chooses the rows that it will read before
 * it looks at the clock; a refresh by another projector in between would have read more and have a lower version.
 */
export const versionSql = (db: string, { table, bucket }: Rollup, ofWholeTable = false): string => `
SELECT toString(greatest(toUInt64(toUnixTimestamp64Nano(now64(9))), max(version) + 1)) AS version
FROM ${db}.${table}
WHERE ${ofWholeTable ? 'true' : touched(bucket)}`

/**
 * The INSERT … SELECT of one refresh; its parameters are `{buckets: Array(DateTime('UTC'))}` and `{version: UInt64}`.
 * Keys that the table has and the source no longer has are written as `gone`.
 */
export const refreshSql = (db: string, rollup: Rollup): string => {
  const { table, bucket, from, bucketOf, keys, also = {}, weight, time, measures } = rollup
  const columns = [bucket, ...Object.keys(keys)]
  const more = Object.keys(also)
  const never = `toDateTime64(0, 3, 'UTC')`
  return `
INSERT INTO ${db}.${table} (${[...columns, ...more, ...Object.keys(measures), 'version', 'gone'].join(', ')})
SELECT
  ${[...columns, ...more.map(name => `anyIf(own_${name}, weight > 0) AS ${name}`), ...aliased(measures)].join(', ')},
  {version: UInt64},
  sum(weight) = 0
FROM (
  SELECT ${[...aliased({ [bucket]: bucketOf, ...keys }), ...more.map(name => `${also[name]} AS own_${name}`), `${weight} AS weight`, `${time ?? never} AS time`].join(', ')}
  FROM ${from(db, touched)}
  UNION ALL
  SELECT ${[...columns, ...more.map(name => `${name} AS own_${name}`), 'toUInt64(0) AS weight', `${never} AS time`].join(', ')}
  FROM ${db}.${table}
  WHERE ${touched(bucket)}
)
GROUP BY ${columns.join(', ')}`
}

const aliased = (expressions: Record<string, string>): string[] =>
  Object.entries(expressions).map(([name, expression]) =>
    name === expression ? name : `${expression} AS ${name}`,
  )

export const itself = (names: string[]): Record<string, string> =>
  Object.fromEntries(names.map(name => [name, name]))

export const eventsWhere =
  (condition: string): Rollup['from'] =>
  (db, touched) =>
    `${db}.events FINAL WHERE ${touched('minute')} AND ${condition}`

/** Quarters of an hour from minutes: far fewer rows to read, and every time zone's days can be cut from them. */
export const quarterHoursOf = (minutes: Rollup, table: string, parity: Rollup['parity'] = {}): Rollup => {
  const bucket = minutes.bucket === 'minute' ? 'quarter_hour' : 'session_quarter_hour'
  const bucketOf = bucketSql(bucket)
  return {
    table,
    bucket,
    from: (db, touched) => `${db}.${minutes.table} FINAL WHERE ${touched(bucketOf)}`,
    bucketOf,
    keys: { ...itself(Object.keys(minutes.keys)), at: 'toStartOfFifteenMinutes(at)' },
    weight: 'n',
    measures: { n: 'sum(weight)' },
    erasure: minutes.erasure,
    parity,
  }
}

/** The two tiers of a count of events: minutes, and quarters of an hour. `at` is when they occurred. */
export const countTiers = (
  name: string,
  condition: string,
  keys: Record<string, string>,
  parity: Rollup['parity'],
): Rollup[] => {
  const minutes: Rollup = {
    table: `${name}_minutes`,
    bucket: 'minute',
    from: eventsWhere(condition),
    bucketOf: 'minute',
    keys: { at: 'toStartOfMinute(occurred_at)', ...keys },
    weight: 'toUInt64(1)',
    measures: { n: 'sum(weight)' },
    erasure: 'nothing',
  }
  return [minutes, quarterHoursOf(minutes, `${name}_15m`, parity)]
}
