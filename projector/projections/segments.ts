/** Participants of an experiment, as in `participants.ts`, by what brought their session first as well. Who saw several variants is in none. */
import { VISITS } from './kinds.ts'
import { convertedSql, participantSessions } from './participants.ts'
import type { Projection } from './projection.ts'
import { quarterHoursOf, type Rollup } from './rollup.ts'

const withFirstTouch: Rollup['from'] = (db, touched) => `${participantSessions(db, touched)}
  LEFT JOIN (
    SELECT session, argMin((toString(utm_source), toString(utm_campaign)), (at, utm_source, utm_campaign)) AS touch
    FROM ${db}.touches FINAL
    WHERE bot = 0 AND ${touched('session_minute')}
    GROUP BY session
  ) AS touched ON exposed.session = touched.session
  WHERE both = 0`

const minutes: Rollup = {
  table: 'segment_minutes',
  bucket: 'session_minute',
  from: withFirstTouch,
  bucketOf: 'session_minute',
  keys: {
    at: 'toStartOfMinute(first_at)',
    test_name: 'test_name',
    variant: 'first_variant',
    utm_source: 'touch.1',
    utm_campaign: 'touch.2',
    converted: convertedSql,
  },
  weight: 'toUInt64(1)',
  measures: { n: 'sum(weight)' },
  erasure: 'nothing',
}

export const segments: Projection = {
  reads: [...VISITS, 'ab_test variant_assigned', 'ab_test conversion', 'conversion'],
  rollups: [
    minutes,
    quarterHoursOf(minutes, 'segment_15m', {
      'visitors by source and campaign': { key: `concat(test_name, ' ', utm_source, ' ', utm_campaign)` },
    }),
  ],
  feeds: [],
  since: 5,
}
