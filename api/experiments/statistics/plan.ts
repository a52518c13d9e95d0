/** How many visitors and days a test needs, before it starts. */
import { reach } from './sequence.ts'
import { normalQuantile } from './special.ts'

export const MIN_DAYS = 14

type PlanQuestion = {
  /** The present conversion rate and the one worth finding, fractions strictly between 0 and 1, not equal. */
  baseline: number
  target: number
  alpha: number
  power: number
  /** Visitors of both arms together; 0 where unknown. */
  dailyVisitors: number
  split?: readonly [number, number]
}

type SamplePlan = {
  /** A test that is looked at once, at its end: for comparison only. */
  fixedPerArm: number
  /** Per arm at an even split, before rounding up. */
  anytimePerArm: number
  /** N*: both arms together, whole visitors, for the split asked for. */
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
 * Visitors in total, unrounded, at which the standard error is |target − baseline| / (reach + z of the power), with the
 * sequence tuned for that very size. At its own tuning size the reach does not depend on the size, so this is closed.
 */
function anytimeTotal({ baseline, target, alpha, power }: PlanQuestion, controlShare: number): number {
  const reachAtPlan = reach(1, { alpha, plannedVisitors: 1 })
  const variance = (baseline * (1 - baseline)) / controlShare + (target * (1 - target)) / (1 - controlShare)
  return variance * ((reachAtPlan + normalQuantile(power)) / (target - baseline)) ** 2
}

/** About 1.9 times the classical size: the price of looking at any time, repaid by stopping early. */
export function samplePlan(question: PlanQuestion): SamplePlan {
  const [a, b] = question.split ?? [1, 1]
  const share = a / (a + b)
  const total = anytimeTotal(question, share)
  const plannedVisitors = Math.ceil(total * share) + Math.ceil(total * (1 - share))
  return {
    fixedPerArm: fixedPerArm(question),
    anytimePerArm: anytimeTotal(question, 0.5) / 2,
    plannedVisitors,
    days: daysFor(plannedVisitors, question.dailyVisitors),
  }
}

export const daysFor = (visitors: number, dailyVisitors: number): number | null =>
  dailyVisitors > 0 ? Math.max(MIN_DAYS, Math.ceil(visitors / dailyVisitors)) : null
