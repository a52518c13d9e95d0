/** Default minimum effect: the smallest that the traffic can detect. */
import { type PlanQuestion, plannedVisitors } from './plan.ts'
import { type RunSoFar, type Target, wholeDays } from './run.ts'
import { enoughData, rate } from './sequence.ts'

export const PLAN_DAYS = 56

/** Round differences: 1, 1.5, 2, 3, 4, 5 and 7.5 in 10,000, 1,000, 100 and 10. */
const STEPS = [1, 10, 100, 1000].flatMap(unit =>
  [1, 1.5, 2, 3, 4, 5, 7.5].map(step => (step * unit) / 10_000),
)

const MOST = 0.5

/** baseline + effect, or baseline − effect if that exceeds 1. null if both are outside (0, 1). */
export const targetRate = (baseline: number, effect: number): number | null =>
  [baseline + effect, baseline - effect].find(rate => rate > 0 && rate < 1) ?? null

/** The smallest step that eight weeks of `dailyVisitors` can detect. The largest possible step if there is none. */
export function defaultEffect(question: Omit<PlanQuestion, 'target'> & { dailyVisitors: number }): number {
  const possible = STEPS.filter(step => step <= MOST && targetRate(question.baseline, step) !== null)
  const enough = possible.find(step => {
    const target = targetRate(question.baseline, step) ?? question.baseline
    return plannedVisitors({ ...question, target }) <= PLAN_DAYS * question.dailyVisitors
  })
  return enough ?? possible.at(-1) ?? MOST
}

/** One week, so that weekdays and weekend are both included. */
const AFTER_DAYS = 7

/** Size of an unplanned run: eight weeks of its traffic. null before one whole week, enough data and visitors. */
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
