import { type RunSoFar, sharesOf, type Target, wholeDays } from './run.ts'
import { enoughData, rate, reach } from './sequence.ts'
import { normalCdf, normalQuantile, rootOf } from './special.ts'

export const MIN_DAYS = 14

export type PlanQuestion = {
  /** Conversion rates. Both are between 0 and 1, and they differ. */
  baseline: number
  target: number
  /** `alpha` is the family-wise error rate, `power` the chance to find a variant that is best by the planned effect. */
  alpha: number
  power: number
  split?: readonly number[]
}

/**
 * Distance c beyond `reach`, in standard errors, at which the best of k variants beats all others with probability
 * `power`. c solves ∫ φ(x) Φ(x + c√2)^(k−1) dx = power (R. E. Bechhofer, "A single-sample multiple decision procedure
 * for ranking means", 1954).
 */
export function distanceFor(power: number, arms: number): number {
  if (arms === 2) return normalQuantile(power)
  const most = normalQuantile(1 - (1 - power) / (arms - 1))
  return rootOf(distance => chanceToBeatAll(distance, arms) - power, normalQuantile(power), most)
}

/** Trapezoidal rule. It is exact to machine precision for this integrand (Trefethen and Weideman, 2014). */
function chanceToBeatAll(distance: number, arms: number): number {
  const step = 1 / 8
  let sum = 0
  for (let x = -9; x <= 9; x += step)
    sum += Math.exp((-x * x) / 2) * normalCdf(x + distance * Math.SQRT2) ** (arms - 1)
  return (sum * step) / Math.sqrt(2 * Math.PI)
}

/**
 * Planned visitors of two variants together, not rounded. At this number, `reach` is a constant, and the standard error
 * is |target − baseline| ÷ (reach + distance).
 */
export function anytimePair(
  { baseline, target, alpha, power }: PlanQuestion,
  firstShare: number,
  arms: number,
): number {
  const reachAtPlan = reach(1, { alpha: alpha / (arms - 1), plannedVisitors: 1 })
  const variance = (baseline * (1 - baseline)) / firstShare + (target * (1 - target)) / (1 - firstShare)
  return variance * ((reachAtPlan + distanceFor(power, arms)) / (target - baseline)) ** 2
}

/** The best variant must beat every other variant, so the slowest pair determines the size. */
function anytimeTotal(question: PlanQuestion, shares: readonly number[]): number {
  const totals = shares.flatMap((share, arm) =>
    shares.flatMap((best, other) => {
      const both = share + best
      return other === 0 || other === arm ? [] : [anytimePair(question, share / both, shares.length) / both]
    }),
  )
  return Math.max(...totals)
}

/**
 * N*, the planned number of visitors of all variants together. For two variants, N* is about 1.9 times the classical
 * sample size, because staff may stop at any look.
 */
export function plannedVisitors(question: PlanQuestion): number {
  const shares = sharesOf(question.split ?? [1, 1])
  const total = anytimeTotal(question, shares)
  return shares.reduce((sum, share) => sum + Math.ceil(total * share), 0)
}

export const daysFor = (visitors: number, dailyVisitors: number): number | null =>
  dailyVisitors > 0 ? Math.max(MIN_DAYS, Math.ceil(visitors / dailyVisitors)) : null

const PLAN_DAYS = 56

/** Effects with round numbers: 1, 1.5, 2, 3, 4, 5 or 7.5 visitors in 10,000, in 1,000, in 100 and in 10. */
const STEPS = [1, 10, 100, 1000].flatMap(unit =>
  [1, 1.5, 2, 3, 4, 5, 7.5].map(step => (step * unit) / 10_000),
)

const MOST = 0.5

/** baseline + effect, or baseline − effect if the sum is not below 1. null if neither is between 0 and 1. */
export const targetRate = (baseline: number, effect: number): number | null =>
  [baseline + effect, baseline - effect].find(rate => rate > 0 && rate < 1) ?? null

/** Smallest of STEPS that eight weeks of `dailyVisitors` can detect, else the largest possible step. */
export function defaultEffect(question: Omit<PlanQuestion, 'target'> & { dailyVisitors: number }): number {
  const possible = STEPS.filter(step => step <= MOST && targetRate(question.baseline, step) !== null)
  const enough = possible.find(step => {
    const target = targetRate(question.baseline, step) ?? question.baseline
    return plannedVisitors({ ...question, target }) <= PLAN_DAYS * question.dailyVisitors
  })
  return enough ?? possible.at(-1) ?? MOST
}

/** One week includes weekdays and a weekend. */
const AFTER_DAYS = 7

/** Size of a run without a plan. null during the first week, without enough data, and without visitors. */
export function ownTarget({ arms, plan, underWaySince, now, dailyVisitors }: RunSoFar): Target | null {
  const [control] = arms
  if (!control || !enoughData(...arms) || wholeDays(underWaySince, now) < AFTER_DAYS || dailyVisitors === 0)
    return null
  const { alpha, power, split } = plan
  const question = { baseline: rate(control), alpha, power, split, dailyVisitors }
  const effect = defaultEffect(question)
  const target = targetRate(question.baseline, effect)
  return target === null ? null : { visitors: plannedVisitors({ ...question, target }), effect }
}
