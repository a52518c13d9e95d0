/** Closed forms for two variants, the oracle for the product's integrals. */
import { mean, posterior } from '../experiments/statistics/posterior.ts'
import type { Arm } from '../experiments/statistics/sequence.ts'
import { lnBeta } from '../experiments/statistics/special.ts'

type Beta = ReturnType<typeof posterior>

/**
 * P(X > Y) for independent Beta variates X and Y with integer `x.a`. The closed form of Evan Miller, "Formulas for Bayesian A/B testing"
 * (2014), sums exp(lnB(a1+i, b1+b2) − ln(b2+i) − lnB(1+i, b2) − lnB(a1, b1)) over i < a2. The ratio of consecutive terms is
 * (a1+i)(b2+i) / ((a1+b1+b2+i)(1+i)). The sum starts at the largest term, so it needs one logarithm and only the significant terms.
 */
function exceeds(x: Beta, y: Beta): number {
  const growth = (i: number): number => ((y.a + i) * (x.b + i)) / ((y.a + y.b + x.b + i) * (1 + i))
  const mode = Math.ceil((y.a * x.b - y.a - y.b - x.b) / (y.b + 1))
  const start = Math.max(0, Math.min(x.a - 1, mode))
  const largest = Math.exp(
    lnBeta(y.a + start, y.b + x.b) - Math.log(x.b + start) - lnBeta(1 + start, x.b) - lnBeta(y.a, y.b),
  )
  let sum = 1
  for (let i = start, term = 1; i + 1 < x.a && term > 1e-18; i++) sum += term *= growth(i)
  for (let i = start, term = 1; i > 0 && term > 1e-18; i--) sum += term /= growth(i - 1)
  return Math.min(1, largest * sum)
}

/** P(rate of treatment > rate of control) given the data, exact at every size. */
export const chanceToWin = (control: Arm, treatment: Arm): number =>
  exceeds(posterior(treatment), posterior(control))

/** E[max(other − shipped, 0)]: expected loss of shipping a variant, in conversions for each visitor. */
function lossIfShipped(shipped: Beta, other: Beta): number {
  const raised = ({ a, b }: Beta): Beta => ({ a: a + 1, b })
  return Math.max(
    0,
    mean(other) * exceeds(raised(other), shipped) - mean(shipped) * exceeds(other, raised(shipped)),
  )
}

/**
 * Expected loss of shipping either variant, as a fraction of visitors: C. Stucchio, "Bayesian A/B testing at VWO" (2015), equation 7.3,
 * closed form. null while a variant is empty.
 */
export function expectedLoss(control: Arm, treatment: Arm): { control: number; treatment: number } | null {
  if (control.visitors === 0 || treatment.visitors === 0) return null
  const [a, b] = [posterior(control), posterior(treatment)]
  return { control: lossIfShipped(a, b), treatment: lossIfShipped(b, a) }
}
