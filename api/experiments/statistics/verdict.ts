import { describeArms } from './bayes.ts'
import { bestArm, comparisonsOf, gapsAreBelow, leadingTreatment, upliftOf, visitorsOf } from './comparison.ts'
import { daysFor, MIN_DAYS } from './plan.ts'
import { sampleRatio } from './ratio-test.ts'
import { effectOf, type RunSoFar, type State, wholeDays } from './run.ts'
import { sentence } from './sentence.ts'
import { enoughData, type Interval, rate } from './sequence.ts'
import { about, people } from './words.ts'

/**
 * A broken split overrides every other state. A stored decision is final. A new decision needs enough data and fourteen
 * days. `no_difference` also needs the planned number of visitors and `gapsAreBelow`.
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

const UNCOMPARED = { difference: null, interval: null, alwaysValidP: null }

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
  const uplift = upliftOf(arms[0], arms[leading])
  const comparison = verdicts[leading]?.comparison ?? { ...UNCOMPARED, uplift }
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
      finds: planInWords(input),
      left: leftOf(input, read, left),
    },
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}

type Read = { state: State; winner: string | null; interval: Interval | null; daysRun: number }
type Advice = { tone: 'wait' | 'choose' | 'act' | 'alarm'; words: string }

/** True if the interval already excludes 0, but the minimum duration of two weeks has not passed. */
const isAhead = ({ state, interval, daysRun }: Omit<Read, 'winner'>): boolean =>
  state === 'undecided' && daysRun < MIN_DAYS && interval !== null && (interval[0] > 0 || interval[1] < 0)

/** `left` is the number of days to the planned end. null if visitors are missing and none come. */
export function adviceOn({ arms }: RunSoFar, read: Read, left: number | null): Advice {
  switch (read.state) {
    case 'split_broken':
      return { tone: 'alarm', words: 'Check the traffic split, then start a new run' }
    case 'treatment':
      return {
        tone: 'act',
        words: `Show everyone ${arms.find(({ variant }) => variant === read.winner)?.label}`,
      }
    case 'control':
      return { tone: 'act', words: `Keep ${arms[0]?.label}` }
    case 'no_difference':
      return { tone: 'act', words: 'Keep whichever variant you prefer' }
    case 'collecting':
      return { tone: 'wait', words: visitorsOf(arms) === 0 ? 'Nothing to do yet' : 'Wait' }
    case 'undecided':
      if (isAhead(read) || (left !== null && left > 0)) return { tone: 'wait', words: 'Wait' }
      return {
        tone: 'choose',
        words: left === null ? 'Bring more visitors, or end the test' : 'End the test, or give it longer',
      }
  }
}

export const planInWords = (input: RunSoFar): string =>
  input.target
    ? `The planned visitors are enough to find a difference of ${people(effectOf(input))}.`
    : 'The planned size of the run depends on the traffic in its first week.'

export function leftOf(
  { target, startedAt }: RunSoFar,
  read: Omit<Read, 'winner'>,
  left: number | null,
): string {
  if (isAhead(read)) return `Verdict in ${about(MIN_DAYS - read.daysRun)}`
  if (!target || !startedAt) return ''
  if (left === null) return 'No end in sight at this pace'
  return left === 0 ? 'Planned end reached' : `${about(left)} left`
}
