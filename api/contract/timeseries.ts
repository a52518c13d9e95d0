/** Figures over time. Every `at` is the instant at which a step begins; days and hours are those of `range.timeZone`. */
import { z } from 'zod'
import { reportRange } from './range.ts'

const counts = z.object({ visits: z.int(), conversions: z.int() })
const step = z.enum(['hour', 'day', 'month'])
export type Step = z.infer<typeof step>
/** Asked for everything, it runs from the first day with an event to today. */
const shownRange = reportRange.extend({ from: z.iso.date(), to: z.iso.date() })

const knownRange = {
  /** The first day with an event; null before any. Days before it were not counted, which is not nought. */
  since: z.iso.date().nullable(),
  /** Start of the step that is still running; later ones count nothing yet. */
  openFrom: z.iso.datetime().nullable(),
}

/** `GET /api/admin/timeseries`: hours for one or two days, days up to 400, else months. Days to come are left out. */
export const timeseries = z.object({
  asOf: z.iso.datetime().nullable(),
  range: shownRange,
  ...knownRange,
  step,
  totals: counts,
  /** As many days just before; null where they were not all counted. Where the range ends today, both stop at the same time of day. */
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
      /** The same step of the previous period, cut at `previous.until`; all of them add up to `previous`. */
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
