/** Posterior of a rate: density and cumulative distribution, tabulated on the logit scale. */
import type { Arm } from './sequence.ts'

export type Beta = { a: number; b: number }

/** Posterior of an arm's rate under the flat prior Beta(1, 1). */
export const posterior = (arm: Arm): Beta => ({ a: 1 + arm.converters, b: 1 + arm.visitors - arm.converters })

export const mean = ({ a, b }: Beta): number => a / (a + b)

const POINTS = 3072

/** Density, its slope, and the cumulative distribution (`below`), tabulated at equal steps. */
export type Table = {
  from: number
  step: number
  density: Float64Array
  slope: Float64Array
  below: Float64Array
  densityAt: (y: number) => number
}

export const sigmoid = (y: number): number => 1 / (1 + Math.exp(-y))

/**
 * Tabulates a Beta distribution on the logit scale, where its density is smooth and log-concave. The table ends
 * where the density falls below e⁻⁴⁰ of its peak. The sums use the trapezoidal rule with two end corrections
 * (Euler-Maclaurin, DLMF 2.10.1).
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
  const slope = new Float64Array(POINTS)
  const below = new Float64Array(POINTS)
  let total = 0
  let lastThird = 0
  for (let i = 0; i < POINTS; i++) {
    const y = from + i * step
    const value = Math.exp(height(y) - peak)
    // Derivatives of the density, from those of the log density.
    const share = sigmoid(y)
    const first = a - (a + b) * share
    const second = -(a + b) * share * (1 - share)
    const third = value * (first ** 3 + 3 * first * second + second * (1 - 2 * share))
    const [lastValue, lastSlope] = [density[i - 1] ?? 0, slope[i - 1] ?? 0]
    density[i] = value
    slope[i] = value * first
    if (i > 0)
      total +=
        (step * (value + lastValue)) / 2 +
        (step ** 2 * (lastSlope - value * first)) / 12 -
        (step ** 4 * (lastThird - third)) / 720
    below[i] = total
    lastThird = third
  }
  return {
    from,
    step,
    density: density.map(value => value / total),
    slope: slope.map(value => value / total),
    below: below.map(value => value / total),
    densityAt: y => Math.exp(height(y) - peak) / total,
  }
}

/** Cumulative distribution at y, by quintic Hermite interpolation (DLMF 3.3.12). */
export function shareBelow({ from, step, density, slope, below }: Table, y: number): number {
  const position = (y - from) / step
  if (!(position > 0)) return 0
  const i = Math.floor(position)
  if (i + 1 >= below.length) return 1
  const t = position - i
  const [low, high] = [below[i] ?? 0, below[i + 1] ?? 1]
  const [left, right] = [step * (density[i] ?? 0), step * (density[i + 1] ?? 0)]
  const [leftBend, rightBend] = [step ** 2 * (slope[i] ?? 0), step ** 2 * (slope[i + 1] ?? 0)]
  // A parabola with the left end's value, slope and second derivative has these errors at the right end.
  const value = high - low - left - leftBend / 2
  const rise = right - left - leftBend
  const bend = rightBend - leftBend
  const cubic = 10 * value - 4 * rise + bend / 2
  const quartic = -15 * value + 7 * rise - bend
  const quintic = 6 * value - 3 * rise + bend / 2
  return low + t * (left + t * (leftBend / 2 + t * (cubic + t * (quartic + t * quintic))))
}
