/** Converts the start form's percentages to the API's fractions. */

import { type Experiment, LEAST_SHARE, startRequest } from '@firsttouch/api/contract/experiments/life'
import type { Goal } from '@firsttouch/api/contract/experiments/results'
import { EXPERIMENTS } from '@firsttouch/ingest/experiments'
import { z } from 'zod'

const numberOf = (text: string): number =>
  Number(text.trim().replace(',', '.').replace(/ ?%$/, '') || Number.NaN)

const number = (least: number, most: number, error: string) =>
  z.string().transform(numberOf).pipe(z.number(error).min(least, error).max(most, error))

/** Rounds to six decimals, like the API, to remove floating-point errors. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

const sumOf = (shares: readonly number[]): number => rounded(shares.reduce((sum, share) => sum + share, 0))

export const sumInWords = (typed: readonly string[]): { isWhole: boolean; words: string } => {
  const sum = sumOf(typed.map(numberOf))
  const amiss = rounded(Math.abs(100 - sum))
  const words = Number.isNaN(sum)
    ? 'Each variant needs a number, such as 50.'
    : sum === 100
      ? 'They add up to 100.'
      : `They add up to ${sum}, which is ${amiss} ${sum < 100 ? 'below' : 'above'} 100.`
  return { isWhole: sum === 100, words }
}

/** Converts weights to percentages with two decimals that add up to 100. The first share takes the rounding error. */
export const perCents = (weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = weights.map(weight => Math.floor((weight / whole) * 10_000) / 100)
  return shares.map((share, at) => (at === 0 ? rounded(share + 100 - sumOf(shares)) : share))
}

/** The form's first shares: the present split of a running test, or the declared weights of any other test. */
export const firstShares = ({ name, state, variants }: Experiment): Record<string, string> => {
  const declared = EXPERIMENTS.find(one => one.name === name)?.variants ?? []
  const weights = variants.map(variant =>
    state === 'running' ? variant.share : (declared.find(one => one.name === variant.name)?.weight ?? 1),
  )
  const shares = perCents(weights)
  return Object.fromEntries(variants.map((variant, at) => [variant.name, String(shares[at])]))
}

/** Rounds, because 5.1 / 100 is 0.051000000000000004. */
const fraction = (perCent: number): number => Number((perCent / 100).toPrecision(12))

/** The limits are those of the API, in percent. */
export const startFields = z
  .object({
    rate: number(1e-4, 99.9999, 'Type how many of every 100 visitors convert, such as 5'),
    effect: number(0.01, 50, 'Type how many more of every 100 visitors must convert, from 0.01 to 50'),
    shares: z.record(z.string(), number(LEAST_SHARE, 99.99, 'Type a share of at least 0.01 and below 100')),
    reason: startRequest.shape.reason,
  })
  .refine(({ shares }) => sumOf(Object.values(shares)) === 100, {
    path: ['sum'],
    message: 'The shares must add up to 100',
  })
  .transform(({ rate, effect, shares, reason }) => ({
    ...{ shares, reason },
    baselineRate: fraction(rate),
    minimumEffect: fraction(effect),
  }))
export type StartFields = z.input<typeof startFields>

/** Query parameters with which the API computes the sample size. null while a field is invalid. */
export const planQuestion = (fields: StartFields, goal: Goal): Record<string, string> | null => {
  const { data } = startFields.safeParse({ ...fields, reason: '-' })
  if (!data) return null
  return {
    baselineRate: String(data.baselineRate),
    minimumEffect: String(data.minimumEffect),
    goal,
    split: Object.values(data.shares).join(','),
  }
}
