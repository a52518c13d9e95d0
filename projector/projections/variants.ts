/** A/B events by test, variant, event and conversion type. */
import { AB_EVENTS } from './kinds.ts'
import type { Projection } from './projection.ts'
import { countTiers } from './rollup.ts'

export const variants: Projection = {
  reads: AB_EVENTS,
  rollups: countTiers(
    'variant',
    `type = 'ab_test'`,
    {
      test_name: 'test_name',
      variant: 'variant',
      event: 'ab_event',
      conversion_type: 'conversion_type',
      bot: `toUInt8(bot != '')`,
    },
    {
      'A/B events by variant': { key: `concat(test_name, ' ', variant, ' ', event)` },
    },
  ),
  feeds: ['ab-testing-stats'],
  since: 0,
}
