import { CHANNELS } from '@firsttouch/ingest/events'
import { z } from 'zod'
import { stays } from './landings.ts'
import { reportHead } from './range.ts'

const counts = { visits: z.int(), conversions: z.int() }

/**
 * Rates are percentages (0 to 100). The figures contain every event that was acknowledged before `asOf`. `asOf` is null if the
 * projector's progress is unknown.
 */
export const analyticsSummary = z.object({
  ...reportHead,
  totalVisits: z.int(),
  totalConversions: z.int(),
  /** Conversions ÷ visits of the same days, in percent. 0 without visits. */
  conversionRate: z.number(),
  /** The ten sources with most visits. Ties go to the source with more conversions. The `source` filter does not apply. */
  topSources: z.array(z.object({ source: z.string(), ...counts })),
  /** Totals of the sources outside `topSources`. */
  others: z.object({ sources: z.int(), ...counts }),
  /**
   * Every channel with a visit or conversion. The `channel` filter does not apply. Bounces count under the channel of the
   * session's first visit.
   */
  channels: z.array(z.object({ channel: z.enum(CHANNELS), ...counts, conversionRate: z.number(), ...stays })),
  /**
   * The ten sites with most visits. The `referringSite` filter does not apply. Visits without a site or from channel Internal are
   * excluded.
   */
  referringSites: z.array(z.object({ site: z.string(), channel: z.enum(CHANNELS), ...counts })),
  otherSites: z.object({ sites: z.int(), ...counts }),
  /**
   * Excluded visits: by bots, by the business itself and by suspicious sessions. The filters keyword, ad, page, device
   * and variant do not apply. With `suspicious=with`, `totalVisits` includes the visits of suspicious sessions.
   */
  leftOut: z.object({ bots: z.int(), internal: z.int(), suspicious: z.int() }),
  conversionsByType: z.array(z.object({ conversionType: z.string(), count: z.int() })),
})
export type AnalyticsSummary = z.infer<typeof analyticsSummary>
