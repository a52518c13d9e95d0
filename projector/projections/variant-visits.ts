/**
 * Visits by the landing page that their session was first assigned to: which one that is only its session knows, and it may be
 * told of after the visits.
 */
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { VISITS } from './kinds.ts'
import type { Projection } from './projection.ts'
import { itself, quarterHoursOf, type Rollup } from './rollup.ts'

const assigned: Rollup['from'] = (db, touched) => `(
    SELECT session_minute, session, at, utm_source, utm_campaign, n
    FROM ${db}.touches FINAL
    WHERE bot = 0 AND ${touched('session_minute')}
  ) AS visited
  INNER JOIN (
    SELECT session, argMin(variant, (exposed_at, variant)) AS first_variant
    FROM ${db}.exposures FINAL
    WHERE bot = 0 AND test_name = '${LANDING_PAGE.name}' AND ${touched('session_minute')}
    GROUP BY session
  ) AS shown ON visited.session = shown.session`

const minutes: Rollup = {
  table: 'variant_visit_minutes',
  bucket: 'session_minute',
  from: assigned,
  bucketOf: 'session_minute',
  keys: { at: 'toStartOfMinute(at)', variant: 'first_variant', ...itself(['utm_source', 'utm_campaign']) },
  weight: 'n',
  measures: { n: 'sum(weight)' },
  erasure: 'nothing',
}

export const variantVisits: Projection = {
  reads: [...VISITS, 'ab_test variant_assigned'],
  rollups: [
    minutes,
    quarterHoursOf(minutes, 'variant_visit_15m', { 'visits by landing page': { key: 'variant' } }),
  ],
  feeds: [],
  since: 5,
}
