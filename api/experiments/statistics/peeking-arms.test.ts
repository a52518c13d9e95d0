/** False verdicts, power and time to decision with two to five variants, with a look after every visitor. */
import { describe, expect, it } from 'vitest'
import { samplePlan } from '../../testing/sample-plan.ts'
import { even, watchArms } from '../../testing/simulated-arms.ts'
import { bound, FULL, report, VISITORS } from '../../testing/simulation.ts'
import { bestArm, provenBetter } from './comparison.ts'
import { DEFAULT_PLAN, type RunPlan } from './run.ts'
import type { Arm } from './sequence.ts'

const LONG = 1_200_000
const runs = FULL ? 2000 : 80

const planOf = (split: number[], plannedVisitors = DEFAULT_PLAN.plannedVisitors): RunPlan => ({
  ...DEFAULT_PLAN,
  split,
  plannedVisitors,
})

/** Any claim that staff could act on: a winner, or a treatment that is better than the control. */
const claims = (plan: RunPlan) => (arms: readonly Arm[]) => {
  const best = bestArm(arms, plan)
  if (best !== null) return `winner ${best}`
  const [better] = provenBetter(arms, plan)
  return better === undefined ? null : `better ${better}`
}

/** Two variants are here for comparison. peeking.test.ts covers them in detail. */
const CASES = (FULL ? [2, 3, 5] : [3]).flatMap(arms =>
  (FULL ? [0.02, 0.05, 0.2] : [0.05]).map(rate => [arms, rate] as const),
)

describe('a test without any difference, watched at every visitor', () => {
  it.each(CASES)(
    'a test of %d equal variants at a rate of %d has a false winner in at most 5 of 100 tests',
    { timeout: LONG },
    (arms, rate) => {
      const world = { rates: even(arms).map(() => rate), split: even(arms), visitors: VISITORS }
      const watched = watchArms(world, claims(planOf(world.split)), runs, 1100 + arms)
      report(`A/A of ${arms} arms, rate ${rate}`, watched)
      expect(watched.rate).toBeLessThanOrEqual(bound(0.05, runs))
    },
  )

  it.each(
    FULL
      ? [
          [60, 20, 20],
          [80, 5, 5, 5, 5],
        ]
      : [[80, 10, 10]],
  )(
    'a test with a split of %j has a false winner in at most 5 of 100 tests',
    { timeout: LONG },
    (...split) => {
      const world = { rates: split.map(() => 0.05), split, visitors: FULL ? 40_000 : VISITORS }
      const watched = watchArms(world, claims(planOf(split)), runs, 1200)
      report(`A/A, split ${split.join('/')}`, watched)
      expect(watched.rate).toBeLessThanOrEqual(bound(0.05, runs))
    },
  )
})

describe('a test with one arm that is better than all others by the planned effect', () => {
  it.each(FULL ? [2, 3, 5] : [3])(
    'a test of %d variants finds the better one by the planned size in at least 80 %% of runs, mostly earlier',
    { timeout: LONG },
    arms => {
      const question = {
        baseline: 0.05,
        target: FULL ? 0.06 : 0.08,
        alpha: 0.05,
        power: 0.8,
        dailyVisitors: 0,
      }
      const { plannedVisitors } = samplePlan({ ...question, split: even(arms) })
      const plan = planOf(even(arms), plannedVisitors)
      const rates = even(arms).map((_, arm) => (arm === arms - 1 ? question.target : question.baseline))
      const watched = watchArms(
        { rates, split: even(arms), visitors: plannedVisitors },
        of => bestArm(of, plan),
        runs,
        1400,
      )
      report(`power of ${arms} arms, planned ${plannedVisitors}`, watched)
      const right = watched.found.filter(best => best === arms - 1).length / runs
      expect(right).toBeGreaterThanOrEqual(0.8)
      expect(watched.medianStop).toBeLessThan(plannedVisitors * 0.8)
    },
  )
})
