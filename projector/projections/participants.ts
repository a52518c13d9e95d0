/**
 * Participants of an experiment by variant, by the minute of their first exposure and by what they converted to. A session's
 * bucket is the time inside its id, so it never moves; whether it converted after it was exposed is decided anew at each
 * refresh, so it does not matter which of the two arrived first.
 */
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'

import type { Projection } from './projection.ts'
import { quarterHoursOf, type Rollup } from './rollup.ts'

const TYPES = CONVERSION_TYPES.map(type => `'${type}'`).join(', ')
/** Bit i of `converted` stands for conversion type i of the contract, whose order is never changed. */
const BIT = `bitShiftLeft(toUInt8(1), indexOf([${TYPES}], toString(conversion_type)) - 1)`

/** A row for each session and test. */
export const participantSessions: Rollup['from'] = (db, touched) => `(
    SELECT session_minute, test_name, session, min(exposed_at) AS first_at,
      argMin(variant, (exposed_at, variant)) AS first_variant, uniqExact(variant) > 1 AS both
    FROM ${db}.exposures FINAL
    WHERE bot = 0 AND ${touched('session_minute')}
    GROUP BY session_minute, test_name, session
  ) AS exposed
  LEFT JOIN (
    SELECT session, groupArray((bit, at)) AS conversions
    FROM (
      SELECT session, ${BIT} AS bit, max(last_at) AS at
      FROM ${db}.session_conversions FINAL
      WHERE bot = 0 AND ${touched('session_minute')} AND conversion_type IN (${TYPES})
      GROUP BY session, bit
    )
    GROUP BY session
  ) AS converted ON exposed.session = converted.session`

export const convertedSql =
  'toUInt8(arraySum(conversion -> if(conversion.2 >= first_at, conversion.1, 0), conversions))'

const minutes: Rollup = {
  table: 'participant_minutes',
  bucket: 'session_minute',
  from: participantSessions,
  bucketOf: 'session_minute',
  keys: {
    at: 'toStartOfMinute(first_at)',
    test_name: 'test_name',
    variant: 'first_variant',
    saw_both: 'both',
    converted: convertedSql,
  },
  weight: 'toUInt64(1)',
  measures: { n: 'sum(weight)' },
  erasure: 'nothing',
}

export const participants: Projection = {
  reads: ['ab_test variant_assigned', 'ab_test conversion', 'conversion'],
  rollups: [
    minutes,
    quarterHoursOf(minutes, 'participant_15m', {
      'visitors and converters by variant': {
        key: `concat(test_name, ' ', variant, if(saw_both, ' both', ''), if(converted != 0, ' converted', ''))`,
      },
    }),
  ],
  feeds: ['ab-testing-stats'],
  since: 0,
}
