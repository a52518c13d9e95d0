/**
 * `GET /api/admin/traffic`: visits and their results by one dimension. Humans only. The filter of that dimension does not apply,
 * because users choose its value from this list.
 */
import { z } from 'zod'
import { landingCounts } from './landings.ts'
import { DIMENSIONS, daySpan, reportHead, trafficQuery } from './range.ts'

export const trafficListQuery = trafficQuery.safeExtend({
  by: z.enum(DIMENSIONS, `By must be one of ${DIMENSIONS.join(', ')}`).default('source'),
})

/**
 * Sessions, visits, conversions and bounces count as in `landing-pages`. Leads count as in `funnel`, on the day of the
 * form. `cost` covers the days with a known cost. null if unknown. It is unknown for every dimension except source and
 * campaign.
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
  /** `until`: if the range ends today, the comparison period ends at the present time of day, which is this moment. Otherwise null. */
  previous: daySpan.extend({ until: z.iso.datetime().nullable() }).nullable(),
  currency: z.string(),
  /** Every value with leads, then the values with most visits. `name` is empty for visits without a value, or if retention removed it. */
  rows: z.array(compared.extend({ name: z.string() })),
  /** Totals of the values that are not listed. They have no leads. */
  others: z.object({ rows: z.int(), visits: z.int(), conversions: z.int() }),
})
export type TrafficList = z.infer<typeof trafficList>
