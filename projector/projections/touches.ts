/**
 * Every visit of a session with what brought it, by session: what the last touch before a form was, and how many visits
 * and sessions a campaign had, is asked of these few columns.
 */
import { VISITS } from './kinds.ts'
import type { Projection } from './projection.ts'
import { eventsWhere } from './rollup.ts'

export const touches: Projection = {
  reads: VISITS,
  rollups: [
    {
      table: 'touches',
      bucket: 'minute',
      from: eventsWhere(`type = 'visit'`),
      bucketOf: 'minute',
      keys: {
        session_minute: 'session_minute',
        session: 'session',
        at: 'occurred_at',
        utm_source: 'utm_source',
        utm_medium: 'utm_medium',
        utm_campaign: 'utm_campaign',
        bot: `toUInt8(bot != '')`,
      },
      weight: 'toUInt64(1)',
      measures: { n: 'sum(weight)' },
      erasure: 'session',
      keysStay: true,
      parity: {
        'visits of the funnel': { key: `concat(utm_source, ' ', utm_campaign, if(bot, ' of bots', ''))` },
      },
    },
  ],
  feeds: [],
  since: 2,
}
