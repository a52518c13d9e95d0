/** Figures over time. Every `at` is the instant at which a step begins; days and hours are those of `range.timeZone`. */
import { z } from 'zod'
import { reportRange } from './range.ts'

const counts = z.object({ visits: z.int(), conversions: z.int() })
const step = z.enum(['hour', 'day', 'month'])
export type Step = z.infer<typeof step>
/** Where everything was asked for, `from` and `to` are the first day with an event, and today. */
const shownRange = reportRange.extend({ from: z.iso.date(), to: z.iso.date() })

/** What a drawing needs to know in order not to say more than was counted. */
const knownRange = {
  /** The first day with an event; null before any. Days before it were not counted, which is not nought. */
  since: z.iso.date().nullable(),
  /** Where the step begins that is not over yet: it counts what has come so far, and the steps after it nothing. */
  openFrom: z.iso.datetime().nullable(),
}

/** `GET /api/admin/timeseries`: hours for one or two days, days up to 400, else months. Days to come are left out. */
export const timeseries = z.object({
  asOf: z.iso.datetime().nullable(),
  range: shownRange,
  ...knownRange,
  step,
  totals: counts,
  /**
   * As many days just before; null where everything was asked for, and where any of them was before `since`. Where the range
   * ends today, its counts stop at the same time of its own last day, here and in the points, so that they compare.
   */
  previous: counts
    .extend({
      from: z.iso.date(),
      to: z.iso.date(),
      /** Where its counts stop before its end: the quarter of an hour that runs now is counted whole. */
      until: z.iso.datetime().nullable(),
    })
    .nullable(),
  points: z.array(
    counts.extend({
      at: z.iso.datetime(),
      /**
       * The step in the same place of the previous period, cut where `previous.until` says; null where there is none. All of
       * them add up to `previous`.
       */
      previous: counts.extend({ at: z.iso.datetime() }).nullable(),
    }),
  ),
})
export type Timeseries = z.infer<typeof timeseries>

/** `GET /api/admin/variant-series`: the people of each experiment by when they first saw it. */
export const variantSeries = z.object({
  asOf: z.iso.datetime().nullable(),
  range: shownRange,
  ...knownRange,
  step,
  tests: z.array(
    z.object({
      testName: z.string(),
      variants: z.array(
        z.object({
          variant: z.string(),
          points: z.array(z.object({ at: z.iso.datetime(), visitors: z.int(), converters: z.int() })),
        }),
      ),
    }),
  ),
})
export type VariantSeries = z.infer<typeof variantSeries>
