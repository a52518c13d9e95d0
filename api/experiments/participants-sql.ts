/** The two ways to count participants: from the roll-up by quarter-hours, and by session. */
import { QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import { type Range, within } from '../read-model/ranges.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'

/** Sessions of a variant by the bits of what they converted to: one reading answers every goal. */
type Counts = {
  variant: string
  converted: [bits: number[], sessions: number[]]
  sawBoth: number
  recent: number
}
/** `began`: of the quarter-hour that is asked about, how many came in it, and which version its rows have: both stay while nothing in it changes. */
export type QuarterHours = Counts & { firstQuarterHour: number; underWayQuarterHour: number; began: string }
export type Exact = Counts & { firstAt: number }

export const quarterHours = (ranges: readonly Range[]): string => `
  SELECT variant,
    sumMapIf([converted], [n], saw_both = 0) AS converted, sumIf(n, saw_both = 1) AS sawBoth,
    toUnixTimestamp(minIf(at, saw_both = 0)) * 1000 AS firstQuarterHour,
    toUnixTimestamp(quantileExactWeightedIf(0.01)(at, n, saw_both = 0)) * 1000 AS underWayQuarterHour,
    sumIf(n, saw_both = 0 AND at >= toDateTime(intDiv({recent:Int64}, 1000), 'UTC')) AS recent,
    toString((sumIf(n, saw_both = 0 AND at = toDateTime({began:UInt32}, 'UTC')), maxIf(version, at = toDateTime({began:UInt32}, 'UTC')))) AS began
  FROM {db:Identifier}.session_sums FINAL
  WHERE model = 'participant' AND test_name = {test:String} AND ${within('at', ranges)}
  GROUP BY variant
  ${FINAL_SETTINGS}`

/** Of `session_events`: of people, those of tests as well. */
export const CONVERSIONS = `kind IN ('conversion', 'test_conversion') AND bot = 0`

/** Sessions: whoever was exposed in one of the ranges. */
export const exposedWithin = (ranges: readonly Range[]): string => `
      SELECT session_minute, session FROM {db:Identifier}.session_events
      WHERE kind = 'exposure' AND bot = 0 AND test_name = {test:String} AND ${within('at', ranges)}`

/** Of these sessions those first exposed in one of the ranges. A session's arm is its first exposure's, ties broken by name. */
export const firstExposed = (sessions: string, ranges: readonly Range[]): string => `
    SELECT session_minute, session, min(at) AS first_at, argMin(variant, (at, variant)) AS arm,
      uniqExact(variant) AS arms
    FROM {db:Identifier}.session_events FINAL
    WHERE kind = 'exposure' AND bot = 0 AND test_name = {test:String} AND (session_minute, session) IN (${sessions})
    GROUP BY session_minute, session
    HAVING ${within('first_at', ranges)}`

/** Takes the conversion types of the contract as `types`: their places are the roll-up's bits. */
export const exactly = (ranges: readonly Range[]): string => `
  SELECT arm AS variant, sumMapIf([done], [toUInt64(1)], arms = 1) AS converted, countIf(arms > 1) AS sawBoth,
    toUnixTimestamp64Milli(minIf(first_at, arms = 1)) AS firstAt,
    countIf(arms = 1 AND toUnixTimestamp64Milli(first_at) >= {recent:Int64}) AS recent
  FROM (
    SELECT arm, arms, first_at,
      toUInt8(arraySum(one -> if(one.2 >= first_at, bitShiftLeft(1, indexOf({types:Array(String)}, one.1) - 1), 0), conversions)) AS done
    FROM (${firstExposed(exposedWithin(ranges), ranges)}) AS exposed
    LEFT JOIN (
      SELECT session, groupArray((type, last_at)) AS conversions
      FROM (
        SELECT session, toString(conversion_type) AS type, max(at) AS last_at
        FROM {db:Identifier}.session_events FINAL
        WHERE ${CONVERSIONS} AND has({types:Array(String)}, conversion_type)
          AND (session_minute, session) IN (${exposedWithin(ranges)})
        GROUP BY session, type
      )
      GROUP BY session
    ) AS converted ON exposed.session = converted.session
  )
  GROUP BY variant
  SETTINGS join_use_nulls = 0`

/** When the first came who saw one variant alone: of a quarter-hour of the roll-up. */
export const firstWithin = (quarterHour: number): string => `
  SELECT toUnixTimestamp64Milli(min(first_at)) AS first
  FROM (${firstExposed(exposedWithin([[quarterHour, quarterHour + QUARTER_HOUR_MS]]), [[quarterHour, quarterHour + QUARTER_HOUR_MS]])}
    AND arms = 1)
  HAVING count() > 0`
