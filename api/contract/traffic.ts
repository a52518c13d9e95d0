/** `GET /api/admin/traffic`: visits and what came of them by one dimension, of people only. The filter of that dimension does not apply, because its value is chosen from this list. */
import { z } from 'zod'
import { landingCounts } from './landings.ts'
import { DIMENSIONS, reportRange, trafficQuery } from './range.ts'

export const trafficListQuery = trafficQuery.safeExtend({
  by: z.enum(DIMENSIONS, `By must be one of ${DIMENSIONS.join(', ')}`).default('source'),
})

/**
 * Sessions, visits, conversions and stays as in `landing-pages`; leads as in `funnel`, on the day of their form. `cost`: of the days with a
 * known cost; null where it is not known, as it is for anything but a source and a campaign.
 */
const counts = landingCounts.extend({
  leads: z.int(),
  qualified: z.int(),
  cost: z.number().nullable(),
})
export type TrafficCounts = z.infer<typeof counts>
/** `previous`: null where nothing is compared. */
const compared = counts.extend({ previous: counts.nullable() })

export const trafficList = z.object({
  asOf: z.iso.datetime().nullable(),
  range: reportRange,
  /** `until`: where they are cut, as today is not over. */
  previous: z.object({ from: z.iso.date(), to: z.iso.date(), until: z.iso.datetime().nullable() }).nullable(),
  currency: z.string(),
  /** All with leads, and those with most visits. Empty `name`: without one, or not known any more. */
  rows: z.array(compared.extend({ name: z.string() })),
  /** What all hold beyond those listed: so many, with no leads. */
  others: z.object({ rows: z.int(), visits: z.int(), conversions: z.int() }),
})
export type TrafficList = z.infer<typeof trafficList>
