/** Experiments: counts, verdict, history, runs, and the plan of the next run. Rates and differences are fractions, but where said. */
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import { z } from 'zod'
import { reportRange } from '../range.ts'

const fraction = z.number().min(0).max(1)
const interval = z.tuple([z.number(), z.number()])
const pair = z.tuple([z.number(), z.number()])
const counts = z.object({ visitors: z.int(), converters: z.int() })

const TEST_STATES = [
  'collecting',
  'split_broken',
  'undecided',
  'treatment',
  'control',
  'no_difference',
] as const

/** One test as it stands. In pairs the control comes first. */
export const verdict = z.object({
  testName: z.string(),
  startedAt: z.iso.datetime().nullable(),
  daysRun: z.int(),
  state: z.enum(TEST_STATES),
  /** The verdict for someone who knows no statistics, with what to do and about how long it will take. */
  sentence: z.string(),
  arms: z.array(
    z.object({
      variant: z.string(),
      visitors: z.int(),
      converters: z.int(),
      rate: fraction.nullable(),
      /** Describes the data; decides nothing. */
      chanceToWin: fraction,
      /** Conversions given up per visitor if this arm is shipped though the other is better. */
      expectedLoss: fraction.nullable(),
    }),
  ),
  /** Treatment minus control with its anytime interval; null while collecting. */
  difference: z.number().nullable(),
  interval: interval.nullable(),
  alwaysValidP: fraction.nullable(),
  /** Relative: 0.1 means a rate a tenth higher. Null while the control has no conversion. */
  uplift: z.object({ median: z.number(), credible: interval, anytime: interval.nullable() }).nullable(),
  srm: z.object({
    expected: pair,
    chi2: z.number(),
    p: fraction,
    sequentialP: fraction,
    alarm: z.boolean(),
  }),
  sawBoth: z.int(),
  plan: z.object({
    alpha: z.number(),
    power: z.number(),
    minimumEffect: z.number(),
    plannedVisitors: z.int(),
    dailyVisitors: z.number(),
    daysLeft: z.int().nullable(),
  }),
  /** When the verdict first crossed; it stays. */
  decidedAt: z.iso.datetime().nullable(),
})
export type Verdict = z.infer<typeof verdict>

/** `GET /api/admin/ab-testing-stats`: participants and conversions of each variant, with the verdicts. Rates are percentages. */
export const abTestStats = z.object({
  asOf: z.iso.datetime().nullable(),
  /** What the counts are of; a verdict is always on the whole of its run. */
  range: reportRange,
  testStats: z.array(
    z.object({
      testName: z.string(),
      variant: z.string(),
      totalEvents: z.int(),
      conversions: z.int(),
      conversionRate: z.number(),
      visitors: z.int(),
      converters: z.int(),
    }),
  ),
  conversionBreakdown: z.array(
    z.object({ testName: z.string(), variant: z.string(), conversionType: z.string(), count: z.int() }),
  ),
  /** One for every declared test of two variants, also before it has data. */
  verdicts: z.array(verdict),
})
export type AbTestStats = z.infer<typeof abTestStats>

/** Counts are of everyone who first saw the test before `at`; whether they converted is as of now. */
const historyPoint = z.object({
  at: z.iso.datetime(),
  control: counts,
  treatment: counts,
  /** Treatment minus control with its anytime interval; null while there is too little of either arm. */
  difference: z.number().nullable(),
  interval: interval.nullable(),
})
export type HistoryPoint = z.infer<typeof historyPoint>

/** Answer of `GET /api/admin/experiments/{testName}/history`. The last point is the verdict's own; none without visitors. */
export const experimentHistory = z.object({ testName: z.string(), points: z.array(historyPoint) })
export type ExperimentHistory = z.infer<typeof experimentHistory>

const weight = z.number().positive('Each share must be greater than 0').max(1_000_000)
const rate = z
  .number()
  .gt(0, 'The rate must be greater than 0')
  .lt(1, 'The rate must be a fraction below 1: 0.05 is 5 %')
const minimumEffect = z
  .number()
  .min(0.0001, 'The smallest effect must be at least 0.0001')
  .max(0.5, 'The smallest effect must be a fraction up to 0.5: 0.01 is one visitor in a hundred')
const alpha = z.number().min(0.001, 'Alpha must be at least 0.001').max(0.2, 'Alpha must be at most 0.2')
const power = z.number().min(0.5, 'Power must be at least 0.5').max(0.99, 'Power must be at most 0.99')

/** `minimumEffect` is a difference of rates: 0.01 is one more (or fewer) of a hundred visitors who convert. */
const terms = {
  minimumEffect: minimumEffect.default(0.01),
  power: power.default(0.8),
  alpha: alpha.default(0.05),
}

/** `POST /api/admin/experiments/{testName}/runs`. What is left out: see the defaults; the split as the site divides. */
export const runRequest = z.object({
  ...terms,
  split: z.tuple([weight, weight]).optional(),
  /** Present rate of the control; without it, the rate measured so far. */
  baselineRate: rate.optional(),
  primaryConversionTypes: z
    .array(z.enum(CONVERSION_TYPES, { error: `Each type must be one of ${CONVERSION_TYPES.join(', ')}` }))
    .max(CONVERSION_TYPES.length)
    .default([]),
})
export type RunRequest = z.input<typeof runRequest>

const outcome = z.enum(['treatment', 'control', 'no_difference'])

/** One run of a test. `startedAt` is null for the run that a test has before anyone plans one. */
export const run = z.object({
  id: z.uuid(),
  testName: z.string(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  split: pair,
  alpha: z.number(),
  power: z.number(),
  minimumEffect: z.number(),
  baselineRate: z.number().nullable(),
  plannedVisitors: z.int(),
  primaryConversionTypes: z.array(z.string()),
  /** The first crossing, with the counts it was read from. */
  decision: z.object({ outcome, at: z.iso.datetime(), control: counts, treatment: counts }).nullable(),
})
export type Run = z.infer<typeof run>

/** Query of `GET /api/admin/experiments/{testName}/plan`; texts, as a query has them. */
export const planQuery = z.object({
  baselineRate: z.coerce.number().pipe(rate).optional(),
  minimumEffect: z.coerce.number().pipe(minimumEffect).default(0.01),
  power: z.coerce.number().pipe(power).default(0.8),
  alpha: z.coerce.number().pipe(alpha).default(0.05),
})

/** Nulls where no rate is known yet, or nobody comes. Days are never fewer than 14; whole weeks are advised. */
export const planAnswer = z.object({
  baselineRate: z.number().nullable(),
  minimumEffect: z.number(),
  power: z.number(),
  alpha: z.number(),
  dailyVisitors: z.number(),
  plannedVisitors: z.int().nullable(),
  days: z.int().nullable(),
})
export type PlanAnswer = z.infer<typeof planAnswer>
