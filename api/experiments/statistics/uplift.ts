/** Credible interval of the relative uplift: quantiles of the ratio of two independent Beta rates. */
import { type Beta, posterior } from './bayes.ts'
import type { Arm, Interval } from './sequence.ts'

const POINTS = 1024
const STRIDE = 4

/** A density tabulated at equal steps, with what lies below each step. */
type Table = { from: number; step: number; density: Float64Array; below: Float64Array }

const sigmoid = (y: number): number => 1 / (1 + Math.exp(-y))

/**
 * A Beta's density on the logit scale, where it is smooth and log-concave whatever a and b are, over everything
 * within e⁻⁴⁰ of its peak. Sums by the trapezoidal rule with its first end correction (Euler and Maclaurin, DLMF 2.10.1).
 */
function tabulate({ a, b }: Beta): Table {
  const height = (y: number): number =>
    y < 0 ? a * y - (a + b) * Math.log1p(Math.exp(y)) : -b * y - (a + b) * Math.log1p(Math.exp(-y))
  const mode = Math.log(a / b)
  const peak = height(mode)
  const edge = (direction: number): number => {
    let distance = Math.sqrt(1 / a + 1 / b)
    while (height(mode + direction * distance) > peak - 40) distance *= 1.25
    return mode + direction * distance
  }
  const from = edge(-1)
  const step = (edge(1) - from) / (POINTS - 1)
  const density = new Float64Array(POINTS)
  const below = new Float64Array(POINTS)
  let total = 0
  let lastSlope = 0
  for (let i = 0; i < POINTS; i++) {
    const y = from + i * step
    const value = Math.exp(height(y) - peak)
    const slope = value * (a - (a + b) * sigmoid(y))
    if (i > 0)
      total += (step * (value + (density[i - 1] ?? 0))) / 2 + (step * step * (lastSlope - slope)) / 12
    density[i] = value
    below[i] = total
    lastSlope = slope
  }
  return {
    from,
    step,
    density: density.map(value => value / total),
    below: below.map(value => value / total),
  }
}

/** The share of a table's distribution below y, by cubic Hermite interpolation (DLMF 3.3.12). */
function shareBelow({ from, step, density, below }: Table, y: number): number {
  const position = (y - from) / step
  if (!(position > 0)) return 0
  const i = Math.floor(position)
  if (i + 1 >= below.length) return 1
  const t = position - i
  const [low, high] = [below[i] ?? 0, below[i + 1] ?? 1]
  const [left, right] = [step * (density[i] ?? 0), step * (density[i + 1] ?? 0)]
  const rise = high - low
  return low + t * (left + t * (3 * rise - 2 * left - right + t * (left + right - 2 * rise)))
}

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
