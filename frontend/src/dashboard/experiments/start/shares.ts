/** Shares of new visitors as people type them, which must add up to 100. */
import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import { EXPERIMENTS } from '@firsttouch/ingest/experiments'

/** With a comma as with a point; anything else is not a number. */
export const numberOf = (text: string): number =>
  Number(text.trim().replace(',', '.').replace(/ ?%$/, '') || Number.NaN)

/** As finely as the API adds them up: 33.333 three times is not 100. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

/** In per cents with two decimals that add up to 100: the first takes what rounding leaves. */
export const perCents = (weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = weights.map(weight => Math.floor((weight / whole) * 10_000) / 100)
  const left = rounded(100 - shares.reduce((sum, share) => sum + share, 0))
  return shares.map((share, at) => (at === 0 ? rounded(share + left) : share))
}

/** null while one of them is no number. */
export const sumOf = (typed: readonly string[]): number | null => {
  const sum = rounded(typed.map(numberOf).reduce((total, share) => total + share, 0))
  return Number.isFinite(sum) ? sum : null
}

export const sumInWords = (sum: number | null): string => {
  if (sum === null) return 'Each version needs a number, such as 50.'
  if (sum === 100) return 'They add up to 100.'
  return sum < 100
    ? `They add up to ${sum}: ${rounded(100 - sum)} is missing to 100.`
    : `They add up to ${sum}: ${rounded(sum - 100)} is too much for 100.`
}

/** Those of the present run, else as declared. */
export const firstShares = ({ name, state, variants }: Experiment): Record<string, string> => {
  const declared = EXPERIMENTS.find(one => one.name === name)?.variants ?? []
  const weights = variants.map(variant =>
    state === 'running' ? variant.share : (declared.find(one => one.name === variant.name)?.weight ?? 1),
  )
  const shares = perCents(weights)
  return Object.fromEntries(variants.map((variant, at) => [variant.name, String(shares[at])]))
}
