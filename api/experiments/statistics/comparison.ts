import { pairTuning, type RunPlan } from './run.ts'
import {
  type Arm,
  confidenceSequence,
  enoughData,
  type Interval,
  relativeSequence,
  type Sequence,
} from './sequence.ts'
import { credibleUplift } from './uplift.ts'

type Uplift = { median: number; credible: Interval; anytime: Interval | null }
export type Comparison = {
  difference: number
  interval: Interval
  alwaysValidP: number
  uplift: Uplift | null
}

const clamp = ([low, high]: Interval): Interval => [Math.max(-1, low), Math.min(1, high)]

/** Confidence sequence of each treatment against the control. null for the control, and while an arm is empty. */
const sequencesOf = (arms: readonly Arm[], plan: RunPlan): (Sequence | null)[] =>
  arms.map((arm, at) => {
    const control = at === 0 ? undefined : arms[0]
    return control ? confidenceSequence(control, arm, pairTuning(plan, 0, at)) : null
  })

/** True if each treatment is proven worse, or has an interval within ±effect. */
export const gapsAreBelow = (effect: number, arms: readonly Arm[], plan: RunPlan): boolean =>
  sequencesOf(arms, plan).every(sequence => {
    if (!sequence) return true
    const [low, high] = sequence.interval
    return high < 0 || (low > -effect && high < effect)
  })

type Difference = Pick<Comparison, 'difference' | 'interval' | 'alwaysValidP'>

/** null for the control. All are null while any arm has too little data. */
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
