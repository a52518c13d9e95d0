import { HttpError } from '@firsttouch/infra/platform/http/http'
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import type { Experiment } from '@firsttouch/ingest/experiments'
import { LEAST_SHARE } from '../contract/experiments/life.ts'
import type { Goal } from '../contract/experiments/results.ts'
import type { Deps, ReadModel } from '../deps.ts'
import { type Counted, reachedSql, typesOf } from './goals.ts'
import { countParticipants } from './participants.ts'
import { daysOf } from './periods.ts'
import { defaultEffect, plannedVisitors, targetRate } from './statistics/plan.ts'
import { DEFAULT_PLAN, type RunPlan } from './statistics/run.ts'
import { enoughData, rate } from './statistics/sequence.ts'

/** Recent traffic determines missing terms. `split` has the weights in the order of the variants. */
export type PlanTerms = {
  alpha: number
  power: number
  goal: Goal
  split?: readonly number[] | undefined
  minimumEffect?: number | undefined
  baselineRate?: number | undefined
  primaryConversionTypes?: string[]
}

type Needs = Pick<Deps, 'readModel' | 'now'>

export type Planned = { plan: RunPlan; baselineRate: number | null; dailyVisitors: number }

export const planFor = async (deps: Needs, test: Experiment, terms: PlanTerms): Promise<Planned> => {
  const {
    split = test.variants.map(({ weight }) => weight),
    goal,
    primaryConversionTypes: conversionTypes = [],
  } = terms
  checkSplit(test, split)
  const traffic = await measureTraffic(deps, test, { goal, conversionTypes })
  const baselineRate = terms.baselineRate ?? traffic.rate
  const plan = planOf({ ...terms, split }, baselineRate, traffic)
  return { plan, baselineRate, dailyVisitors: traffic.dailyVisitors }
}

export const plannedRun = async (deps: Needs, test: Experiment, terms: PlanTerms) => {
  const { goal, primaryConversionTypes = [] } = terms
  const { plan, baselineRate } = await planFor(deps, test, terms)
  return {
    testName: test.name,
    variants: test.variants.map(({ name }) => name),
    plan,
    baselineRate,
    goal,
    primaryConversionTypes:
      goal === 'any' ? primaryConversionTypes : [...typesOf({ goal, conversionTypes: [] })],
  }
}

const checkSplit = ({ variants }: Experiment, split: readonly number[]): void => {
  const names = variants.map(({ name }) => name).join(', ')
  if (split.length !== variants.length) throw splitRefused(`Give ${variants.length} shares, for ${names}.`)
  const sum = split.reduce((sum, weight) => sum + weight, 0)
  if (split.some(weight => Number(((weight / sum) * 100).toFixed(6)) < LEAST_SHARE))
    throw splitRefused(`Give each of ${names} at least ${LEAST_SHARE} % of the visitors.`)
}

const splitRefused = (message: string): HttpError => new HttpError(400, message, [{ path: 'split', message }])

/** About half of PostgreSQL's largest integer. */
const MOST_VISITORS = 1_000_000_000

/** Sizes the plan for the effect. If the conversion rate of the control is unknown, uses the default size. */
const planOf = (
  { split, alpha, power, minimumEffect }: PlanTerms & { split: readonly number[] },
  baseline: number | null,
  { dailyVisitors }: Pick<Traffic, 'dailyVisitors'>,
): RunPlan => {
  const terms = { split, alpha, power }
  if (baseline === null)
    return { ...DEFAULT_PLAN, ...terms, minimumEffect: minimumEffect ?? DEFAULT_PLAN.minimumEffect }
  const effect = minimumEffect ?? effectOf({ ...terms, baseline, dailyVisitors })
  const target = targetRate(baseline, effect)
  if (target === null)
    throw unplannable(
      `If ${ofHundred(baseline)} of every 100 visitors convert, a difference of ${ofHundred(effect)} is impossible.`,
    )
  const visitors = plannedVisitors({ ...terms, baseline, target })
  if (visitors > MOST_VISITORS)
    throw unplannable('Finding so small a difference would take more than a billion visitors.')
  return { ...terms, minimumEffect: effect, plannedVisitors: visitors }
}

/** Smallest effect that the traffic can detect. Without visitors, uses the default plan's effect if possible. */
const effectOf = (question: Parameters<typeof defaultEffect>[0]): number =>
  question.dailyVisitors > 0 || targetRate(question.baseline, DEFAULT_PLAN.minimumEffect) === null
    ? defaultEffect(question)
    : DEFAULT_PLAN.minimumEffect

const ofHundred = (fraction: number): number => Number((fraction * 100).toFixed(6))

const unplannable = (detail: string): HttpError =>
  new HttpError(400, `${detail} Choose another difference.`, [{ path: 'minimumEffect', message: detail }])

const TRAFFIC_DAYS = 28

/** `rate` is the conversion rate of the control. null with too few visitors. */
type Traffic = { rate: number | null; dailyVisitors: number }

/** Measures the test's participants, or all visitors of its page if participants are too few and the page has more. */
export const measureTraffic = async (
  { readModel, now }: Needs,
  experiment: Experiment,
  counted: Counted,
): Promise<Traffic> => {
  const until = now()
  const from = new Date(until.getTime() - TRAFFIC_DAYS * DAY_MS)
  const run = await countParticipants(readModel, {
    ...counted,
    testName: experiment.name,
    periods: [{ from, to: null }],
    now: until,
    paceDays: TRAFFIC_DAYS,
  })
  const control = run.arms.get(experiment.variants[0]?.name ?? '')
  if (control && enoughData(control)) return { rate: rate(control), dailyVisitors: run.dailyVisitors }
  const page = await trafficOfPage(readModel, experiment, counted, from, until)
  return page.dailyVisitors > run.dailyVisitors ? page : { rate: null, dailyVisitors: run.dailyVisitors }
}

type Page = { visitors: number; converters: number; firstAt: number }

const trafficOfPage = async (
  readModel: ReadModel,
  { name, path }: Experiment,
  counted: Counted,
  from: Date,
  until: Date,
): Promise<Traffic> => {
  const [{ visitors, converters, firstAt } = { visitors: 0, converters: 0, firstAt: 0 }] =
    await readModel.rows<Page>(pageSql(counted), {
      test: name,
      page: path,
      from: from.getTime(),
      types: typesOf(counted),
    })
  const arm = { visitors, converters }
  return {
    rate: enoughData(arm) ? rate(arm) : null,
    dailyVisitors: visitors === 0 ? 0 : visitors / daysOf(until.getTime() - firstAt),
  }
}

// ClickHouse's LEFT JOIN yields 1970 for a missing `converted_at`, so the comparison is false.
const pageSql = (counted: Counted) => `
  WITH seen AS (
    SELECT session_minute, session, min(at) AS first_seen
    FROM {db:Identifier}.session_events FINAL
    WHERE kind = 'visit' AND bot = 0 AND page = {page:String} AND toUnixTimestamp64Milli(at) >= {from:Int64}
    GROUP BY session_minute, session
  )
  SELECT count() AS visitors, countIf(converted_at >= first_seen) AS converters,
    toUnixTimestamp64Milli(min(first_seen)) AS firstAt
  FROM seen LEFT JOIN (
    SELECT session_minute, session, max(reached_at) AS converted_at FROM (${reachedSql(counted)})
    WHERE (session_minute, session) IN (SELECT session_minute, session FROM seen)
    GROUP BY session_minute, session
  ) AS converted ON seen.session_minute = converted.session_minute AND seen.session = converted.session
  SETTINGS join_use_nulls = 0`
