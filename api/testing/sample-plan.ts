/** Sample size of a run, compared with the classical size of a fixed-horizon test. */
import { anytimePair, daysFor, type PlanQuestion, plannedVisitors } from '../experiments/statistics/plan.ts'
import { normalQuantile } from '../experiments/statistics/special.ts'

/**
 * Classical sample size of each variant for two proportions: Fleiss, Levin and Paik, "Statistical methods for rates and proportions"
 * (2003), 4.14.
 */
function fixedPerArm({ baseline, target, alpha, power }: PlanQuestion): number {
  const middle = (baseline + target) / 2
  const ifEqual = normalQuantile(1 - alpha / 2) * Math.sqrt(2 * middle * (1 - middle))
  const ifDifferent = normalQuantile(power) * Math.sqrt(baseline * (1 - baseline) + target * (1 - target))
  return ((ifEqual + ifDifferent) / (target - baseline)) ** 2
}

/** Size of each variant at an even split, before rounding. */
export const samplePlan = (question: PlanQuestion & { dailyVisitors: number }) => {
  const arms = question.split?.length ?? 2
  const planned = plannedVisitors(question)
  return {
    fixedPerArm: fixedPerArm({ ...question, alpha: question.alpha / (arms - 1) }),
    anytimePerArm: anytimePair(question, 0.5, arms) / 2,
    plannedVisitors: planned,
    days: daysFor(planned, question.dailyVisitors),
  }
}
