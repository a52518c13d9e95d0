/** The start form's fields, as people write them ("5" of every 100), and the run that they ask for. */
import { GOALS } from '@firsttouch/api/contract/experiments/goal'
import { LEAST_SHARE, type StartRequest, startRequest } from '@firsttouch/api/contract/experiments/life'
import { z } from 'zod'
import { numberOf, sumOf } from './shares.ts'

const number = (message: string) =>
  z.string().transform(numberOf).refine(Number.isFinite, { error: message, abort: true })

const RATE = 'Type how many of every 100 visitors convert, such as 5'
const EFFECT = 'Type how many more of every 100 would be worth it, such as 1'
const SHARE = `Type a share of at least ${LEAST_SHARE} and below 100`

/** Limits are the API's, which takes fractions. */
export const startFields = z
  .object({
    rate: number(RATE).refine(rate => rate > 0 && rate < 100, 'This must be more than 0 and less than 100'),
    effect: number(EFFECT).refine(
      effect => effect >= 0.01 && effect <= 50,
      'This must be at least 0.01 and at most 50',
    ),
    goal: z.enum(GOALS),
    shares: z.record(
      z.string(),
      z.string().refine(typed => numberOf(typed) >= LEAST_SHARE && numberOf(typed) < 100, SHARE),
    ),
    reason: startRequest.shape.reason,
  })
  .refine(({ rate, effect }) => rate + effect < 100 || rate - effect > 0, {
    path: ['effect'],
    message: 'So large a difference is not possible at this rate',
  })
  .refine(({ shares }) => sumOf(Object.values(shares)) === 100, {
    path: ['sum'],
    message: 'The shares must add up to 100',
  })

export type StartFields = z.input<typeof startFields>
export type Start = z.output<typeof startFields>

/** Rounded, so that 5.1 of 100 is not asked for as 0.051000000000000004. */
const fraction = (percent: number): number => Number((percent / 100).toPrecision(12))

const sharesOf = (shares: Start['shares']): Record<string, number> =>
  Object.fromEntries(Object.entries(shares).map(([name, typed]) => [name, numberOf(typed)]))

export const startRequestOf = ({ rate, effect, goal, shares, reason }: Start): StartRequest => ({
  shares: sharesOf(shares),
  baselineRate: fraction(rate),
  minimumEffect: fraction(effect),
  goal,
  reason,
})

/** What the API is asked with for the visitors and days of a plan; null while the fields are no plan. */
export const planQuestion = (fields: StartFields): Record<string, string> | null => {
  const { data } = startFields.safeParse({ ...fields, reason: '-' })
  if (!data) return null
  return {
    baselineRate: String(fraction(data.rate)),
    minimumEffect: String(fraction(data.effect)),
    goal: data.goal,
    split: Object.values(sharesOf(data.shares)).join(','),
  }
}
