/** Visits and conversions of a period. */
import { CHANNELS } from '@firsttouch/ingest/events'
import { z } from 'zod'
import { stays } from './landings.ts'
import { reportRange } from './range.ts'

const counts = { visits: z.int(), conversions: z.int() }

/** Rates are percentages (0 to 100). Every acknowledged event up to `asOf` is counted; null: not known. */
export const analyticsSummary = z.object({
  asOf: z.iso.datetime().nullable(),
  range: reportRange,
  totalVisits: z.int(),
  totalConversions: z.int(),
  /** Conversions ÷ visits of the same days; 0 without a visit. */
  conversionRate: z.number(),
  /** Narrowed by everything but the source: the ten with most visits, those with conversions alone after them. */
  topSources: z.array(z.object({ source: z.string(), ...counts })),
  /** What all sources hold beyond those listed. */
  others: z.object({ sources: z.int(), ...counts }),
  /** Narrowed by everything but the channel. A session stays or bounces under the channel of its first visit. */
  channels: z.array(z.object({ channel: z.enum(CHANNELS), ...counts, conversionRate: z.number(), ...stays })),
  /** Narrowed by everything but the site: the ten with most visits. Visits of the channel Internal and without a site are in none. */
  referringSites: z.array(z.object({ site: z.string(), channel: z.enum(CHANNELS), ...counts })),
  otherSites: z.object({ sites: z.int(), ...counts }),
  /** Visits of the same days, source and campaign that were not made by people who count. `suspicious` is counted in `totalVisits` where it was asked for. */
  leftOut: z.object({ bots: z.int(), internal: z.int(), suspicious: z.int() }),
  conversionsByType: z.array(z.object({ conversionType: z.string(), count: z.int() })),
})
export type AnalyticsSummary = z.infer<typeof analyticsSummary>
