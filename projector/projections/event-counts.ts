/** Counts visits and conversions by source, channel and campaign, and A/B events by test and variant. */
import { AS_THEY_ARE, itself, perEvent, type Rollup, SENDER } from './rollup.ts'
import { sumsOf } from './sums.ts'

export const eventMinutes: Rollup = {
  table: 'event_minutes',
  ...perEvent,
  keys: {
    at: 'toStartOfMinute(occurred_at)',
    type: 'type',
    bot: SENDER,
    ...itself(AS_THEY_ARE),
    event: 'ab_event',
  },
  erasure: 'nothing',
}

/** Visits and conversions count in each of these read models. The first two have far fewer rows than the last. */
const TRAFFIC = ['traffic', 'site_traffic', 'campaign_traffic']
const BY_SITE = ['site_traffic', 'campaign_traffic']

export const eventSums = sumsOf(eventMinutes, {
  table: 'event_sums',
  by: 'type',
  countsIn: { ab_test: ['ab_event'], visit: TRAFFIC, conversion: TRAFFIC },
  keptIn: {
    utm_source: TRAFFIC,
    utm_medium: ['campaign_traffic'],
    utm_campaign: ['campaign_traffic'],
    channel: BY_SITE,
    referring_site: BY_SITE,
  },
  parity: {
    'visits and conversions by day': {
      key: `concat(toString(toDate(at)), ' ', type)`,
      where: `model = 'traffic'`,
    },
    'visits by campaign': { key: 'utm_campaign', where: `model = 'campaign_traffic' AND type = 'visit'` },
    'conversions by campaign': {
      key: 'utm_campaign',
      where: `model = 'campaign_traffic' AND type = 'conversion'`,
    },
    'visits and conversions by channel': {
      key: `concat(channel, ' ', type)`,
      where: `model = 'site_traffic'`,
    },
    'A/B events by variant': {
      key: `concat(test_name, ' ', variant, ' ', event)`,
      where: `model = 'ab_event'`,
    },
  },
})
