/** Figures over time. Every `at` is the instant at which a step begins; days and hours are those of `range.timeZone`. */
import { z } from 'zod'
import { reportRange } from './range.ts'

const counts = z.object({ visits: z.int(), conversions: z.int() })
const step = z.enum(['hour', 'day', 'month'])
export type Step = z.infer<typeof step>
/** Where everything was asked for, `from` and `to` are the first day with an event, and today. */
const shownRange = reportRange.extend({ from: z.iso.date(), to: z.iso.date() })

/** `GET /api/admin/timeseries`: hours for one or two days, days up to 400, else months. */
export const timeseries = z.object({
  asOf: z.iso.datetime().nullable(),
  range: shownRange,
  step,
  totals: counts,
  /**
   * As many days just before; null where everything was asked for. Where the range ends today, its counts stop at the same
   * time of its own last day, so that they compare.
   */
  previous: counts.extend({ from: z.iso.date(), to: z.iso.date() }).nullable(),
  points: z.array(
    counts.extend({
      at: z.iso.datetime(),
      /** The step in the same place of the previous period, whole; null where there is none. */
      previous: counts.nullable(),
    }),
  ),
})
export type Timeseries = z.infer<typeof timeseries>

/** `GET /api/admin/variant-series`: the people of each split test by when they first saw it. */
export const variantSeries = z.object({
  asOf: z.iso.datetime().nullable(),
  range: shownRange,
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
