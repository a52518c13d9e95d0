/** Bayesian chance to win and expected loss. They are descriptive: no verdict depends on them. */
import { posterior, shareBelow, sigmoid, type Table, tabulate } from './posterior.ts'
import type { Arm } from './sequence.ts'

/** Nodes and weights of 8-point Gauss-Legendre quadrature on [−1, 1] (Abramowitz and Stegun 25.4.30). */
const GAUSS = [
  [0.1834346424956498, 0.362683783378362],
  [0.525532409916329, 0.3137066458778873],
  [0.7966664774136267, 0.2223810344533745],
  [0.9602898564975363, 0.1012285362903763],
].flatMap(([node = 0, weight = 0]) => [[-node, weight] as const, [node, weight] as const])
const PANELS = 48
const WIDEST = 0.5

/** Splits the axis into integration intervals at the panel ends of all variants. */
function panels(tables: readonly Table[]): [middle: number, half: number][] {
  const ends = tables.flatMap(({ from, step, density }) => {
    const width = (step * (density.length - 1)) / PANELS
    return Array.from({ length: PANELS + 1 }, (_, i) => from + i * width)
  })
  // The loss integral also needs panels in the gap between distant variants.
  const [first, last] = [Math.min(...ends), Math.max(...ends)]
  const between = Array.from(
    { length: Math.floor((last - first) / WIDEST) },
    (_, i) => first + (i + 1) * WIDEST,
  )
  const sorted = [...ends, ...between].toSorted((a, b) => a - b)
  return sorted.slice(1).map((end, i) => {
    const start = sorted[i] ?? end
    return [(start + end) / 2, (end - start) / 2]
  })
}

/**
 * Chance to win is the probability that the variant's rate is the highest: ∫ f_i Π_{j≠i} F_j, with density f and
 * distribution function F (C. Stucchio, "Bayesian A/B testing at VWO", 2015, section 6.2 for two variants). Expected
 * loss is the mean of (highest rate − rate of the variant). The form ∫ F_i (1 − Π_{j≠i} F_j) dt avoids cancellation.
 * The loss is null while a variant is empty.
 */
export function describeArms(arms: readonly Arm[]): { chanceToWin: number; expectedLoss: number | null }[] {
  const tables = arms.map(arm => tabulate(posterior(arm)))
  const sums = arms.map(() => ({ chance: 0, loss: 0 }))
  for (const [middle, half] of panels(tables))
    for (const [node, weight] of GAUSS) {
      const y = middle + half * node
      const below = tables.map(table => shareBelow(table, y))
      const slope = sigmoid(y) * sigmoid(-y)
      for (const [arm, sum] of sums.entries()) {
        const others = below.reduce((product, share, at) => (at === arm ? product : product * share), 1)
        sum.chance += half * weight * (tables[arm]?.densityAt(y) ?? 0) * others
        sum.loss += half * weight * slope * (below[arm] ?? 0) * (1 - others)
      }
    }
  const total = sums.reduce((total, { chance }) => total + chance, 0)
  const isEmpty = arms.some(({ visitors }) => visitors === 0)
  return sums.map(({ chance, loss }) => ({
    chanceToWin: chance / total,
    expectedLoss: isEmpty ? null : loss,
  }))
}
