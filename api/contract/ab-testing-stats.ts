/** Participants and conversions of each variant, with the verdicts. */
import { z } from 'zod'
import { verdict } from './experiments.ts'
import { reportRange } from './range.ts'

export const abTestStats = z.object({
  asOf: z.iso.datetime().nullable(),
  /** What the counts are of; a verdict is always on the whole of its run. */
  range: reportRange,
  testStats: z.array(
    z.object({
      testName: z.string(),
      variant: z.string(),
      totalEvents: z.int(),
      conversions: z.int(),
      conversionRate: z.number(),
      visitors: z.int(),
      converters: z.int(),
    }),
  ),
  conversionBreakdown: z.array(
    z.object({ testName: z.string(), variant: z.string(), conversionType: z.string(), count: z.int() }),
  ),
  /** One for every declared test of two variants, also before it has data. */
  verdicts: z.array(verdict),
})
export type AbTestStats = z.infer<typeof abTestStats>
