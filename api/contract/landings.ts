/** Landing pages, devices and current visitors. Humans only. Rates are conversions ÷ visits, in percent. */
import { z } from 'zod'
import { daySpan, reportHead } from './range.ts'

/**
 * Only sessions with engagement events count. A bounce has one visit, no conversion and less than 10 s on the screen.
 * All others are engaged. `bounceRate` is a percentage, null without sessions.
 */
export const stays = { bounces: z.int(), engaged: z.int(), bounceRate: z.number().nullable() }

/**
 * A session counts at the time of its first visit or conversion. Its page and device come from its first visit, or from
 * its first conversion if it has no visit. Visits and conversions count at their own time, so their totals equal those
 * of `analytics`.
 */
export const landingCounts = z.object({
  sessions: z.int(),
  visits: z.int(),
  conversions: z.int(),
  conversionRate: z.number(),
  ...stays,
})
export type LandingCounts = z.infer<typeof landingCounts>
/** `previous` is null without a period, with `compare=none`, and if it starts before the first day with an event. */
const compared = landingCounts.extend({ previous: landingCounts.nullable() })

/**
 * The source and campaign filters select sessions by their first visit (or first conversion), visits by their own link,
 * and conversions by their first touch.
 */
const answer = z.object({
  ...reportHead,
  previous: daySpan.nullable(),
  totals: landingCounts,
})

/** `GET /api/admin/landing-pages`: first pages of sessions, most visits first. */
export const landingPages = answer.extend({
  /** `page` is empty if retention removed it. */
  pages: z.array(compared.extend({ page: z.string() })),
  /** Totals of the pages that are not listed. */
  others: landingCounts.extend({ pages: z.int() }),
})
export type LandingPages = z.infer<typeof landingPages>

/** `GET /api/admin/devices`: device and browser of each session's first visit or conversion. */
export const devices = answer.extend({
  devices: z.array(compared.extend({ device: z.string() })),
  browsers: z.array(compared.extend({ browser: z.string() })),
})
export type Devices = z.infer<typeof devices>

/** `GET /api/admin/visitors-now`: sessions with a visit in the last `minutes` minutes. */
export const visitorsNow = z.object({
  asOf: z.iso.datetime().nullable(),
  minutes: z.int(),
  visitors: z.int(),
})
export type VisitorsNow = z.infer<typeof visitorsNow>
