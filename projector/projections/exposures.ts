/** When a session was first assigned to a variant: with `session_conversions`, the visitors and converters of a test. */
import type { Projection } from './projection.ts'
import { eventsWhere } from './rollup.ts'

export const exposures: Projection = {
  reads: ['ab_test variant_assigned'],
  rollups: [
    {
      table: 'exposures',
      bucket: 'minute',
      from: eventsWhere(`type = 'ab_test' AND ab_event = 'variant_assigned'`),
      bucketOf: 'minute',
      keys: {
        test_name: 'test_name',
        variant: 'variant',
        session_minute: 'session_minute',
        session: 'session',
        bot: `toUInt8(bot != '')`,
      },
      weight: 'toUInt64(1)',
      time: 'occurred_at',
      measures: { exposed_at: 'minIf(time, weight > 0)' },
      erasure: 'session',
      keysStay: true,
      parity: {
        'exposed sessions by variant': { key: `concat(test_name, ' ', variant)`, n: 'uniqExact(session)' },
      },
    },
  ],
  feeds: ['ab-testing-stats'],
  since: 0,
}
