/** Visits and conversions of a period. */
import { z } from 'zod'
import { reportRange } from './range.ts'

/** Rates are percentages (0 to 100). Every acknowledged event up to `asOf` is counted; null: not known. */
export const analyticsSummary = z.object({
  asOf: z.iso.datetime().nullable(),
  range: reportRange,
  totalVisits: z.int(),
  totalConversions: z.int(),
  conversionRate: z.number(),
  /** Narrowed by everything but the source. */
  topSources: z.array(z.object({ source: z.string(), visits: z.int(), conversions: z.int() })),
  conversionsByType: z.array(z.object({ conversionType: z.string(), count: z.int() })),
})
export type AnalyticsSummary = z.infer<typeof analyticsSummary>
