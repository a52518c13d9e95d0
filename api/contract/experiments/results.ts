/** Experiments: counts, verdict, history, runs, and the plan of the next run. Rates and differences are fractions, but where said. */
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import { z } from 'zod'
import { checkPeriod, period, reportRange } from '../range.ts'

/**
 * What counts as converted: `any` conversion, one type, or a qualified lead, as the funnel counts it, whose form came while the run was
 * running. When staff call it qualified does not matter, but that it is at or after the visitor saw the test.
 */
export const GOALS = ['any', ...CONVERSION_TYPES, 'qualified_lead'] as const
export type Goal = (typeof GOALS)[number]

const fraction = z.number().min(0).max(1)
const interval = z.tuple([z.number(), z.number()])
/** One for each variant, in their order: two to five. */
const shares = z.array(z.number()).min(2).max(5)
/**
 * Of a run: `visitors` are the sessions of humans that first saw the test while the run was running and saw one variant alone.
 * `converters` are those of them that reached the goal at or after that while the run was running: by a `conversion` event, or by a
 * conversion that this test itself sent. What comes in a pause or after the end is in no run.
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
 * Of rates, treatment minus control, with its anytime interval. Each pair is a comparison of its own: the interval counts the
 * visitors of these two variants alone, is tuned for the pair's share of N* (plannedVisitors × the sum of their two shares), and has
 * the error alpha ÷ (k − 1) of k variants. With two variants that is all of N* and all of alpha.
 */
const compared = {
  difference: z.number(),
  interval,
  alwaysValidP: fraction,
  /** Relative: 0.1 means a rate a tenth higher. Null while the control has no conversion. */
  uplift: z.object({ median: z.number(), credible: interval, anytime: interval.nullable() }).nullable(),
}

/** The control comes first, everywhere. */
export const verdict = z.object({
  testName: z.string(),
  startedAt: z.iso.datetime().nullable(),
  daysRun: z.int(),
  /** `treatment` or `control`: it beats each other variant. */
  state: z.enum(TEST_STATES),
  /** The variant to show to everyone, by the verdict; null while there is none, and where any will do. */
  winner: z.string().nullable(),
  /** The verdict for someone who knows no statistics, with what to do and about how long it will take. */
  sentence: z.string(),
  /** What the verdict asks of its reader. `wait`: leave the test alone. `choose`: more time brings nothing more. `act`: there is a result. */
  advice: z.object({ tone: z.enum(['wait', 'choose', 'act', 'alarm']), words: z.string() }),
  arms: z.array(
    z.object({
      variant: z.string(),
      visitors: z.int(),
      converters: z.int(),
      rate: fraction.nullable(),
      /** Describes the data; decides nothing. */
      chanceToWin: fraction,
      /** Conversions given up per visitor if this arm is shipped though another is better. */
      expectedLoss: fraction.nullable(),
      /** Against the control; null for the control itself, and while collecting. */
      comparison: z.object(compared).nullable(),
    }),
  ),
  /** The treatment that the next four speak of: the winner, or the one with the highest rate. */
  leading: z.string(),
  /** Its comparison with the control; null while collecting, but for the credible uplift. */
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
     * N*, which the statistics are tuned for, fixed at the start: visitors of all variants together. Each variant's part of it is rounded up
     * before they are added. Of three and more variants it is what the pair that takes longest needs. 5,000 for the run that nobody planned.
     */
    plannedVisitors: z.int(),
    /**
     * The one size that people are told, of which `minimumEffect` is the effect. For the run that nobody planned: what its
     * own traffic can find in eight weeks, known after its first week and fixed from then on; null before.
     * To reach it is no verdict: "no difference" goes by the plan.
     */
    targetVisitors: z.int().nullable(),
    dailyVisitors: z.number(),
    /** Until the target is reached. */
    daysLeft: z.int().nullable(),
    /** What the target can find, and how long it may take to a verdict, in words; nothing to be said is empty. */
    finds: z.string(),
    left: z.string(),
  }),
  /** When the verdict first crossed; it stays. */
  decidedAt: z.iso.datetime().nullable(),
})
export type Verdict = z.infer<typeof verdict>

/** `run=present`: of each test's present or last run alone. */
export const abTestStatsQuery = z
  .object({ ...period, run: z.enum(['all', 'present'], 'Run must be all or present').default('all') })
  .superRefine(checkPeriod)

/**
 * `GET /api/admin/ab-testing-stats`: participants and conversions of each variant, with the verdicts. Rates are percentages. Events,
 * visitors and converters (of any conversion) are those of the test's runs, added up; a test that never had a run counts as a whole.
 */
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
  /** One for every test that runs or has run, also before it has data. */
  verdicts: z.array(verdict),
})
export type AbTestStats = z.infer<typeof abTestStats>

/** Counts are the visitors of the run who first saw the test before `at`; whether they converted is as of now. */
const historyPoint = z.object({
  at: z.iso.datetime(),
  /** The control first. Differences are against it; null for itself, and while there is too little of any arm. */
  arms: z.array(
    counts.extend({
      variant: z.string(),
      difference: z.number().nullable(),
      interval: interval.nullable(),
    }),
  ),
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

/** What a run is planned by. */
export const planTerms = {
  /** Without it: what eight weeks of present traffic can find. */
  minimumEffect: minimumEffect.optional(),
  /** Present rate of the control; without it, the rate measured in the last weeks. */
  baselineRate: rate.optional(),
  power: power.default(0.8),
  alpha: alpha.default(0.05),
  goal: z.enum(GOALS).default('any'),
}

/** `POST /api/admin/experiments/{testName}/runs`. What is left out: see the defaults; the split as the site divides. */
export const runRequest = z.object({
  ...planTerms,
  /** A share for each variant in the order of the declaration, in any unit. */
  split: z.array(weight).min(2).max(5).optional(),
  /** Of the goal `any`: only these types; empty for all. */
  primaryConversionTypes: z
    .array(z.enum(CONVERSION_TYPES, { error: `Each type must be one of ${CONVERSION_TYPES.join(', ')}` }))
    .max(CONVERSION_TYPES.length)
    .default([]),
})

const outcome = z.enum(['treatment', 'control', 'no_difference'])

/** One run of a test. `startedAt` is null for the run that a test has before anyone plans one. */
export const run = z.object({
  id: z.uuid(),
  testName: z.string(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** The variants that it compares, and their shares in the same order. */
  variants: z.array(z.string()),
  split: shares,
  alpha: z.number(),
  power: z.number(),
  minimumEffect: z.number(),
  baselineRate: z.number().nullable(),
  /** N*, for the sequence. Screens show the next field. */
  plannedVisitors: z.int(),
  targetVisitors: z.int().nullable(),
  goal: z.enum(GOALS),
  primaryConversionTypes: z.array(z.string()),
  /** The first crossing, with the counts it was read from. */
  decision: z
    .object({
      outcome,
      winner: z.string().nullable(),
      at: z.iso.datetime(),
      arms: z.array(counts.extend({ variant: z.string() })),
    })
    .nullable(),
  /** Its planned size and its result, in words. */
  size: z.string(),
  result: z.string(),
})
export type Run = z.infer<typeof run>

const number = z.coerce.number()

/** Query of `GET /api/admin/experiments/{testName}/plan`; texts, as a query has them. `split`: "50,25,25". */
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

/** The plan that a run would get if it started now. null where no rate is known or there are no visitors. At least 14 days; whole weeks are advised. */
export const planAnswer = z.object({
  /** Asked for, or measured in the last weeks. */
  baselineRate: z.number().nullable(),
  /** Asked for, or the smallest that eight weeks of present traffic can find; 0.01 where neither is known. */
  minimumEffect: z.number(),
  power: z.number(),
  alpha: z.number(),
  /** Of the last four weeks: all variants together. */
  dailyVisitors: z.number(),
  plannedVisitors: z.int().nullable(),
  days: z.int().nullable(),
  /** The days in words. */
  time: z.string(),
})
export type PlanAnswer = z.infer<typeof planAnswer>
