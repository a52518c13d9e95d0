/** The default effect of a test: the smallest that its traffic can find. */
import { type PlanQuestion, plannedVisitors } from './plan.ts'
import { type RunSoFar, type Target, wholeDays } from './run.ts'
import { enoughData, rate } from './sequence.ts'

export const PLAN_DAYS = 56

/** Differences that people speak of: 1, 1.5, 2, 3, 4, 5 and 7.5 of 10,000, of 1,000, of 100, of 10. */
const STEPS = [1, 10, 100, 1000].flatMap(unit =>
  [1, 1.5, 2, 3, 4, 5, 7.5].map(step => (step * unit) / 10_000),
)

const MOST = 0.5

/** Upwards, or downwards where a rate cannot rise by as much; null where it can do neither. */
export const targetRate = (baseline: number, effect: number): number | null =>
  [baseline + effect, baseline - effect].find(rate => rate > 0 && rate < 1) ?? null

/** The smallest step for which eight weeks of `dailyVisitors` are enough; the greatest possible where none is. */
export function defaultEffect(question: Omit<PlanQuestion, 'target'> & { dailyVisitors: number }): number {
  const possible = STEPS.filter(step => step <= MOST && targetRate(question.baseline, step) !== null)
  const enough = possible.find(step => {
    const target = targetRate(question.baseline, step) ?? question.baseline
    return plannedVisitors({ ...question, target }) <= PLAN_DAYS * question.dailyVisitors
  })
  return enough ?? possible.at(-1) ?? MOST
}

/** Weekdays and weekends both show in it. */
const AFTER_DAYS = 7

/** The size of an unplanned run, from the effect that eight weeks of its traffic can find. null without a whole week, a first reading or visitors. */
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
