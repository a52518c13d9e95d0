/** Sample-ratio tests: are visitors really divided as configured? */
import { chiSquareTail, lnBeta } from './special.ts'

const ALARM_BELOW = 0.01
const MIN_TOTAL = 100
const CONCENTRATION = 100

type SampleRatio = {
  /** Visitors each arm should have at this total. */
  expected: [control: number, treatment: number]
  chi2: number
  /** For display: right at one look only. */
  p: number
  logBayesFactor: number
  /** Right at every look; the alarm listens to this one. */
  sequentialP: number
  alarm: boolean
}

/**
 * Pearson's chi-square (1900) beside the sequential test of M. Lindon and A. Malek, "Anytime-valid inference for
 * multinomial count data" (NeurIPS 2022): a Dirichlet prior of weight 100 centred on the split, a Bayes factor whose
 * inverse is a p value at any time. `split` holds weights, in any unit.
 */
export function sampleRatio(
  observed: readonly [control: number, treatment: number],
  split: readonly [control: number, treatment: number],
): SampleRatio {
  const total = observed[0] + observed[1]
  const share = split[0] / (split[0] + split[1])
  const expected: [number, number] = [total * share, total * (1 - share)]
  const chi2 =
    total === 0
      ? 0
      : (observed[0] - expected[0]) ** 2 / expected[0] + (observed[1] - expected[1]) ** 2 / expected[1]
  const [a, b] = [CONCENTRATION * share, CONCENTRATION * (1 - share)]
  const logBayesFactor =
    lnBeta(a + observed[0], b + observed[1]) -
    lnBeta(a, b) -
    observed[0] * Math.log(share) -
    observed[1] * Math.log(1 - share)
  const sequentialP = Math.min(1, Math.exp(-logBayesFactor))
  return {
    expected,
    chi2,
    p: chiSquareTail(chi2),
    logBayesFactor,
    sequentialP,
    alarm: total >= MIN_TOTAL && sequentialP < ALARM_BELOW,
  }
}
