import { mean, posterior, shareBelow, type Table, tabulate } from './posterior.ts'
import type { Arm, Interval } from './sequence.ts'
import { rootOf } from './special.ts'

const STRIDE = 8
/** Largest |ln(1 + uplift)| to search. The table cannot represent two rates that differ by more. */
const FARTHEST = 128

/** Table of the outer variable of the integral, with the logarithm of each rate. */
type Outer = Table & { lnRates: Float64Array }
const outerOf = (table: Table): Outer => ({
  ...table,
  lnRates: Float64Array.from(
    { length: Math.ceil(table.density.length / STRIDE) },
    (_, i) => -Math.log1p(Math.exp(-(table.from + i * STRIDE * table.step))),
  ),
})

/** Probability that the inner rate is less than the outer rate × e^lnFactor. Requires lnFactor ≤ 0. */
function shareOfPairs({ density, step, lnRates }: Outer, inner: Table, lnFactor: number): number {
  let sum = 0
  for (let i = 0; i < lnRates.length; i++) {
    const lnRate = lnFactor + (lnRates[i] ?? 0)
    sum += (density[i * STRIDE] ?? 0) * shareBelow(inner, lnRate - Math.log(-Math.expm1(lnRate)))
  }
  return sum * step * STRIDE
}

/**
 * Median and equal-tailed credible interval of the uplift rateB / rateA − 1 under flat priors. null while a variant is
 * empty. The quantiles invert F(r) = ∫ f_A(t) F_B((1+r) t) dt on the scale ln(1+r). The trapezoidal sum converges
 * exponentially (Trefethen and Weideman, 2014). For r > 0 the variants are swapped, because F_B((1+r) t) has a corner
 * at t = 1/(1+r) that would cost precision.
 */
export function credibleUplift(control: Arm, treatment: Arm, level = 0.95) {
  if (control.visitors === 0 || treatment.visitors === 0) return null
  const [ofA, ofB] = [posterior(control), posterior(treatment)]
  const [a, b] = [outerOf(tabulate(ofA)), outerOf(tabulate(ofB))]
  const below = (lnRatio: number): number =>
    lnRatio <= 0 ? shareOfPairs(a, b, lnRatio) : 1 - shareOfPairs(b, a, -lnRatio)
  const middle = Math.log(mean(ofB) / mean(ofA))
  const spread = Math.sqrt(1 / ofA.a + 1 / ofB.a)
  const tail = (1 - level) / 2
  let reach = 2 * spread
  while (reach < FARTHEST && !(below(middle - reach) < tail && below(middle + reach) >= 1 - tail)) reach *= 2
  const quantile = (share: number): number =>
    Math.expm1(rootOf(lnRatio => below(lnRatio) - share, middle - reach, middle + reach))
  const credible: Interval = [quantile(tail), quantile(1 - tail)]
  return { median: quantile(0.5), credible }
}
