import { DAY_MS, QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import { type Range, within } from '../read-model/ranges.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'

/** Sessions of a variant by bit mask of conversion types. The masks let one query serve every goal. */
export type ByVariant = { variant: string; converted: [bits: number[], sessions: number[]] }
export type Joined = ByVariant & { quarterHour: number }
type Counts = ByVariant & { sawBoth: number; recent: number }
export type QuarterHours = Counts & Joined & { underWayQuarterHour: number }
export type Exact = Counts & Joined & { firstAt: number }

/** SQL for counts by variant and step (a multiple of 15 minutes). In a step without visitors, `converted` is empty. */
export const quarterHours = (ranges: readonly Range[]): string => `
  SELECT variant,
    sumMapIf([converted], [n], saw_both = 0) AS converted, sumIf(n, saw_both = 1) AS sawBoth,
    toUnixTimestamp(minIf(at, saw_both = 0)) * 1000 AS quarterHour,
    toUnixTimestamp(quantileExactWeightedIf(0.01)(at, n, saw_both = 0)) * 1000 AS underWayQuarterHour,
    sumIf(n, saw_both = 0 AND at >= toDateTime(intDiv({recent:Int64}, 1000), 'UTC')) AS recent
  FROM {db:Identifier}.session_sums FINAL
  WHERE model = 'participant' AND test_name = {test:String} AND ${within('at', ranges)}
  GROUP BY variant, intDiv(toInt64(toUnixTimestamp(at)) - {from:Int64}, {step:Int64})
  ${FINAL_SETTINGS}`

/** Condition on `session_events`: human conversions of the site, and human conversions that this test itself sent. */
export const CONVERSIONS = `(kind = 'conversion' OR kind = 'test_conversion' AND test_name = {test:String}) AND bot = 0`

export const exposedWithin = (ranges: readonly Range[]): string => `
      SELECT session_minute, session FROM {db:Identifier}.session_events
      WHERE kind = 'exposure' AND bot = 0 AND test_name = {test:String} AND ${within('at', ranges)}`

/** SQL for sessions whose first exposure is in the ranges. `arm` is the first variant. Ties go to the first name. */
export const firstExposed = (sessions: string, ranges: readonly Range[]): string => `
    SELECT session_minute, session, min(at) AS first_at, argMin(variant, (at, variant)) AS arm,
      uniqExact(variant) AS arms
    FROM {db:Identifier}.session_events FINAL
    WHERE kind = 'exposure' AND bot = 0 AND test_name = {test:String} AND (session_minute, session) IN (${sessions})
    GROUP BY session_minute, session
    HAVING ${within('first_at', ranges)}`

const QUARTER_HOUR = 'toUnixTimestamp(toStartOfFifteenMinutes(first_at)) * 1000 AS quarterHour'

/** SQL for a session's conversion types after its first exposure, as a bit mask. `session_sums` has the same masks. */
const bits = (condition = 'true') =>
  `toUInt8(arrayReduce('groupBitOr', arrayMap(one -> if(one.2 >= first_at AND ${condition}, bitShiftLeft(1, indexOf({types:Array(String)}, one.1) - 1), 0), conversions)))`

const conversionsOf = (sessions: string): string => `
      SELECT session, groupArray((toString(conversion_type), at)) AS conversions
      FROM {db:Identifier}.session_events FINAL
      WHERE ${CONVERSIONS} AND has({types:Array(String)}, conversion_type) AND (session_minute, session) IN (${sessions})
      GROUP BY session`

/** Sessions that converted during a gap (a pause, or the time after the end). The extra day allows for clock skew. */
export const convertedWithin = (gaps: readonly Range[]): string => `
      SELECT session_minute, session FROM {db:Identifier}.session_events
      WHERE ${CONVERSIONS} AND has({types:Array(String)}, conversion_type) AND ${within('at', gaps)}
        AND ${within('session_minute', [[0, Math.max(...gaps.map(([from]) => from)) + DAY_MS]])}`

/**
 * `session_sums` also counts conversions during the gaps of a run. This query returns the corrections. Example: a
 * session converts by type A during a pause, and by type B afterwards. `session_sums` counts it under the mask A + B.
 * The query returns −1 for A + B and +1 for B.
 */
export const corrected = (ranges: readonly Range[], run: readonly Range[], gaps: readonly Range[]) => `
  SELECT variant, sumMap([inRun, ever], [toInt64(1), toInt64(-1)]) AS converted, quarterHour
  FROM (
    SELECT arm AS variant, ${QUARTER_HOUR}, ${bits()} AS ever, ${bits(within('one.2', run))} AS inRun
    FROM (${firstExposed(convertedWithin(gaps), ranges)} AND arms = 1) AS exposed
    INNER JOIN (${conversionsOf(convertedWithin(gaps))}) AS converted ON exposed.session = converted.session
  )
  WHERE inRun != ever
  GROUP BY variant, quarterHour`

/**
 * Counts session by session. Used if a range covers only part of a quarter-hour, because the stored sums are per
 * quarter-hour. The parameter `types` must be `CONVERSION_TYPES`, because its order defines the bits.
 */
export const exactly = (ranges: readonly Range[]): string => `
  SELECT arm AS variant, quarterHour, sumMapIf([done], [toUInt64(1)], arms = 1) AS converted, countIf(arms > 1) AS sawBoth,
    toUnixTimestamp64Milli(minIf(first_at, arms = 1)) AS firstAt,
    countIf(arms = 1 AND toUnixTimestamp64Milli(first_at) >= {recent:Int64}) AS recent
  FROM (
    SELECT arm, arms, first_at, ${QUARTER_HOUR}, ${bits()} AS done
    FROM (${firstExposed(exposedWithin(ranges), ranges)}) AS exposed
    LEFT JOIN (${conversionsOf(exposedWithin(ranges))}) AS converted ON exposed.session = converted.session
  )
  GROUP BY variant, quarterHour
  SETTINGS join_use_nulls = 0`

/** SQL for the first exposure in this quarter-hour, among visitors who saw only one variant. */
export const firstWithin = (quarterHour: number): string => `
  SELECT toUnixTimestamp64Milli(min(first_at)) AS first
  FROM (${firstExposed(exposedWithin([[quarterHour, quarterHour + QUARTER_HOUR_MS]]), [[quarterHour, quarterHour + QUARTER_HOUR_MS]])}
    AND arms = 1)
  HAVING count() > 0`
