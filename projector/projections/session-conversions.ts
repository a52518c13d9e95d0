/** When a session last converted, by type: whether that was after its exposure is decided when the test is read. */
import type { Projection } from './projection.ts'
import { eventsWhere } from './rollup.ts'

export const sessionConversions: Projection = {
  reads: ['conversion', 'ab_test conversion'],
  rollups: [
    {
      table: 'session_conversions',
      bucket: 'minute',
      from: eventsWhere(`(type = 'conversion' OR ab_event = 'conversion')`),
      bucketOf: 'minute',
      keys: {
        session_minute: 'session_minute',
        session: 'session',
        conversion_type: 'conversion_type',
        bot: `toUInt8(bot != '')`,
      },
      weight: 'toUInt64(1)',
      time: 'occurred_at',
      measures: { last_at: 'maxIf(time, weight > 0)' },
      erasure: 'session',
      keysStay: true,
      parity: { 'converted sessions by type': { key: 'conversion_type', n: 'uniqExact(session)' } },
    },
  ],
  feeds: ['ab-testing-stats'],
  since: 0,
}
