import { pairTuning, type RunPlan } from './run.ts'
import {
  type Arm,
  confidenceSequence,
  enoughData,
  type Interval,
  rate,
  reading,
  relativeSequence,
  type Sequence,
} from './sequence.ts'
import { credibleUplift } from './uplift.ts'

export const visitorsOf = (arms: readonly Arm[]): number =>
  arms.reduce((sum, { visitors }) => sum + visitors, 0)

/** Compares the two variants in the plan's order, so that one interval serves both directions. */
export function beats(arms: readonly Arm[], plan: RunPlan, better: number, worse: number): boolean {
  const [first, second] = [Math.min(better, worse), Math.max(better, worse)]
  const [a, b] = [arms[first], arms[second]]
  if (!a || !b) return false
  return reading(a, b, pairTuning(plan, first, second)) === (better === second ? 'treatment' : 'control')
}

/** The variant that beats every other variant. null if there is none. */
export function bestArm(arms: readonly Arm[], plan: RunPlan): number | null {
  const best = arms.findIndex((_, arm) =>
    arms.every((_, other) => other === arm || beats(arms, plan, arm, other)),
  )
  return best < 0 ? null : best
}

export const provenBetter = (arms: readonly Arm[], plan: RunPlan): number[] =>
  arms.flatMap((_, arm) => (arm > 0 && beats(arms, plan, arm, 0) ? [arm] : []))

export function leadingTreatment(
  arms: readonly (Arm & { variant: string })[],
  winner: string | null,
): number {
  const won = arms.findIndex(({ variant }) => variant === winner)
  if (won > 0) return won
  const rates = arms.map(arm => (arm.visitors === 0 ? -1 : rate(arm)))
  return rates.indexOf(Math.max(...rates.slice(1)), 1)
}

type Uplift = { median: number; credible: Interval; anytime: Interval | null }
export type Comparison = {
  difference: number
  interval: Interval
  alwaysValidP: number
  uplift: Uplift | null
}

const clamp = ([low, high]: Interval): Interval => [Math.max(-1, low), Math.min(1, high)]

/** Confidence sequence of each treatment against the control. null for the control, and while a variant is empty. */
const sequencesOf = (arms: readonly Arm[], plan: RunPlan): (Sequence | null)[] =>
  arms.map((arm, at) => {
    const control = at === 0 ? undefined : arms[0]
    return control ? confidenceSequence(control, arm, pairTuning(plan, 0, at)) : null
  })

/** True if each treatment's interval lies either below 0 (proven worse than the control) or within ±effect. */
export const gapsAreBelow = (effect: number, arms: readonly Arm[], plan: RunPlan): boolean =>
  sequencesOf(arms, plan).every(sequence => {
    if (!sequence) return true
    const [low, high] = sequence.interval
    return high < 0 || (low > -effect && high < effect)
  })

type Difference = Pick<Comparison, 'difference' | 'interval' | 'alwaysValidP'>

/** null for the control. All are null while any variant has too little data. */
export const differencesOf = (arms: readonly Arm[], plan: RunPlan): (Difference | null)[] =>
  sequencesOf(arms, plan).map(sequence => {
    if (!sequence || !enoughData(...arms)) return null
    const { difference, interval, alwaysValidP } = sequence
    return { difference, interval: clamp(interval), alwaysValidP }
  })

export const comparisonsOf = (arms: readonly Arm[], plan: RunPlan): (Comparison | null)[] =>
  differencesOf(arms, plan).map((difference, at) => {
    const [control, arm] = [arms[0], arms[at]]
    if (!difference || !control || !arm) return null
    const uplift = upliftOf(control, arm)
    return {
      ...difference,
      uplift: uplift && { ...uplift, anytime: relativeSequence(control, arm, pairTuning(plan, 0, at)) },
    }
  })

/** null until the control has a conversion. */
export function upliftOf(control: Arm | undefined, arm: Arm | undefined): Uplift | null {
  const uplift = control && arm && control.converters > 0 ? credibleUplift(control, arm) : null
  return uplift && { ...uplift, anytime: null }
}
