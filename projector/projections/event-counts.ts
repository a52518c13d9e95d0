/** Visits and conversions by what brought them, and A/B events by test and variant: each event by when it occurred. */
import { AB_EVENTS, VISITS } from './kinds.ts'
import type { Projection } from './projection.ts'
import { AS_THEY_ARE, itself, perEvent, type Rollup } from './rollup.ts'
import { type Sums, sumsOf } from './sums.ts'

export const eventMinutes: Rollup = {
  table: 'event_minutes',
  ...perEvent,
  keys: {
    at: 'toStartOfMinute(occurred_at)',
    type: 'type',
    bot: `toUInt8(bot != '')`,
    ...itself(AS_THEY_ARE),
    event: 'ab_event',
  },
  erasure: 'nothing',
}

/** Visits and conversions with and without what tells campaigns apart: questions about all of them read far fewer rows. */
const TRAFFIC = ['traffic', 'campaign_traffic']

export const EVENT_SUMS: Sums = {
  table: 'event_sums',
  by: 'type',
  countsIn: { ab_test: ['ab_event'], visit: TRAFFIC, conversion: TRAFFIC },
  keptIn: { utm_source: TRAFFIC, utm_medium: ['campaign_traffic'], utm_campaign: ['campaign_traffic'] },
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
    'A/B events by variant': {
      key: `concat(test_name, ' ', variant, ' ', event)`,
      where: `model = 'ab_event'`,
    },
  },
}

export const eventSums = sumsOf(eventMinutes, EVENT_SUMS)

const rollups = [eventMinutes, eventSums]

export const traffic: Projection = {
  reads: [...VISITS, 'conversion'],
  rollups,
  feeds: ['analytics', 'campaigns'],
}

export const variants: Projection = { reads: AB_EVENTS, rollups, feeds: ['ab-testing-stats'] }
