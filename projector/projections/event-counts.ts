/** Visits and conversions by what brought them, and A/B events by test and variant: each event by when it occurred. */
import { AB_EVENTS, VISITS } from './kinds.ts'
import type { Projection } from './projection.ts'
import { itself, perEvent, quarterHoursOf, type Rollup } from './rollup.ts'

const minutes: Rollup = {
  table: 'event_minutes',
  ...perEvent,
  keys: {
    at: 'toStartOfMinute(occurred_at)',
    type: 'type',
    bot: `toUInt8(bot != '')`,
    ...itself(['utm_source', 'utm_medium', 'utm_campaign', 'conversion_type', 'test_name', 'variant']),
    event: 'ab_event',
  },
  erasure: 'nothing',
}

const quarterHours = quarterHoursOf(minutes, 'event_15m', {
  'visits and conversions by day': {
    key: `concat(toString(toDate(at)), ' ', type)`,
    where: `type != 'ab_test'`,
  },
  'visits by campaign': { key: 'utm_campaign', where: `type = 'visit'` },
  'conversions by campaign': { key: 'utm_campaign', where: `type = 'conversion'` },
  'A/B events by variant': {
    key: `concat(test_name, ' ', variant, ' ', event)`,
    where: `type = 'ab_test'`,
  },
})

const rollups = [minutes, quarterHours]

export const traffic: Projection = {
  reads: [...VISITS, 'conversion'],
  rollups,
  feeds: ['analytics', 'campaigns'],
  since: 0,
}

export const variants: Projection = { reads: AB_EVENTS, rollups, feeds: ['ab-testing-stats'], since: 0 }
