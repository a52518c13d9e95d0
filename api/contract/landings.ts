/** Where sessions begin, by what device, and who is here now. Humans only; rates are conversions ÷ visits in percent. */
import { z } from 'zod'
import { reportRange } from './range.ts'

/**
 * Of the sessions with engagement events: those with one visit, no conversion and less than 10 s on the screen, and all others. The rate is in
 * per cent; null where no session is known.
 */
export const stays = { bounces: z.int(), engaged: z.int(), bounceRate: z.number().nullable() }

/**
 * A session counts when its first visit or conversion occurred; exposures begin no session. Its page and device are those of its
 * first visit, or of its first conversion where it has no visit. Visits and conversions count when they occurred, so that they add up
 * to those of `analytics`.
 */
export const landingCounts = z.object({
  sessions: z.int(),
  visits: z.int(),
  conversions: z.int(),
  conversionRate: z.number(),
  ...stays,
})
export type LandingCounts = z.infer<typeof landingCounts>
/** Of as many days just before, as in `timeseries`; null where everything was asked for. */
const compared = landingCounts.extend({ previous: landingCounts.nullable() })

/** A source or campaign narrows sessions by their first visit (without one, their first conversion), visits by their link, and conversions by first touch. */
const answer = z.object({
  asOf: z.iso.datetime().nullable(),
  range: reportRange,
  previous: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
  totals: landingCounts,
})

/** `GET /api/admin/landing-pages`: the pages of these first visits or conversions, the ones with most visits first. */
export const landingPages = answer.extend({
  /** Empty `page`: removed by retention. */
  pages: z.array(compared.extend({ page: z.string() })),
  /** What the totals hold beyond the pages listed. */
  others: landingCounts.extend({ pages: z.int() }),
})
export type LandingPages = z.infer<typeof landingPages>

/** `GET /api/admin/devices`: those of each session's first visit or conversion. */
export const devices = answer.extend({
  devices: z.array(compared.extend({ device: z.string() })),
  browsers: z.array(compared.extend({ browser: z.string() })),
})
export type Devices = z.infer<typeof devices>

/** `GET /api/admin/visitors-now`: sessions with a visit in the last minutes, by what is counted until `asOf`. */
export const visitorsNow = z.object({
  asOf: z.iso.datetime().nullable(),
  minutes: z.int(),
  visitors: z.int(),
})
export type VisitorsNow = z.infer<typeof visitorsNow>
