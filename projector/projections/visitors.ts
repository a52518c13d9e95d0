/**
 * Visitors of campaigns: a session counts once for a campaign, at its first visit through one of the campaign's links. A
 * session's bucket is the time inside its id, so an earlier visit that comes late moves it in time and never counts it twice.
 */
import type { Projection } from './projection.ts'
import { eventsWhere, quarterHoursOf, type Rollup } from './rollup.ts'

const sessionVisits: Rollup = {
  table: 'session_visits',
  bucket: 'minute',
  from: eventsWhere(`type = 'visit' AND utm_campaign != ''`),
  bucketOf: 'minute',
  keys: {
    session_minute: 'session_minute',
    session: 'session',
    utm_campaign: 'utm_campaign',
    bot: `toUInt8(bot != '')`,
  },
  weight: 'toUInt64(1)',
  time: 'occurred_at',
  measures: { first_at: 'minIf(time, weight > 0)' },
  erasure: 'session',
  keysStay: true,
}

const firstVisits: Rollup['from'] = (db, touched) => `(
    SELECT session_minute, session, utm_campaign, min(first_at) AS visited_at
    FROM ${db}.session_visits FINAL
    WHERE bot = 0 AND ${touched('session_minute')}
    GROUP BY session_minute, session, utm_campaign
  )`

const minutes: Rollup = {
  table: 'visitor_minutes',
  bucket: 'session_minute',
  from: firstVisits,
  bucketOf: 'session_minute',
  keys: { at: 'toStartOfMinute(visited_at)', utm_campaign: 'utm_campaign' },
  weight: 'toUInt64(1)',
  measures: { n: 'sum(weight)' },
  erasure: 'nothing',
}

export const visitors: Projection = {
  reads: ['tagged visit'],
  rollups: [
    sessionVisits,
    minutes,
    quarterHoursOf(minutes, 'visitor_15m', { 'visitors by campaign': { key: 'utm_campaign' } }),
  ],
  feeds: ['campaigns'],
  since: 1,
}
