/** Each treatment against the control. */
import { pairTuning, type RunPlan } from './run.ts'
import { type Arm, confidenceSequence, enoughData, type Interval, type Sequence } from './sequence.ts'

const clamp = ([low, high]: Interval): Interval => [Math.max(-1, low), Math.min(1, high)]

/** Each treatment's sequence, in the order of the arms; null for the control, and while an arm is empty. */
const sequencesOf = (arms: readonly Arm[], plan: RunPlan): (Sequence | null)[] =>
  arms.map((arm, at) => {
    const control = at === 0 ? undefined : arms[0]
    return control ? confidenceSequence(control, arm, pairTuning(plan, 0, at)) : null
  })

/** No treatment can be better by as much as the effect, nor worse by it without being proven worse. */
export const gapsAreBelow = (effect: number, arms: readonly Arm[], plan: RunPlan): boolean =>
  sequencesOf(arms, plan).every(sequence => {
    if (!sequence) return true
    const [low, high] = sequence.interval
    return high < 0 || (low > -effect && high < effect)
  })

type Difference = Pick<Sequence, 'difference' | 'interval' | 'alwaysValidP'>

/** Null for the control, and for all while there is too little of any. */
export const differencesOf = (arms: readonly Arm[], plan: RunPlan): (Difference | null)[] =>
  sequencesOf(arms, plan).map(sequence => {
    if (!sequence || !enoughData(...arms)) return null
    const { difference, interval, alwaysValidP } = sequence
    return { difference, interval: clamp(interval), alwaysValidP }
  })
