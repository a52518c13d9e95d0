/** Credible interval of the relative uplift: quantiles of the ratio of two independent Beta rates. */
import { posterior } from './bayes.ts'
import { shareBelow, type Table, tabulate } from './density.ts'
import type { Arm, Interval } from './sequence.ts'

const STRIDE = 4

/** P(inner's rate < outer's rate × e^lnFactor) for lnFactor ≤ 0. */
function shareOfPairs(outer: Table, inner: Table, lnFactor: number): number {
  let sum = 0
  for (let i = 0; i < outer.density.length; i += STRIDE) {
    const lnRate = lnFactor - Math.log1p(Math.exp(-(outer.from + i * outer.step)))
    sum += (outer.density[i] ?? 0) * shareBelow(inner, lnRate - Math.log(-Math.expm1(lnRate)))
  }
  return sum * outer.step * STRIDE
}

type CredibleUplift = { median: number; credible: Interval }

/**
 * Median and equal-tailed credible interval of rateB / rateA − 1 under flat priors; null while an arm is empty.
 * F(r) = ∫ f_A(t) F_B((1+r) t) dt, inverted by bisection on ln(1+r). The integral is a plain sum at equal steps
 * on the logit scale, which converges faster than any power of the step (Trefethen and Weideman,
 * "The exponentially convergent trapezoidal rule", 2014). Above r = 0 the arms change places, because there
 * F_B((1+r) t) has a corner at t = 1/(1+r), and a corner costs the sum its precision.
 */
export function credibleUplift(control: Arm, treatment: Arm, level = 0.95): CredibleUplift | null {
  if (control.visitors === 0 || treatment.visitors === 0) return null
  const a = tabulate(posterior(control))
  const b = tabulate(posterior(treatment))
  const below = (lnRatio: number): number =>
    lnRatio <= 0 ? shareOfPairs(a, b, lnRatio) : 1 - shareOfPairs(b, a, -lnRatio)
  const quantile = (share: number): number => {
    let [low, high] = [-128, 128]
    while (high - low > 1e-12) {
      const middle = (low + high) / 2
      if (below(middle) < share) low = middle
      else high = middle
    }
    return Math.expm1((low + high) / 2)
  }
  const tail = (1 - level) / 2
  return { median: quantile(0.5), credible: [quantile(tail), quantile(1 - tail)] }
}
