/** Participants of an experiment: visitors and converters per arm, of all time and of one run. */
import { DAY_MS, QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import type { ReadModel } from '../deps.ts'
import { bitsOf, type Counted, convertedByLead, typesOf } from './goals.ts'
import type { Period } from './life/periods.ts'
import { type Counts, EXACTLY, type Exact, QUARTERS, type QuarterHours } from './participants-sql.ts'
import {
  columns,
  DAYS_OF_PACE,
  daysOf,
  isIn,
  lastMoment,
  partsOf,
  type Range,
  rangesOf,
  runningMs,
} from './periods.ts'
import type { Arm } from './statistics/sequence.ts'

export type ParticipantsOf = Counted & {
  testName: string
  periods: readonly Period[]
  now: Date
  /** How many of the last days tell how many come a day. */
  paceDays?: number
}

export type VariantCounts = { arms: Map<string, Arm>; sawBoth: number }

type RunCounts = VariantCounts & {
  firstExposure: Date | null
  /** By when one visitor in a hundred had come, to the quarter-hour, in the later of the arms. */
  underWaySince: Date | null
  /** For how long it has run since then. */
  underWayMs: number
  dailyVisitors: number
}

export type Participants = { ever: VariantCounts; run: RunCounts }

/** From the roll-up by quarter-hours, which is small whatever the traffic; only those in which a run starts or stops are counted by session. */
export const countParticipants = async (readModel: ReadModel, of: ParticipantsOf): Promise<Participants> => {
  const { testName, periods, paceDays = DAYS_OF_PACE } = of
  const { whole, edges } = partsOf(periods)
  const until = lastMoment(periods, of.now).getTime()
  const recent = until - paceDays * DAY_MS
  const [quarterHours, exact, byLead] = await Promise.all([
    readModel.rows<QuarterHours>(QUARTERS, {
      test: testName,
      ...columns(whole, 1000),
      recent,
      types: bitsOf(of),
    }),
    countExactly(readModel, of, edges, recent),
    convertedByLead(readModel, testName, of),
  ])
  const first = await firstOf(readModel, of, quarterHours, exact)
  const counts = countsOf([...exact, ...quarterHours])
  const ranges = rangesOf(periods)
  for (const { variant, at } of byLead) {
    const arm = counts.arms.get(variant)
    if (arm && isIn(ranges, at)) arm.converters += 1
  }
  return {
    ever: countsOf(quarterHours.map(ever)),
    run: { ...counts, firstExposure: first, ...paceOf(of, quarterHours, exact, first, { recent, until }) },
  }
}

const ever = ({ everVisitors, everConverters, everSawBoth, ...row }: QuarterHours): Counts => ({
  ...row,
  visitors: everVisitors,
  converters: everConverters,
  sawBoth: everSawBoth,
})

const countsOf = (counts: Counts[]): VariantCounts => {
  const arms = new Map<string, Arm>()
  for (const { variant, visitors, converters } of counts) {
    const before = arms.get(variant) ?? { visitors: 0, converters: 0 }
    const arm = { visitors: before.visitors + visitors, converters: before.converters + converters }
    if (arm.visitors > 0) arms.set(variant, arm)
  }
  return { arms, sawBoth: counts.reduce((sum, { sawBoth }) => sum + sawBoth, 0) }
}

/** To the millisecond: of the edges, or within the first quarter-hour of the roll-up. */
const firstOf = async (
  readModel: ReadModel,
  of: ParticipantsOf,
  quarterHours: QuarterHours[],
  edges: Exact[],
): Promise<Date | null> => {
  const times = (rows: Exact[]) => rows.filter(({ visitors }) => visitors > 0).map(({ firstAt }) => firstAt)
  const exact = times(edges)
  const starts = quarterHours
    .filter(({ visitors }) => visitors > 0)
    .map(({ firstQuarterHour }) => firstQuarterHour)
  const first = Math.min(...starts)
  if (exact.length > 0 && Math.min(...exact) < first) return new Date(Math.min(...exact))
  if (starts.length === 0) return null
  const inside = times(await countExactly(readModel, of, [[first, first + QUARTER_HOUR_MS]], 0))
  return new Date(inside.length > 0 ? Math.min(...inside) : first)
}

const paceOf = (
  { periods }: ParticipantsOf,
  quarterHours: QuarterHours[],
  exact: Exact[],
  first: Date | null,
  { recent, until }: { recent: number; until: number },
) => {
  if (!first) return { underWaySince: null, underWayMs: 0, dailyVisitors: 0 }
  const came = [...exact, ...quarterHours].reduce((sum, row) => sum + row.recent, 0)
  const underWay = quarterHours.filter(({ visitors }) => visitors > 0).map(row => row.underWayQuarterHour)
  const since = Math.max(first.getTime(), ...underWay)
  return {
    underWaySince: new Date(since),
    underWayMs: runningMs(periods, since, until),
    dailyVisitors: came / daysOf(runningMs(periods, Math.max(recent, first.getTime()), until)),
  }
}

const countExactly = async (
  readModel: ReadModel,
  of: ParticipantsOf,
  ranges: Range[],
  recent: number,
): Promise<Exact[]> =>
  ranges.length === 0
    ? []
    : readModel.rows<Exact>(EXACTLY, {
        test: of.testName,
        ...columns(ranges, 1),
        recent,
        types: typesOf(of),
      })
