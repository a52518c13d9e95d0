/** How many visitors and days a test needs, before it starts. */
import { sharesOf } from './run.ts'
import { reach } from './sequence.ts'
import { normalCdf, normalQuantile } from './special.ts'

export const MIN_DAYS = 14

export type PlanQuestion = {
  /** The present conversion rate and the one worth finding, fractions strictly between 0 and 1, not equal. */
  baseline: number
  target: number
  /** The error of the whole test, and the chance to find one arm that is better than all others by the effect. */
  alpha: number
  power: number
  /** Visitors of all arms together; 0 where unknown. */
  dailyVisitors: number
  split?: readonly number[]
}

type SamplePlan = {
  /** A test that is looked at once, at its end: for comparison only. */
  fixedPerArm: number
  /** Per arm at an even split, before rounding up. */
  anytimePerArm: number
  /** N*: all arms together, whole visitors, for the split asked for. */
  plannedVisitors: number
  days: number | null
}

/** The classical size per arm for two proportions: Fleiss, Levin and Paik, "Statistical methods for rates and proportions" (2003), 4.14. */
export function fixedPerArm({ baseline, target, alpha, power }: PlanQuestion): number {
  const middle = (baseline + target) / 2
  const ifEqual = normalQuantile(1 - alpha / 2) * Math.sqrt(2 * middle * (1 - middle))
  const ifDifferent = normalQuantile(power) * Math.sqrt(baseline * (1 - baseline) + target * (1 - target))
  return ((ifEqual + ifDifferent) / (target - baseline)) ** 2
}

/**
 * How far the best of k arms must lie beyond its reach so that it beats every other one with `power`: the c for which
 * ∫ φ(x) Φ(x + c√2)^(k−1) dx = power. That is R. E. Bechhofer's "single-sample multiple decision procedure for ranking
 * means" (1954), where the k − 1 differences share the best arm and so correlate by one half. For two it is z of the power.
 */
export function distanceFor(power: number, arms: number): number {
  if (arms === 2) return normalQuantile(power)
  let [low, high] = [normalQuantile(power), normalQuantile(1 - (1 - power) / (arms - 1))]
  while (high - low > 1e-12) {
    const middle = (low + high) / 2
    if (chanceToBeatAll(middle, arms) < power) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** By equal steps, which are exact to all digits for such a bell (Trefethen and Weideman, 2014). */
function chanceToBeatAll(distance: number, arms: number): number {
  const step = 1 / 8
  let sum = 0
  for (let x = -9; x <= 9; x += step)
    sum += Math.exp((-x * x) / 2) * normalCdf(x + distance * Math.SQRT2) ** (arms - 1)
  return (sum * step) / Math.sqrt(2 * Math.PI)
}

/**
 * Visitors of two arms, unrounded, at which the standard error is |target − baseline| / (reach + distance), with the
 * sequence tuned for that very size. At its own tuning size the reach does not depend on the size, so this is closed.
 */
function anytimePair(
  { baseline, target, alpha, power }: PlanQuestion,
  firstShare: number,
  arms: number,
): number {
  const reachAtPlan = reach(1, { alpha: alpha / (arms - 1), plannedVisitors: 1 })
  const variance = (baseline * (1 - baseline)) / firstShare + (target * (1 - target)) / (1 - firstShare)
  return variance * ((reachAtPlan + distanceFor(power, arms)) / (target - baseline)) ** 2
}

/** Whichever treatment is the better one, it must beat each other arm: the pair that takes longest decides. */
function anytimeTotal(question: PlanQuestion, shares: readonly number[]): number {
  const totals = shares.flatMap((share, arm) =>
    shares.flatMap((best, other) => {
      const both = share + best
      return other === 0 || other === arm ? [] : [anytimePair(question, share / both, shares.length) / both]
    }),
  )
  return Math.max(...totals)
}

/** For two arms about 1.9 times the classical size: the price of looking at any time, repaid by stopping early. */
export function samplePlan(question: PlanQuestion): SamplePlan {
  const shares = sharesOf(question.split ?? [1, 1])
  const total = anytimeTotal(question, shares)
  const plannedVisitors = shares.reduce((sum, share) => sum + Math.ceil(total * share), 0)
  return {
    fixedPerArm: fixedPerArm({ ...question, alpha: question.alpha / (shares.length - 1) }),
    anytimePerArm: anytimePair(question, 0.5, shares.length) / 2,
    plannedVisitors,
    days: daysFor(plannedVisitors, question.dailyVisitors),
  }
}

export const daysFor = (visitors: number, dailyVisitors: number): number | null =>
  dailyVisitors > 0 ? Math.max(MIN_DAYS, Math.ceil(visitors / dailyVisitors)) : null
