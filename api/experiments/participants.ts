/** Participants of an experiment: visitors and converters per arm, of all time and of one run. */
import { DAY_MS, QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import type { ReadModel } from '../deps.ts'
import type { Arm } from './statistics/sequence.ts'

export type ParticipantsOf = {
  testName: string
  since: Date | null
  conversionTypes: string[]
  now: Date
}

export type VariantCounts = { arms: Map<string, Arm>; sawBoth: number }

type RunCounts = VariantCounts & {
  firstExposure: Date | null
  /** By when one visitor in a hundred had come, to the quarter-hour, in the later of the arms. */
  underWaySince: Date | null
  dailyVisitors: number
}

export type Participants = { ever: VariantCounts; run: RunCounts }

const PACE_DAYS = 7

/** From the roll-up by quarter-hours, which is small whatever the traffic; only the one in which a run starts is counted by session. */
export const countParticipants = async (readModel: ReadModel, of: ParticipantsOf): Promise<Participants> => {
  const { since, now } = of
  const tail = since ? new Date(Math.ceil(since.getTime() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS) : new Date(0)
  const [quarterHours, head] = await Promise.all([
    readModel.rows<QuarterHours>(QUARTERS, {
      test: of.testName,
      from: tail.getTime(),
      recent: now.getTime() - PACE_DAYS * DAY_MS,
      types: bitsOfTypes(of.conversionTypes),
    }),
    since ? countExactly(readModel, of, since, tail) : [],
  ])
  const first = firstOf(head) ?? (await firstAfter(readModel, of, quarterHours))
  return {
    ever: countsOf(
      quarterHours.map(row => ({
        ...row,
        visitors: row.everVisitors,
        converters: row.everConverters,
        sawBoth: row.everSawBoth,
      })),
    ),
    run: {
      ...countsOf([...head, ...quarterHours]),
      firstExposure: first,
      ...paceOf(quarterHours, head, first, now),
    },
  }
}

type Counts = { variant: string; visitors: number; converters: number; sawBoth: number }
type QuarterHours = Counts & {
  everVisitors: number
  everConverters: number
  everSawBoth: number
  firstQuarterHour: number
  underWayQuarterHour: number
  recent: number
}
type Exact = Counts & { firstAt: number }

const countsOf = (counts: Counts[]): VariantCounts => {
  const arms = new Map<string, Arm>()
  for (const { variant, visitors, converters } of counts) {
    const before = arms.get(variant) ?? { visitors: 0, converters: 0 }
    const arm = { visitors: before.visitors + visitors, converters: before.converters + converters }
    if (arm.visitors > 0) arms.set(variant, arm)
  }
  return { arms, sawBoth: counts.reduce((sum, { sawBoth }) => sum + sawBoth, 0) }
}

const firstOf = (rows: Exact[]): Date | null => {
  const times = rows.filter(({ visitors }) => visitors > 0).map(({ firstAt }) => firstAt)
  return times.length === 0 ? null : new Date(Math.min(...times))
}

const firstAfter = async (
  readModel: ReadModel,
  of: ParticipantsOf,
  quarterHours: QuarterHours[],
): Promise<Date | null> => {
  const times = quarterHours
    .filter(({ visitors }) => visitors > 0)
    .map(({ firstQuarterHour }) => firstQuarterHour)
  if (times.length === 0) return null
  const from = Math.min(...times)
  const rows = await countExactly(readModel, of, new Date(from), new Date(from + QUARTER_HOUR_MS))
  return firstOf(rows) ?? new Date(from)
}

const paceOf = (quarterHours: QuarterHours[], head: Exact[], first: Date | null, now: Date) => {
  if (!first) return { underWaySince: null, dailyVisitors: 0 }
  const since = now.getTime() - first.getTime()
  const days = Math.min(PACE_DAYS, Math.max(1, since / DAY_MS))
  const early = since <= PACE_DAYS * DAY_MS ? head.reduce((sum, { visitors }) => sum + visitors, 0) : 0
  const late = quarterHours.reduce((sum, { recent }) => sum + recent, 0)
  const underWay = quarterHours.filter(({ visitors }) => visitors > 0).map(row => row.underWayQuarterHour)
  return {
    underWaySince: new Date(Math.max(first.getTime(), ...underWay)),
    dailyVisitors: (early + late) / days,
  }
}

/** Bit i stands for conversion type i of the contract, as in the roll-up. */
export const bitsOfTypes = (types: string[]): number =>
  CONVERSION_TYPES.reduce(
    (bits, type, i) => (types.length === 0 || types.includes(type) ? bits + 2 ** i : bits),
    0,
  )

const QUARTERS = `
  WITH
    saw_both = 0 AS clean,
    clean AND at >= toDateTime(intDiv({from:Int64}, 1000), 'UTC') AS in_run
  SELECT variant,
    sumIf(n, clean) AS everVisitors, sumIf(n, clean AND converted != 0) AS everConverters, sumIf(n, NOT clean) AS everSawBoth,
    sumIf(n, in_run) AS visitors, sumIf(n, in_run AND bitAnd(converted, {types:UInt8}) != 0) AS converters,
    sumIf(n, NOT clean AND at >= toDateTime(intDiv({from:Int64}, 1000), 'UTC')) AS sawBoth,
    toUnixTimestamp(minIf(at, in_run)) * 1000 AS firstQuarterHour,
    toUnixTimestamp(quantileExactWeightedIf(0.01)(at, n, in_run)) * 1000 AS underWayQuarterHour,
    sumIf(n, in_run AND at >= toDateTime(intDiv({recent:Int64}, 1000), 'UTC')) AS recent
  FROM {db:Identifier}.participant_15m FINAL
  WHERE test_name = {test:String}
  GROUP BY variant`

const countExactly = (readModel: ReadModel, of: ParticipantsOf, from: Date, to: Date): Promise<Exact[]> =>
  readModel.rows<Exact>(EXACTLY, {
    test: of.testName,
    from: from.getTime(),
    to: to.getTime(),
    types: of.conversionTypes.length === 0 ? CONVERSION_TYPES : of.conversionTypes,
  })

const WINDOW = `>= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`
const WINDOW_END = `< fromUnixTimestamp64Milli({to:Int64}, 'UTC')`
const SEEN_THEN = `
  (session_minute, session) IN (
    SELECT session_minute, session FROM {db:Identifier}.exposures
    WHERE bot = 0 AND test_name = {test:String} AND exposed_at ${WINDOW} AND exposed_at ${WINDOW_END}
  )`

// A session's arm is its first exposure's, ties broken by name; the missing last conversion of the join is 1970.
const EXACTLY = `
  SELECT arm AS variant, countIf(arms = 1) AS visitors, countIf(arms = 1 AND converted_at >= first_at) AS converters,
    countIf(arms > 1) AS sawBoth, toUnixTimestamp64Milli(minIf(first_at, arms = 1)) AS firstAt
  FROM (
    SELECT session, min(exposed_at) AS first_at, argMin(variant, (exposed_at, variant)) AS arm, uniqExact(variant) AS arms
    FROM {db:Identifier}.exposures FINAL
    WHERE bot = 0 AND test_name = {test:String} AND ${SEEN_THEN}
    GROUP BY session
    HAVING first_at ${WINDOW} AND first_at ${WINDOW_END}
  ) AS exposed
  LEFT JOIN (
    SELECT session, max(last_at) AS converted_at
    FROM {db:Identifier}.session_conversions FINAL
    WHERE bot = 0 AND has({types:Array(String)}, conversion_type) AND ${SEEN_THEN}
    GROUP BY session
  ) AS converted ON exposed.session = converted.session
  GROUP BY variant
  SETTINGS join_use_nulls = 0`
