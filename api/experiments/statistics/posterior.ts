/** Posterior of a rate: density and cumulative distribution, tabulated on the logit scale. */
import type { Arm } from './sequence.ts'

export type Beta = { a: number; b: number }

/** With the flat prior Beta(1, 1). */
export const posterior = (arm: Arm): Beta => ({ a: 1 + arm.converters, b: 1 + arm.visitors - arm.converters })

export const mean = ({ a, b }: Beta): number => a / (a + b)

const POINTS = 3072

/** Density and cumulative share at equal steps. */
export type Table = {
  from: number
  step: number
  density: Float64Array
  below: Float64Array
  densityAt: (y: number) => number
}

export const sigmoid = (y: number): number => 1 / (1 + Math.exp(-y))

/**
 * Density of a Beta distribution on the logit scale, where it is smooth and log-concave for every a and b. It covers everything within
 * e⁻⁴⁰ of the peak. The sums use the trapezoidal rule with an end correction (Euler-Maclaurin, DLMF 2.10.1).
 */
export function tabulate({ a, b }: Beta): Table {
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
    if (i > 0) total += (step * (value + (density[i - 1] ?? 0))) / 2 + (step ** 2 * (lastSlope - slope)) / 12
    density[i] = value
    below[i] = total
    lastSlope = slope
  }
  return {
    from,
    step,
    density: density.map(value => value / total),
    below: below.map(value => value / total),
    densityAt: y => Math.exp(height(y) - peak) / total,
  }
}

/** Cumulative distribution at y, by cubic Hermite interpolation (DLMF 3.3.12). */
export function shareBelow({ from, step, density, below }: Table, y: number): number {
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
