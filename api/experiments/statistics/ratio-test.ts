import { sharesOf } from './run.ts'
import { chiSquareTail, lnBeta } from './special.ts'

const ALARM_BELOW = 0.01
const MIN_TOTAL = 100
const CONCENTRATION = 100

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * Pearson's chi-square test, and the sequential test of M. Lindon and A. Malek ("Anytime-valid inference for
 * multinomial count data", NeurIPS 2022). The Dirichlet prior has weight 100 and is centred on the split. The inverse
 * Bayes factor is an anytime-valid p value. `split` holds a weight for each variant, in any unit.
 */
export function sampleRatio(observed: readonly number[], split: readonly number[]) {
  const total = sum(observed)
  const shares = sharesOf(split)
  const expected = shares.map(share => total * share)
  const chi2 = total === 0 ? 0 : sum(expected.map((due, arm) => ((observed[arm] ?? 0) - due) ** 2 / due))
  const logBayesFactor = logFactor(observed, shares)
  const sequentialP = Math.min(1, Math.exp(-logBayesFactor))
  return {
    expected,
    chi2,
    /** p value of a single look, for display only. */
    p: chiSquareTail(chi2, shares.length - 1),
    logBayesFactor,
    /** Anytime-valid p value. The alarm uses it. */
    sequentialP,
    alarm: total >= MIN_TOTAL && sequentialP < ALARM_BELOW,
  }
}

/** ln of the Bayes factor. A chain of Betas replaces the Dirichlet (Connor, Mosimann, 1969) to avoid cancellation. */
function logFactor(observed: readonly number[], shares: readonly number[]): number {
  let evidence = 0
  for (let arm = 0; arm < shares.length - 1; arm++) {
    const prior = [shares[arm] ?? 0, sum(shares.slice(arm + 1))].map(share => CONCENTRATION * share)
    const [a = 0, b = 0] = prior
    evidence += lnBeta(a + (observed[arm] ?? 0), b + sum(observed.slice(arm + 1))) - lnBeta(a, b)
  }
  return shares.reduce((log, share, arm) => log - (observed[arm] ?? 0) * Math.log(share), evidence)
}
