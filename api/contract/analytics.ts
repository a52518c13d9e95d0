import { CHANNELS } from '@firsttouch/ingest/events'
import { z } from 'zod'
import { stays } from './landings.ts'
import { reportHead, trafficQuery } from './range.ts'

export const analyticsQuery = trafficQuery.safeExtend({
  /** `none` leaves out the lists of sources, channels and sites. */
  lists: z.enum(['none'], 'Lists must be "none" or left out').optional(),
})

const counts = { visits: z.int(), conversions: z.int() }

/** Rates are percentages (0 to 100). `asOf` is null if the projector's progress is unknown. */
export const analyticsTotals = z.object({
  ...reportHead,
  totalVisits: z.int(),
  totalConversions: z.int(),
  /** Conversions ÷ visits of the same days, in percent. 0 without visits. */
  conversionRate: z.number(),
  /**
   * Visits that the totals leave out. With `suspicious=with`, the totals include the suspicious visits, but `leftOut`
   * still lists them. The filters keyword, ad, page, device and variant do not apply.
   */
  leftOut: z.object({ bots: z.int(), internal: z.int(), suspicious: z.int() }),
  conversionsByType: z.array(z.object({ conversionType: z.string(), count: z.int() })),
})
export type AnalyticsTotals = z.infer<typeof analyticsTotals>

export const analyticsSummary = analyticsTotals.extend({
  /** The ten sources with the most visits. Conversions break ties. The `source` filter does not apply. */
  topSources: z.array(z.object({ source: z.string(), ...counts })),
  /** Totals of the sources outside `topSources`. */
  others: z.object({ sources: z.int(), ...counts }),
  /** The `channel` filter does not apply. Bounces count under the channel of the session's first visit. */
  channels: z.array(z.object({ channel: z.enum(CHANNELS), ...counts, conversionRate: z.number(), ...stays })),
  /** The ten sites with the most visits. Excludes the channel Internal. The `referringSite` filter does not apply. */
  referringSites: z.array(z.object({ site: z.string(), channel: z.enum(CHANNELS), ...counts })),
  otherSites: z.object({ sites: z.int(), ...counts }),
})
export type AnalyticsSummary = z.infer<typeof analyticsSummary>
