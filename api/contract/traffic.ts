/** `GET /api/admin/traffic`: visits and results by one dimension. The filter of that dimension does not apply. */
import { z } from 'zod'
import { landingCounts } from './landings.ts'
import { DIMENSIONS, daySpan, reportHead, trafficQuery } from './range.ts'

export const trafficListQuery = trafficQuery.safeExtend({
  by: z.enum(DIMENSIONS, `"by" must be one of ${DIMENSIONS.join(', ')}`).default('source'),
})

/**
 * Visits and conversions count as in `landing-pages`, leads as in `funnel`. `cost` covers only days with a known cost.
 * It is null if unknown, and for dimensions other than source and campaign.
 */
const counts = landingCounts.extend({
  leads: z.int(),
  qualified: z.int(),
  cost: z.number().nullable(),
})
export type TrafficCounts = z.infer<typeof counts>
/** `previous` is null without a comparison period. */
const compared = counts.extend({ previous: counts.nullable() })

export const trafficList = z.object({
  ...reportHead,
  /** If the range ends today, the comparison period ends early, at `until`. Otherwise `until` is null. */
  previous: daySpan.extend({ until: z.iso.datetime().nullable() }).nullable(),
  currency: z.string(),
  /** Values with leads, and the values with the most visits. Most visits first. `name` is '' if unknown. */
  rows: z.array(compared.extend({ name: z.string() })),
  /** Totals of the values that are not listed. They have no leads. */
  others: z.object({ rows: z.int(), visits: z.int(), conversions: z.int() }),
})
export type TrafficList = z.infer<typeof trafficList>
