/** The plan form's fields, as people write them ("5" of every 100), and the run that they ask for. */
import type { RunRequest } from '@firsttouch/api/contract/experiments/results'
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import { z } from 'zod'

const number = (message: string) =>
  z
    .string()
    .trim()
    .transform(text => Number(text.replace(',', '.').replace(/%$/, '') || Number.NaN))
    .refine(Number.isFinite, { error: message, abort: true })

const RATE = 'Type how many of every 100 visitors convert, such as 5'
const EFFECT = 'Type how many more of every 100 would be worth it, such as 1'

/** Limits are the API's, which takes fractions. */
export const planFields = z
  .object({
    rate: number(RATE).refine(rate => rate > 0 && rate < 100, 'This must be more than 0 and less than 100'),
    effect: number(EFFECT).refine(
      effect => effect >= 0.01 && effect <= 50,
      'This must be at least 0.01 and at most 50',
    ),
    types: z.array(z.enum(CONVERSION_TYPES)).min(1, 'Choose at least one'),
  })
  .refine(({ rate, effect }) => rate + effect < 100 || rate - effect > 0, {
    path: ['effect'],
    message: 'So large a difference is not possible at this rate',
  })

export type PlanFields = z.input<typeof planFields>
export type Plan = z.output<typeof planFields>

/** Rounded, so that 5.1 of 100 is not asked for as 0.051000000000000004. */
const fraction = (percent: number): number => Number((percent / 100).toPrecision(12))

/** For every type the API takes an empty list. */
export const runRequestOf = ({ rate, effect, types }: Plan): RunRequest => ({
  baselineRate: fraction(rate),
  minimumEffect: fraction(effect),
  primaryConversionTypes: types.length === CONVERSION_TYPES.length ? [] : types,
})

/** What the API is asked with for the visitors and days of a plan. */
export const planQuestion = ({ rate, effect }: Plan) => ({
  baselineRate: String(fraction(rate)),
  minimumEffect: String(fraction(effect)),
})
