/** What sessions did, by session. What one counts as (`sessions/`) is found in these few columns, and the last touch before a form. */
import { AB_EVENTS, type Kind, VISITS } from './kinds.ts'
import type { Projection } from './projection.ts'
import { AS_THEY_ARE, itself, perEvent, type Rollup } from './rollup.ts'

/** An A/B event has no page, and its device is not asked for. */
const ofPage = (value: string): string => `if(type = 'ab_test', '', ${value})`
const orUnknown = (column: string): string => ofPage(`if(${column} = '', 'unknown', ${column})`)

export const sessionEvents: Rollup = {
  table: 'session_events',
  ...perEvent,
  keys: {
    kind: `multiIf(type != 'ab_test', type, ab_event = 'variant_assigned', 'exposure', 'test_conversion')`,
    session_minute: 'session_minute',
    session: 'session',
    at: 'occurred_at',
    bot: `toUInt8(bot != '')`,
    page: ofPage('page_path'),
    device: orUnknown('device'),
    browser: orUnknown('browser'),
    ...itself(AS_THEY_ARE),
  },
  erasure: 'session',
  parity: {
    'visits and conversions by page': {
      key: `concat(kind, ' ', page)`,
      where: `kind IN ('visit', 'conversion')`,
    },
    'visits and conversions by device and browser': {
      key: `concat(kind, ' ', device, ' ', browser)`,
      where: `kind IN ('visit', 'conversion')`,
    },
    'visits of the funnel': {
      key: `concat(utm_source, ' ', utm_campaign, if(bot, ' of bots', ''))`,
      where: `kind = 'visit'`,
    },
    'exposed sessions by variant': {
      key: `concat(test_name, ' ', variant)`,
      n: 'uniqExact(session)',
      where: `kind = 'exposure'`,
    },
    'converted sessions by type': {
      key: 'conversion_type',
      n: 'uniqExact(session)',
      where: `kind IN ('conversion', 'test_conversion')`,
    },
  },
}

/** What is asked of sessions of each kind of event. */
const asked = (reads: Kind[], feeds: string[]): Projection => ({
  reads,
  rollups: [sessionEvents],
  feeds,
})

export const SESSION_EVENTS: Projection[] = [
  asked([...VISITS, 'conversion'], ['analytics']),
  asked([...AB_EVENTS, 'conversion'], ['ab-testing-stats']),
]
