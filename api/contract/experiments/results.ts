/** Results of experiments. Rates and differences are fractions, unless stated otherwise. */
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import { z } from 'zod'
import { checkPeriod, period, reportRange } from '../range.ts'

/**
 * What a run counts as success. The form of a qualified lead must arrive during the run. The lead must not become
 * qualified before the visitor's first exposure, but may become qualified after the end of the run.
 */
export const GOALS = ['any', ...CONVERSION_TYPES, 'qualified_lead'] as const
export type Goal = (typeof GOALS)[number]

const fraction = z.number().min(0).max(1)
const interval = z.tuple([z.number(), z.number()])
/** Two to five shares, one for each variant, in the order of the variants. */
const shares = z.array(z.number()).min(2).max(5)
/**
 * `visitors` are human sessions that first saw a variant during the run, and saw no other variant. `converters` are
 * visitors who reached the goal during the run and after their first exposure. Events during a pause or after the end
 * do not count.
 */
const counts = z.object({ visitors: z.int(), converters: z.int() })

const TEST_STATES = [
  'collecting',
  'split_broken',
  'undecided',
  'treatment',
  'control',
  'no_difference',
] as const

/**
 * `difference` is the treatment's rate minus the control's rate. `interval` is anytime-valid and uses only the visitors
 * of these two variants. The interval is tuned for N* (`plannedVisitors`) times the sum of the two shares. With k
 * variants, its error rate is alpha ÷ (k − 1).
 */
const compared = {
  difference: z.number(),
  interval,
  alwaysValidP: fraction,
  /** Relative uplift: 0.1 means a 10 % higher rate. null until the control has a conversion. */
  uplift: z.object({ median: z.number(), credible: interval, anytime: interval.nullable() }).nullable(),
}

/** In every list of variants the control comes first. */
export const verdict = z.object({
  testName: z.string(),
  startedAt: z.iso.datetime().nullable(),
  daysRun: z.int(),
  /** `treatment` or `control` means that the winner beats every other variant. */
  state: z.enum(TEST_STATES),
  /** Variant to show to everyone. null without a verdict, and if all variants perform alike. */
  winner: z.string().nullable(),
  /** The verdict in plain words, with the next action and the expected duration. */
  sentence: z.string(),
  /**
   * `wait` means that staff should leave the test alone. `choose` means that more data will not help. `act` means that
   * there is a result. `alarm` means that the data is unreliable.
   */
  advice: z.object({ tone: z.enum(['wait', 'choose', 'act', 'alarm']), words: z.string() }),
  arms: z.array(
    z.object({
      variant: z.string(),
      visitors: z.int(),
      converters: z.int(),
      rate: fraction.nullable(),
      /** Bayesian probability that this variant is the best. The verdict does not use it. */
      chanceToWin: fraction,
      /** Expected loss of showing this variant to everyone, in conversions per visitor. */
      expectedLoss: fraction.nullable(),
      /** null for the control, and while the state is `collecting`. */
      comparison: z.object(compared).nullable(),
    }),
  ),
  /** The winner if a treatment won, else the treatment with the highest rate. */
  leading: z.string(),
  /** Comparison of `leading` with the control. null while the state is `collecting`. */
  difference: compared.difference.nullable(),
  interval: interval.nullable(),
  alwaysValidP: fraction.nullable(),
  uplift: compared.uplift,
  srm: z.object({
    expected: shares,
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
    /**
     * Planned number of visitors of all variants together (N*). The sequential test is tuned for this number, which is
     * fixed at the start. 5,000 for a run without a plan.
     */
    plannedVisitors: z.int(),
    /**
     * The sample size that screens show. It can detect `minimumEffect`. Reaching it is not a verdict. A run without a
     * plan has null in its first week, then the size for the smallest effect that eight weeks of traffic can detect.
     */
    targetVisitors: z.int().nullable(),
    dailyVisitors: z.number(),
    /** Days until the target is reached. null if unknown. */
    daysLeft: z.int().nullable(),
    /** `finds` names the effect that the target can detect. `left` names the time to a verdict. Either may be empty. */
    finds: z.string(),
    left: z.string(),
  }),
  /** First crossing of a decision boundary, after which the verdict does not change. null until then. */
  decidedAt: z.iso.datetime().nullable(),
})
export type Verdict = z.infer<typeof verdict>

/** `run=present` covers only the current or last run of each test. */
export const abTestStatsQuery = z
  .object({ ...period, run: z.enum(['all', 'present'], 'Run must be "all" or "present"').default('all') })
  .superRefine(checkPeriod)

/**
 * `GET /api/admin/ab-testing-stats`. Rates are percentages. Counts are totals of the selected runs, or of all events
 * for a test without runs. A converter is a visitor with any conversion.
 */
export const abTestStats = z.object({
  asOf: z.iso.datetime().nullable(),
  /** Range of the counts. A verdict always covers its whole run. */
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
  /** One verdict for each test that runs or has run, even if the test has no data. */
  verdicts: z.array(verdict),
})
export type AbTestStats = z.infer<typeof abTestStats>

/** `difference` and `interval` are null for the control, and until each variant has enough data. */
export const comparedArm = counts.extend({
  variant: z.string(),
  difference: z.number().nullable(),
  interval: interval.nullable(),
})

/** Visitors whose first exposure was before `at`. Their conversions after `at` also count. The control comes first. */
const historyPoint = z.object({ at: z.iso.datetime(), arms: z.array(comparedArm) })
export type HistoryPoint = z.infer<typeof historyPoint>

/** `GET /api/admin/experiments/{testName}/history`. The last point has the verdict's counts. */
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

export const planTerms = {
  /** Smallest effect to detect, as a fraction. Default: what eight weeks of current traffic can detect. */
  minimumEffect: minimumEffect.optional(),
  /** Conversion rate of the control, as a fraction. Default: the rate of the last weeks. */
  baselineRate: rate.optional(),
  power: power.default(0.8),
  alpha: alpha.default(0.05),
  goal: z.enum(GOALS).default('any'),
}

/** `POST /api/admin/experiments/{testName}/runs`. `split` defaults to the weights that the code declares. */
export const runRequest = z.object({
  ...planTerms,
  /** Weight of each variant in the order of declaration, in any unit. */
  split: z.array(weight).min(2).max(5).optional(),
  /** Restricts the goal `any` to these types. An empty list means all types. */
  primaryConversionTypes: z
    .array(z.enum(CONVERSION_TYPES, { error: `Each type must be one of ${CONVERSION_TYPES.join(', ')}` }))
    .max(CONVERSION_TYPES.length)
    .default([]),
})

const outcome = z.enum(['treatment', 'control', 'no_difference'])

/** `startedAt` is null for the run that has no plan and precedes the first planned run. */
export const run = z.object({
  id: z.uuid(),
  testName: z.string(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** In the same order as the shares in `split`. */
  variants: z.array(z.string()),
  split: shares,
  alpha: z.number(),
  power: z.number(),
  minimumEffect: z.number(),
  baselineRate: z.number().nullable(),
  /** Sample size (N*) that tunes the sequential test. Screens show `targetVisitors` instead. */
  plannedVisitors: z.int(),
  targetVisitors: z.int().nullable(),
  goal: z.enum(GOALS),
  primaryConversionTypes: z.array(z.string()),
  /** First crossing of a decision boundary, with the counts at that time. null until then. */
  decision: z
    .object({
      outcome,
      winner: z.string().nullable(),
      at: z.iso.datetime(),
      arms: z.array(counts.extend({ variant: z.string() })),
    })
    .nullable(),
  /** The planned size and the result, in words. */
  size: z.string(),
  result: z.string(),
})
export type Run = z.infer<typeof run>

const number = z.coerce.number()

/** Query of `GET /api/admin/experiments/{testName}/plan`. `split` is a string such as "50,25,25". */
export const planQuery = z.object({
  minimumEffect: number.pipe(minimumEffect).optional(),
  baselineRate: number.pipe(rate).optional(),
  power: number.pipe(power).default(0.8),
  alpha: number.pipe(alpha).default(0.05),
  goal: planTerms.goal,
  split: z
    .string()
    .transform(text => text.split(',').map(Number))
    .pipe(z.array(weight).min(2).max(5))
    .optional(),
})

/**
 * The plan of a run that would start now. Without a rate, `plannedVisitors` and `days` are null. Without visitors,
 * `days` is null. Otherwise `days` is at least 14.
 */
export const planAnswer = z.object({
  /** The requested rate, or the rate of the last weeks. */
  baselineRate: z.number().nullable(),
  /** By default the smallest effect that eight weeks of traffic can detect. 0.01 if rate or traffic is unknown. */
  minimumEffect: z.number(),
  power: z.number(),
  alpha: z.number(),
  /** Mean of the last four weeks, all variants together. */
  dailyVisitors: z.number(),
  plannedVisitors: z.int().nullable(),
  days: z.int().nullable(),
  time: z.string(),
})
export type PlanAnswer = z.infer<typeof planAnswer>
