/** Chance to be best and expected loss of several arms: a description of the data for readers, never the rule that decides. */
import { chanceToWin, expectedLoss, posterior } from './bayes.ts'
import { shareBelow, sigmoid, type Table, tabulate } from './density.ts'
import type { Arm } from './sequence.ts'

/** Nodes and weights on [−1, 1], by symmetry the half above 0: Gauss and Legendre, 8 points (Abramowitz and Stegun 25.4.30). */
const GAUSS = [
  [0.1834346424956498, 0.362683783378362],
  [0.525532409916329, 0.3137066458778873],
  [0.7966664774136267, 0.2223810344533745],
  [0.9602898564975363, 0.1012285362903763],
] as const
const PANELS = 48
const WIDEST = 0.5

/** The middle of each interval between two neighbouring ends of the arms' panels, and its half width. */
function panels(tables: readonly Table[]): [middle: number, half: number][] {
  const ends = tables.flatMap(({ from, step, density }) => {
    const width = (step * (density.length - 1)) / PANELS
    return Array.from({ length: PANELS + 1 }, (_, i) => from + i * width)
  })
  // Between arms far apart a loss still grows with the rate itself.
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

/** To each arm's sum, `weight` times what stands under the integral at y; `below`: what part of each arm lies there. */
type Term = (sums: number[], weight: number, y: number, below: readonly number[]) => void

/** ∫ over everything where a rate may lie, for each arm. Without new lists on the way: there are some thousand places. */
function integrate(tables: readonly Table[], add: Term): number[] {
  const sums = tables.map(() => 0)
  const below = tables.map(() => 0)
  for (const [middle, half] of panels(tables)) {
    if (half === 0) continue
    for (const [node, weight] of GAUSS)
      for (const side of SIDES) {
        const y = middle + side * half * node
        for (let arm = 0; arm < tables.length; arm++) below[arm] = shareBelow(tables[arm] as Table, y)
        add(sums, half * weight, y, below)
      }
  }
  return sums
}
const SIDES = [-1, 1] as const

function productBut(values: readonly number[], left: number): number {
  let product = 1
  for (let at = 0; at < values.length; at++) if (at !== left) product *= values[at] ?? 0
  return product
}

/** The density at y, by the cubic through the four table points around it (DLMF 3.3.4). */
function densityAt({ from, step, density }: Table, y: number): number {
  const position = (y - from) / step
  if (!(position >= 0) || position > density.length - 1) return 0
  const first = Math.min(Math.max(Math.floor(position) - 1, 0), density.length - 4)
  const t = position - first
  const [a, b] = [density[first] ?? 0, density[first + 1] ?? 0]
  const [c, d] = [density[first + 2] ?? 0, density[first + 3] ?? 0]
  return (
    (-a * (t - 1) * (t - 2) * (t - 3)) / 6 +
    (b * t * (t - 2) * (t - 3)) / 2 -
    (c * t * (t - 1) * (t - 3)) / 2 +
    (d * t * (t - 1) * (t - 2)) / 6
  )
}

/**
 * P(an arm's rate is the highest of all): ∫ f_i Π_{j≠i} F_j (C. Stucchio, "Bayesian A/B testing at VWO", 2015, 6.2 for two).
 * Two arms by the closed form; from three on by Gauss-Legendre, with an error below 10⁻⁶. They add up to 1.
 */
export function chancesToBeBest(arms: readonly Arm[]): number[] {
  const [first, second] = arms
  if (first && second && arms.length === 2) {
    const chance = chanceToWin(first, second)
    return [1 - chance, chance]
  }
  const tables = arms.map(arm => tabulate(posterior(arm)))
  const chances = integrate(tables, (sums, weight, y, below) => {
    for (let arm = 0; arm < tables.length; arm++)
      sums[arm] = (sums[arm] ?? 0) + weight * densityAt(tables[arm] as Table, y) * productBut(below, arm)
  })
  const total = chances.reduce((sum, chance) => sum + chance, 0)
  return chances.map(chance => chance / total)
}

/**
 * E[highest rate − rate of the arm]: what is given up, per visitor, if that arm is shipped. As ∫ F_i (1 − Π_{j≠i} F_j) dt
 * nothing cancels. Two arms by the closed form; from three on the error is below 10⁻⁷. Null while an arm is empty.
 */
export function expectedLosses(arms: readonly Arm[]): number[] | null {
  const [first, second] = arms
  if (arms.some(({ visitors }) => visitors === 0)) return null
  if (first && second && arms.length === 2) {
    const loss = expectedLoss(first, second)
    return loss && [loss.control, loss.treatment]
  }
  const tables = arms.map(arm => tabulate(posterior(arm)))
  return integrate(tables, (sums, weight, y, below) => {
    const slope = weight * sigmoid(y) * sigmoid(-y)
    for (let arm = 0; arm < below.length; arm++)
      sums[arm] = (sums[arm] ?? 0) + (below[arm] ?? 0) * (1 - productBut(below, arm)) * slope
  })
}
