/** Classical statistics for a single look at a fixed sample size, as a negative control for simulations. The product never uses them. */
import { type Arm, type Interval, rate, standardError } from '../experiments/statistics/sequence.ts'
import { erfc, normalQuantile } from '../experiments/statistics/special.ts'

type OneLook = { z: number; p: number; interval: Interval }

/** Unpooled Wald statistic of two proportions. NaN if the standard error is 0. */
export const waldZ = (control: Arm, treatment: Arm): number =>
  (rate(treatment) - rate(control)) / standardError(control, treatment)

/** Wald test and interval of two proportions. null if the standard error is 0 or a variant is empty. */
export function oneLook(control: Arm, treatment: Arm, alpha: number): OneLook | null {
  if (control.visitors === 0 || treatment.visitors === 0) return null
  const error = standardError(control, treatment)
  if (error === 0) return null
  const difference = rate(treatment) - rate(control)
  const halfWidth = normalQuantile(1 - alpha / 2) * error
  const z = waldZ(control, treatment)
  return {
    z,
    p: erfc(Math.abs(z) / Math.SQRT2),
    interval: [difference - halfWidth, difference + halfWidth],
  }
}
