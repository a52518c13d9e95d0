/** What a running test says today, safe to read at any moment. */
import { chanceToWin, expectedLoss } from './bayes.ts'
import { daysFor, MIN_DAYS } from './plan.ts'
import { sampleRatio } from './ratio-test.ts'
import { type NamedArm, type RunSoFar, type State, wholeDays } from './run.ts'
import { sentence } from './sentence.ts'
import {
  confidenceSequence,
  type Interval,
  rate,
  reading,
  relativeSequence,
  type Sequence,
} from './sequence.ts'
import { credibleUplift } from './uplift.ts'

/** A broken split hides everything, a kept decision stays; a new one needs enough data, fourteen days and a clear sequence. */
export function stateOf(input: RunSoFar, alarm: boolean): State {
  if (alarm) return 'split_broken'
  if (input.decision) return input.decision.outcome
  const { control, treatment, plan } = input
  const now = reading(control, treatment, plan)
  if (now === 'collecting') return now
  if (wholeDays(input.underWaySince, input.now) < MIN_DAYS) return 'undecided'
  if (now !== 'undecided') return now
  const visitors = control.visitors + treatment.visitors
  const interval = confidenceSequence(control, treatment, plan)?.interval
  const inside = interval && interval[0] > -plan.minimumEffect && interval[1] < plan.minimumEffect
  return visitors >= plan.plannedVisitors && inside ? 'no_difference' : 'undecided'
}

function daysLeft({ control, treatment, plan, dailyVisitors, underWaySince, now }: RunSoFar): number | null {
  const missing = Math.max(0, plan.plannedVisitors - control.visitors - treatment.visitors)
  const weeks = Math.max(0, MIN_DAYS - wholeDays(underWaySince, now))
  if (missing === 0) return weeks
  return daysFor(missing, dailyVisitors) === null ? null : Math.max(weeks, Math.ceil(missing / dailyVisitors))
}

function armVerdict(arm: NamedArm, chance: number, loss: number | undefined) {
  const { variant, visitors, converters } = arm
  return {
    variant,
    visitors,
    converters,
    rate: visitors === 0 ? null : rate(arm),
    chanceToWin: chance,
    expectedLoss: loss ?? null,
  }
}

const clamp = ([low, high]: Interval): Interval => [Math.max(-1, low), Math.min(1, high)]

/** Null before there is enough data. */
function measured(sequence: Sequence | null) {
  if (!sequence) return { difference: null, interval: null, alwaysValidP: null }
  const { difference, interval, alwaysValidP } = sequence
  return { difference, interval: clamp(interval), alwaysValidP }
}

/** Pure: the same input gives the same verdict. */
export function verdict(input: RunSoFar) {
  const { control, treatment, plan } = input
  const { logBayesFactor: _, ...srm } = sampleRatio([control.visitors, treatment.visitors], plan.split)
  const state = stateOf(input, srm.alarm)
  const enough = reading(control, treatment, plan) !== 'collecting'
  const chance = chanceToWin(control, treatment)
  const loss = expectedLoss(control, treatment)
  const uplift = control.converters > 0 ? credibleUplift(control, treatment) : null
  const left = daysLeft(input)
  const decided = state === 'treatment' || state === 'control' || state === 'no_difference'
  const decidedAt = input.decision?.at ?? (decided ? input.now : null)
  return {
    testName: input.testName,
    startedAt: input.startedAt?.toISOString() ?? null,
    daysRun: wholeDays(input.startedAt, input.now),
    state,
    sentence: sentence(input, state, srm.expected, left),
    arms: [armVerdict(control, 1 - chance, loss?.control), armVerdict(treatment, chance, loss?.treatment)],
    ...measured(enough ? confidenceSequence(control, treatment, plan) : null),
    uplift: uplift && { ...uplift, anytime: enough ? relativeSequence(control, treatment, plan) : null },
    srm,
    sawBoth: input.sawBoth,
    plan: {
      alpha: plan.alpha,
      power: plan.power,
      minimumEffect: plan.minimumEffect,
      plannedVisitors: plan.plannedVisitors,
      dailyVisitors: input.dailyVisitors,
      daysLeft: left,
    },
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}

export type Verdict = ReturnType<typeof verdict>
