/** The size of a run that nobody planned, from its own traffic. */
import { defaultEffect, targetRate } from './default-effect.ts'
import { samplePlan } from './plan.ts'
import { type RunSoFar, type Target, wholeDays } from './run.ts'
import { enoughData, rate } from './sequence.ts'

/** Weekdays and weekends both show in it. */
const AFTER_DAYS = 7

/** What eight weeks of its traffic can find; null while a whole week or a first reading is missing, or nobody comes. */
export function ownTarget({ arms, plan, underWaySince, now, dailyVisitors }: RunSoFar): Target | null {
  const [control] = arms
  if (!control || !enoughData(...arms) || wholeDays(underWaySince, now) < AFTER_DAYS || dailyVisitors === 0)
    return null
  const { alpha, power, split } = plan
  const question = { baseline: rate(control), alpha, power, split, dailyVisitors }
  const effect = defaultEffect(question)
  const target = targetRate(question.baseline, effect)
  return target === null ? null : { visitors: samplePlan({ ...question, target }).plannedVisitors, effect }
}
