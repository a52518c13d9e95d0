/** Figures over time. Each `at` is the start of a step. Days and hours follow `range.timeZone`. */
import { z } from 'zod'
import { reportRange } from './range.ts'

const counts = z.object({ visits: z.int(), conversions: z.int() })
const step = z.enum(['hour', 'day', 'month'])
export type Step = z.infer<typeof step>
/** Without a period, the range runs from the first day with an event to today. */
const shownRange = reportRange.extend({ from: z.iso.date(), to: z.iso.date() })

const chart = {
  asOf: z.iso.datetime().nullable(),
  range: shownRange,
  /** First day with an event. null before any event. Earlier counts are unknown, not zero. */
  since: z.iso.date().nullable(),
  /** Start of the step that is not over yet. null if the range ends in the past. */
  openFrom: z.iso.datetime().nullable(),
  step,
}

/** `GET /api/admin/timeseries`. A step is an hour (up to two days), a day (up to 400 days) or a month. */
export const timeseries = z.object({
  ...chart,
  totals: counts,
  /**
   * Totals of the period that `compare` selects. null if it starts before `since`. If the range ends today, the
   * comparison period ends at the same time of day, which is `until`.
   */
  previous: counts
    .extend({
      from: z.iso.date(),
      to: z.iso.date(),
      until: z.iso.datetime().nullable(),
    })
    .nullable(),
  points: z.array(
    counts.extend({
      at: z.iso.datetime(),
      /** The same step of the comparison period, cut at `previous.until`. The sum of all steps equals `previous`. */
      previous: counts.extend({ at: z.iso.datetime() }).nullable(),
    }),
  ),
})
export type Timeseries = z.infer<typeof timeseries>

/** `GET /api/admin/variant-series`: visitors of each experiment by the time of their first exposure. */
export const variantSeries = z.object({
  ...chart,
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
