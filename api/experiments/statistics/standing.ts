/** Which arm of a run is best. Arms are identified by index; 0 is the control. */
import { pairTuning, type RunPlan } from './run.ts'
import { type Arm, rate, reading } from './sequence.ts'

export const visitorsOf = (arms: readonly Arm[]): number =>
  arms.reduce((sum, { visitors }) => sum + visitors, 0)

/** True if the data proves that `better` has the higher rate. Compares in the order of the arms, so that the result is symmetric. */
export function beats(arms: readonly Arm[], plan: RunPlan, better: number, worse: number): boolean {
  const [first, second] = [Math.min(better, worse), Math.max(better, worse)]
  const [a, b] = [arms[first], arms[second]]
  if (!a || !b) return false
  return reading(a, b, pairTuning(plan, first, second)) === (better === second ? 'treatment' : 'control')
}

/** The arm that beats every other arm. null without one. */
export function bestArm(arms: readonly Arm[], plan: RunPlan): number | null {
  const best = arms.findIndex((_, arm) =>
    arms.every((_, other) => other === arm || beats(arms, plan, arm, other)),
  )
  return best < 0 ? null : best
}

/** Indexes of treatments that are proven better than the control. */
export const provenBetter = (arms: readonly Arm[], plan: RunPlan): number[] =>
  arms.flatMap((_, arm) => (arm > 0 && beats(arms, plan, arm, 0) ? [arm] : []))

/** The winner, or the treatment with the highest rate. */
export function leadingTreatment(
  arms: readonly (Arm & { variant: string })[],
  winner: string | null,
): number {
  const won = arms.findIndex(({ variant }) => variant === winner)
  if (won > 0) return won
  const rates = arms.map(arm => (arm.visitors === 0 ? -1 : rate(arm)))
  return rates.indexOf(Math.max(...rates.slice(1)), 1)
}
