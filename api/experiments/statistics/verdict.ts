/** The verdict on a run. It is valid at every look. */
import { adviceOn, findsOf, leftOf } from './advice.ts'
import { describeArms } from './bayes.ts'
import { comparisonsOf, gapsAreBelow, upliftOf } from './comparison.ts'
import { daysFor, MIN_DAYS } from './plan.ts'
import { sampleRatio } from './ratio-test.ts'
import { effectOf, type RunSoFar, type State, wholeDays } from './run.ts'
import { sentence } from './sentence.ts'
import { type Arm, enoughData, rate } from './sequence.ts'
import { bestArm, leadingTreatment, visitorsOf } from './standing.ts'

/**
 * A broken split overrides everything. A stored decision stays. A new decision needs enough data, fourteen days and a sequence that
 * excludes 0. `no_difference` needs a plan: the size of an unplanned run implies no minimum effect.
 */
export function stateOf(input: RunSoFar, alarm: boolean): State {
  if (alarm) return 'split_broken'
  if (input.decision) return input.decision.outcome
  const { arms, plan } = input
  if (!enoughData(...arms)) return 'collecting'
  if (wholeDays(input.underWaySince, input.now) < MIN_DAYS) return 'undecided'
  const best = bestArm(arms, plan)
  if (best !== null) return best === 0 ? 'control' : 'treatment'
  return visitorsOf(arms) >= plan.plannedVisitors && gapsAreBelow(plan.minimumEffect, arms, plan)
    ? 'no_difference'
    : 'undecided'
}

function daysLeft({ arms, target, dailyVisitors, underWaySince, now }: RunSoFar): number | null {
  const missing = target ? Math.max(0, target.visitors - visitorsOf(arms)) : 0
  const weeks = Math.max(0, MIN_DAYS - wholeDays(underWaySince, now))
  if (missing === 0) return weeks
  return daysFor(missing, dailyVisitors) === null ? null : Math.max(weeks, Math.ceil(missing / dailyVisitors))
}

function armVerdicts({ arms, plan }: RunSoFar) {
  const described = describeArms(arms)
  const comparisons = comparisonsOf(arms, plan)
  return arms.map((arm, at) => ({
    variant: arm.variant,
    visitors: arm.visitors,
    converters: arm.converters,
    rate: arm.visitors === 0 ? null : rate(arm),
    ...(described[at] ?? { chanceToWin: 0, expectedLoss: null }),
    comparison: comparisons[at] ?? null,
  }))
}

/** null unless the state is `treatment` or `control`. */
function winnerOf({ arms, plan, decision }: RunSoFar, state: State): string | null {
  if (state !== 'treatment' && state !== 'control') return null
  return decision ? decision.winner : (arms[bestArm(arms, plan) ?? -1]?.variant ?? null)
}

/** Result with too little data for an interval. */
const uncompared = (arms: readonly Arm[], leading: number) => ({
  difference: null,
  interval: null,
  alwaysValidP: null,
  uplift: upliftOf(arms[0], arms[leading]),
})

/** Pure function. */
export function verdict(input: RunSoFar) {
  const { arms, plan } = input
  const { logBayesFactor: _, ...srm } = sampleRatio(
    arms.map(arm => arm.visitors),
    plan.split,
  )
  const state = stateOf(input, srm.alarm)
  const left = daysLeft(input)
  const winner = winnerOf(input, state)
  const leading = leadingTreatment(arms, winner)
  const verdicts = armVerdicts(input)
  const decided = state === 'treatment' || state === 'control' || state === 'no_difference'
  const decidedAt = input.decision?.at ?? (decided ? input.now : null)
  const daysRun = wholeDays(input.startedAt, input.now)
  const comparison = verdicts[leading]?.comparison ?? uncompared(arms, leading)
  const read = { state, winner, daysRun, interval: comparison.interval }
  return {
    testName: input.testName,
    startedAt: input.startedAt?.toISOString() ?? null,
    daysRun,
    state,
    winner,
    sentence: sentence(input, state, srm.expected, left),
    advice: adviceOn(input, read, left),
    arms: verdicts,
    leading: arms[leading]?.variant ?? '',
    ...comparison,
    srm,
    sawBoth: input.sawBoth,
    plan: {
      alpha: plan.alpha,
      power: plan.power,
      minimumEffect: effectOf(input),
      plannedVisitors: plan.plannedVisitors,
      targetVisitors: input.target?.visitors ?? null,
      dailyVisitors: input.dailyVisitors,
      daysLeft: left,
      finds: findsOf(input),
      left: leftOf(input, read, left),
    },
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}
