/** How many visitors and days a test needs, before it starts. */
import { sharesOf } from './run.ts'
import { reach } from './sequence.ts'
import { normalCdf, normalQuantile, rootOf } from './special.ts'

export const MIN_DAYS = 14

export type PlanQuestion = {
  /** The present conversion rate and the one worth finding, fractions strictly between 0 and 1, not equal. */
  baseline: number
  target: number
  /** The error of the whole test, and the chance to find one arm that is better than all others by the effect. */
  alpha: number
  power: number
  split?: readonly number[]
}

/**
 * How far the best of k arms must lie beyond its reach so that it beats every other one with `power`: the c for which
 * ∫ φ(x) Φ(x + c√2)^(k−1) dx = power. That is R. E. Bechhofer's "single-sample multiple decision procedure for ranking
 * means" (1954), where the k − 1 differences share the best arm and so correlate by one half. For two it is z of the power.
 */
export function distanceFor(power: number, arms: number): number {
  if (arms === 2) return normalQuantile(power)
  const most = normalQuantile(1 - (1 - power) / (arms - 1))
  return rootOf(distance => chanceToBeatAll(distance, arms) - power, normalQuantile(power), most)
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
export function anytimePair(
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

/**
 * N*: whole visitors of all arms together, for the split. For two arms about 1.9 times the classical size: the price of looking at
 * any time, repaid by stopping early.
 */
export function plannedVisitors(question: PlanQuestion): number {
  const shares = sharesOf(question.split ?? [1, 1])
  const total = anytimeTotal(question, shares)
  return shares.reduce((sum, share) => sum + Math.ceil(total * share), 0)
}

export const daysFor = (visitors: number, dailyVisitors: number): number | null =>
  dailyVisitors > 0 ? Math.max(MIN_DAYS, Math.ceil(visitors / dailyVisitors)) : null
