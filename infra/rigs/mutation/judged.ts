/** Decides whether a score is too low. A small sample may fall below the bound by chance, so the test is statistical. */
import { per100, type Score } from './score.ts'

type Counts = Pick<Score, 'mutants' | 'killed'>

/** Significance level: the share of samples that fail although their folder's true score equals the bound. */
const BY_CHANCE = 0.01

export const isUnder = (score: Counts, bound: number, isSample: boolean): boolean =>
  per100(score) < bound && (!isSample || atMost(score, bound / 100) < BY_CHANCE)

/** Probability that at most `killed` mutants are noticed, if each is noticed with probability `p` (binomial). */
const atMost = ({ mutants, killed }: Counts, p: number): number => {
  let term = (1 - p) ** mutants
  let sum = term
  for (let k = 1; k <= killed; k++) {
    term *= ((mutants - k + 1) / k) * (p / (1 - p))
    sum += term
  }
  return sum
}
