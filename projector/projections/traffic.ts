/** Visits and conversions by source, medium, campaign and conversion type. */
import type { Projection } from './index.ts'
import { countTiers } from './rollup.ts'

export const traffic: Projection = {
  reads: event => event.type !== 'ab_test',
  rollups: countTiers('traffic', `type IN ('visit', 'conversion')`, {
    type: 'type',
    bot: `toUInt8(bot != '')`,
    utm_source: 'utm_source',
    utm_medium: 'utm_medium',
    utm_campaign: 'utm_campaign',
    conversion_type: 'conversion_type',
  }),
  feeds: ['analytics', 'campaigns'],
}
