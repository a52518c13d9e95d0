/** Whether a score is too low. A few mutants chosen by chance fall short of what all of them reach: that alone is no failure. */
import { per100, type Score } from './score.ts'

type Counts = Pick<Score, 'mutants' | 'killed'>

/** How often a sample of a folder that just reaches the bound may be called too low. */
const BY_CHANCE = 0.01

export const isUnder = (score: Counts, bound: number, isSample: boolean): boolean =>
  per100(score) < bound && (!isSample || atMost(score, bound / 100) < BY_CHANCE)

/** The chance that so few or fewer are noticed where each is with probability `p`: the binomial distribution. */
const atMost = ({ mutants, killed }: Counts, p: number): number => {
  let term = (1 - p) ** mutants
  let sum = term
  for (let k = 1; k <= killed; k++) {
    term *= ((mutants - k + 1) / k) * (p / (1 - p))
    sum += term
  }
  return sum
}
