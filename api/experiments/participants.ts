import { DAY_MS, QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import type { ReadModel } from '../deps.ts'
import { clip, isIn, NEVER_MS, type Range } from '../read-model/ranges.ts'
import { type Converted, type Counted, convertedByLead, goalBits } from './goals.ts'
import type { Period } from './life/periods.ts'
import {
  type ByVariant,
  corrected,
  type Exact,
  exactly,
  firstWithin,
  type Joined,
  type QuarterHours,
  quarterHours,
} from './participants-sql.ts'
import { cut, DAYS_OF_PACE, daysOf, gapsBetween, lastMoment, rangesOf, runningMs } from './periods.ts'
import type { StoredRun } from './runs.ts'
import { differencesOf } from './statistics/comparison.ts'
import type { Arm } from './statistics/sequence.ts'

export type ParticipantsOf = Counted & {
  testName: string
  periods: readonly Period[]
  now: Date
  /** Days over which `dailyVisitors` is averaged. */
  paceDays?: number
}

/** Sessions by variant and by bit mask of conversion types. */
export type Tally = Map<string, Map<number, number>>

export type Participants = {
  arms: Map<string, Arm>
  /** Raw counts, from which `armsOf` can count the converters of other goals. */
  tally: Tally
  sawBoth: number
  firstExposure: Date | null
  /** Quarter-hour by which every variant had 1 % of its visitors. */
  underWaySince: Date | null
  /** Milliseconds since `underWaySince`, without pauses. */
  underWayMs: number
  dailyVisitors: number
}

export const countParticipants = async (readModel: ReadModel, of: ParticipantsOf): Promise<Participants> => {
  const { testName, periods, paceDays = DAYS_OF_PACE } = of
  const until = lastMoment(periods, of.now).getTime()
  const recent = until - paceDays * DAY_MS
  const [{ counted, exact, corrections }, byLead] = await Promise.all([
    readJoined(readModel, testName, periods, { recent }),
    convertedByLead(readModel, testName, of, periods),
  ])
  const first = await firstOf(readModel, testName, counted, exact)
  const counts = [...exact, ...counted]
  const tally = tallyOf([...counts, ...corrections])
  return {
    arms: armsOf(tally, goalBits(of), periods, byLead),
    tally,
    sawBoth: counts.reduce((sum, { sawBoth }) => sum + sawBoth, 0),
    firstExposure: first,
    ...paceOf(of, counted, exact, first, { recent, until }),
  }
}

type Steps = {
  /** Counts only participants whose first exposure lies in these ranges. */
  days?: Range[]
  from?: number
  step?: number
}

export const readSteps = async (
  readModel: ReadModel,
  test: string,
  periods: readonly Period[],
  steps: Steps,
): Promise<Joined[]> => {
  const { counted, exact, corrections } = await readJoined(readModel, test, periods, steps)
  return [...counted, ...exact, ...corrections]
}

/**
 * Reads sums by quarter-hour. Only quarter-hours in which the run starts or stops are counted by session. `recent` is
 * the start of the window for `dailyVisitors`, in milliseconds since 1970.
 */
const readJoined = async (
  readModel: ReadModel,
  test: string,
  periods: readonly Period[],
  { days = ALWAYS, from = 0, step = NEVER_MS, recent = 0 }: Steps & { recent?: number },
) => {
  const ranges = days.flatMap(day => clip(rangesOf(periods), day))
  const { whole, edges } = cut(ranges)
  const gaps = gapsBetween(periods)
  const [counted, exact, corrections] = await Promise.all([
    readModel.rows<QuarterHours>(quarterHours(whole), {
      ...{ test, recent: nextQuarterHour(recent) },
      ...{ from: from / 1000, step: step / 1000 },
    }),
    edges.length === 0
      ? []
      : readModel.rows<Exact>(exactly(edges), { test, recent, types: CONVERSION_TYPES }),
    gaps.length === 0 || ranges.length === 0
      ? []
      : readModel.rows<Joined>(corrected(ranges, rangesOf(periods), gaps), { test, types: CONVERSION_TYPES }),
  ])
  return { counted, exact, corrections }
}
const ALWAYS: Range[] = [[0, NEVER_MS]]

const nextQuarterHour = (at: number): number => Math.ceil(at / QUARTER_HOUR_MS) * QUARTER_HOUR_MS

export const tallyOf = (counts: readonly ByVariant[]): Tally => {
  const tally: Tally = new Map()
  for (const { variant, converted } of counts) {
    const [bits, sessions] = converted
    const own = tally.get(variant) ?? new Map<number, number>()
    for (const [at, one] of bits.entries()) own.set(one, (own.get(one) ?? 0) + (sessions[at] ?? 0))
    if (own.size > 0) tally.set(variant, own)
  }
  return tally
}

/** Converters are participants with a conversion type in `bits`, or with a lead in `byLead`. */
export const armsOf = (
  tally: Tally,
  bits: number,
  periods: readonly Period[],
  byLead: readonly Converted[] = [],
): Map<string, Arm> => {
  const ranges = rangesOf(periods)
  const arms = new Map<string, Arm>()
  for (const [variant, sessions] of tally) {
    const arm = { visitors: 0, converters: 0 }
    for (const [converted, n] of sessions) {
      arm.visitors += n
      if ((converted & bits) !== 0) arm.converters += n
    }
    arms.set(variant, arm)
  }
  for (const { variant, at } of byLead) {
    const arm = arms.get(variant)
    if (arm && isIn(ranges, at)) arm.converters += 1
  }
  return arms
}

const hasVisitors = ({ converted: [bits] }: Pick<Exact, 'converted'>): boolean => bits.length > 0

/** Stored sums give only the quarter-hour of the first exposure, so a query looks up the exact time. */
const firstOf = async (
  readModel: ReadModel,
  test: string,
  counted: readonly QuarterHours[],
  edges: readonly Exact[],
): Promise<Date | null> => {
  const exact = Math.min(...edges.filter(hasVisitors).map(({ firstAt }) => firstAt))
  const start = Math.min(...counted.filter(hasVisitors).map(({ quarterHour }) => quarterHour))
  if (exact < start) return new Date(exact)
  if (start === Number.POSITIVE_INFINITY) return null
  const [found] = await readModel.rows<{ first: number }>(firstWithin(start), { test })
  return new Date(found?.first ?? start)
}

const paceOf = (
  { periods }: ParticipantsOf,
  counted: readonly QuarterHours[],
  exact: readonly Exact[],
  first: Date | null,
  { recent, until }: { recent: number; until: number },
) => {
  if (!first) return { underWaySince: null, underWayMs: 0, dailyVisitors: 0 }
  const came = [...exact, ...counted].reduce((sum, row) => sum + row.recent, 0)
  const underWay = counted.filter(hasVisitors).map(row => row.underWayQuarterHour)
  const since = Math.max(first.getTime(), ...underWay)
  return {
    underWaySince: new Date(since),
    underWayMs: runningMs(periods, since, until),
    dailyVisitors: came / daysOf(runningMs(periods, Math.max(recent, first.getTime()), until)),
  }
}

/** `difference` and `interval` are null for the control, and until every variant has enough data. */
export const comparedArms = (counted: Map<string, Arm>, { variants, plan }: StoredRun) => {
  const arms = variants.map(variant => counted.get(variant) ?? { visitors: 0, converters: 0 })
  const differences = differencesOf(arms, plan)
  return arms.map((arm, at) => ({
    ...arm,
    variant: variants[at] ?? '',
    difference: differences[at]?.difference ?? null,
    interval: differences[at]?.interval ?? null,
  }))
}
