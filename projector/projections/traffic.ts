/** Visits and conversions by source, medium, campaign and conversion type. */
import { VISITS } from './kinds.ts'
import type { Projection } from './projection.ts'
import { countTiers } from './rollup.ts'

export const traffic: Projection = {
  reads: [...VISITS, 'conversion'],
  rollups: countTiers(
    'traffic',
    `type IN ('visit', 'conversion')`,
    {
      type: 'type',
      bot: `toUInt8(bot != '')`,
      utm_source: 'utm_source',
      utm_medium: 'utm_medium',
      utm_campaign: 'utm_campaign',
      conversion_type: 'conversion_type',
    },
    {
      'visits and conversions by day': { key: `concat(toString(toDate(at)), ' ', type)` },
      'visits by campaign': { key: 'utm_campaign', where: `type = 'visit'` },
      'conversions by campaign': { key: 'utm_campaign', where: `type = 'conversion'` },
    },
  ),
  feeds: ['analytics', 'campaigns'],
  since: 0,
}
