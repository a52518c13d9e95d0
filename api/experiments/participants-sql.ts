/** The two ways to count participants: from the roll-up by quarter-hours, and by session. */

export type Counts = { variant: string; visitors: number; converters: number; sawBoth: number }
export type QuarterHours = Counts & {
  everVisitors: number
  everConverters: number
  everSawBoth: number
  firstQuarterHour: number
  underWayQuarterHour: number
  recent: number
}
export type Exact = Counts & { firstAt: number; recent: number }

/** Ranges in seconds, each from the first and to before the second. */
export const IN_RANGES = `arrayExists((f, t) -> toUnixTimestamp(at) >= f AND toUnixTimestamp(at) < t,
      {froms:Array(UInt32)}, {tos:Array(UInt32)})`

export const QUARTERS = `
  WITH
    saw_both = 0 AS clean,
    ${IN_RANGES} AS inside,
    clean AND inside AS in_run
  SELECT variant,
    sumIf(n, clean) AS everVisitors, sumIf(n, clean AND converted != 0) AS everConverters, sumIf(n, NOT clean) AS everSawBoth,
    sumIf(n, in_run) AS visitors, sumIf(n, in_run AND bitAnd(converted, {types:UInt8}) != 0) AS converters,
    sumIf(n, NOT clean AND inside) AS sawBoth,
    toUnixTimestamp(minIf(at, in_run)) * 1000 AS firstQuarterHour,
    toUnixTimestamp(quantileExactWeightedIf(0.01)(at, n, in_run)) * 1000 AS underWayQuarterHour,
    sumIf(n, in_run AND at >= toDateTime(intDiv({recent:Int64}, 1000), 'UTC')) AS recent
  FROM {db:Identifier}.participant_15m FINAL
  WHERE test_name = {test:String}
  GROUP BY variant`

/** The same in milliseconds. */
export const inRanges = (time: string) => `arrayExists((f, t) -> toUnixTimestamp64Milli(${time}) >= f
      AND toUnixTimestamp64Milli(${time}) < t, {froms:Array(Int64)}, {tos:Array(Int64)})`

const SEEN_THEN = `
  (session_minute, session) IN (
    SELECT session_minute, session FROM {db:Identifier}.exposures
    WHERE bot = 0 AND test_name = {test:String} AND ${inRanges('exposed_at')}
  )`

// A session's arm is its first exposure's, ties broken by name; the missing last conversion of the join is 1970.
export const EXACTLY = `
  SELECT arm AS variant, countIf(arms = 1) AS visitors, countIf(arms = 1 AND converted_at >= first_at) AS converters,
    countIf(arms > 1) AS sawBoth, toUnixTimestamp64Milli(minIf(first_at, arms = 1)) AS firstAt,
    countIf(arms = 1 AND toUnixTimestamp64Milli(first_at) >= {recent:Int64}) AS recent
  FROM (
    SELECT session, min(exposed_at) AS first_at, argMin(variant, (exposed_at, variant)) AS arm, uniqExact(variant) AS arms
    FROM {db:Identifier}.exposures FINAL
    WHERE bot = 0 AND test_name = {test:String} AND ${SEEN_THEN}
    GROUP BY session
    HAVING ${inRanges('first_at')}
  ) AS exposed
  LEFT JOIN (
    SELECT session, max(last_at) AS converted_at
    FROM {db:Identifier}.session_conversions FINAL
    WHERE bot = 0 AND has({types:Array(String)}, conversion_type) AND ${SEEN_THEN}
    GROUP BY session
  ) AS converted ON exposed.session = converted.session
  GROUP BY variant
  SETTINGS join_use_nulls = 0`
