/** A/B events by test, variant, event and conversion type. */
import type { Projection } from './index.ts'
import { countTiers } from './rollup.ts'

export const variants: Projection = {
  reads: event => event.type === 'ab_test',
  rollups: countTiers('variant', `type = 'ab_test'`, {
    test_name: 'test_name',
    variant: 'variant',
    event: 'ab_event',
    conversion_type: 'conversion_type',
    bot: `toUInt8(bot != '')`,
  }),
  feeds: ['ab-testing-stats'],
}
