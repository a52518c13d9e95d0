/** Visits and conversions of a period. */
import { z } from 'zod'
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
  conversionsByType: z.array(z.object({ conversionType: z.string(), count: z.int() })),
})
export type AnalyticsSummary = z.infer<typeof analyticsSummary>
