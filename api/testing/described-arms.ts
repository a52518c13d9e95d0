import { describeArms } from '../experiments/statistics/bayes.ts'
import type { Arm } from '../experiments/statistics/sequence.ts'

export const chancesToBeBest = (arms: readonly Arm[]): number[] =>
  describeArms(arms).map(({ chanceToWin }) => chanceToWin)

export const expectedLosses = (arms: readonly Arm[]): number[] | null => {
  const losses = describeArms(arms).flatMap(({ expectedLoss }) => expectedLoss ?? [])
  return losses.length < arms.length ? null : losses
}

export const chanceToWin = (control: Arm, treatment: Arm): number =>
  chancesToBeBest([control, treatment])[1] ?? Number.NaN

export const expectedLoss = (control: Arm, treatment: Arm) => {
  const [ofControl, ofTreatment] = expectedLosses([control, treatment]) ?? []
  return ofControl === undefined || ofTreatment === undefined
    ? null
    : { control: ofControl, treatment: ofTreatment }
}
