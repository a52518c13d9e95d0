/** Sessions that began or converted in an unusual order, what they saw of split tests, and views of an upgrade's first minutes. */
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { conversion, exposure, NOON, recordsOf, visit } from '@firsttouch/projector/testing/events'
import { lookingAt } from '@firsttouch/projector/testing/looking-at'
import { beforeAll, expect, test } from 'vitest'
import { NUMBERS_KEY } from '../rigs/testing/analysts/numbers-key.ts'
import { openTestClickHouse, type TestClickHouse } from '../rigs/testing/stores.ts'
import { publishReporting } from './publish.ts'

const MINUTE = 60_000
const who = (name: string) => `utm_1772366400000_${name}`
const [early, only, same, twice, both, bot] = ['early', 'only', 'same', 'twice', 'both', 'bot'].map(who) as [
  ...[string, string, string, string, string, string],
]
const spring = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' }

const events = [
  // Converted before the first visit, by the visitor's clock; and never visited.
  conversion({ sessionId: early, at: NOON - MINUTE, pagePath: '/before' }),
  visit({ sessionId: early, at: NOON + MINUTE, pagePath: '/later' }),
  visit({ sessionId: early, at: NOON, pagePath: '/first', utm: spring }),
  conversion({ sessionId: early, at: NOON + MINUTE, pagePath: '/after' }),
  conversion({ sessionId: only, at: NOON + MINUTE, pagePath: '/second' }),
  conversion({ sessionId: only, at: NOON, pagePath: '/only', utm: spring }),
  // Converted at the very moment, and before; before and after; saw one arm twice; and saw both, one of them first.
  exposure('v2', same, NOON),
  conversion({ sessionId: same, at: NOON, conversionType: 'button_click' }),
  conversion({ sessionId: same, at: NOON - 1, conversionType: 'stripe_intent' }),
  exposure('control', twice, NOON + MINUTE),
  exposure('control', twice, NOON),
  conversion({ sessionId: twice, at: NOON - 1, conversionType: 'whatsapp_click' }),
  conversion({ sessionId: twice, at: NOON + MINUTE, conversionType: 'whatsapp_click' }),
  conversion({ sessionId: twice, at: NOON + 2, conversionType: 'button_click' }),
  exposure('control', both, NOON + MINUTE),
  exposure('v2', both, NOON),
]
const ofBot = [
  exposure('v2', bot, NOON),
  conversion({ sessionId: bot, at: NOON }),
  visit({ sessionId: bot, at: NOON }),
]

/** What the views of experiments are made of; the others are made of the events. */
const TABLES = ['session_events', 'session_minutes', 'session_sums']

let stores: TestClickHouse
const reporting = 'reporting_of_sessions'
beforeAll(async () => {
  stores = await openTestClickHouse()
  const { client, db } = stores
  const store = openStore(lookingAt(client, ...TABLES), db)
  // All of them twice: what is written again counts once.
  for (const offset of [0, 50]) {
    await project(recordsOf(events, offset), { store })
    await project(recordsOf(ofBot, offset + 100, { bot: 'user_agent' }), { store })
  }
  await publishReporting(client, { db, timeZone: 'UTC', numbersKey: NUMBERS_KEY, reporting })
})
const rows = async (query: string) =>
  (await stores.client.query({ query, format: 'JSONEachRow' })).json<Record<string, unknown>>()

test('a session is of its first visit, and without one of its first event', async () => {
  const columns =
    'landing_page, source, medium, campaign, visits, conversions, started_at, first_converted_at'
  expect(
    await rows(
      `SELECT ${columns} FROM ${reporting}.sessions WHERE landing_page IN ('/first', '/only', '/before', '/later', '') ORDER BY started_at`,
    ),
  ).toEqual([
    {
      ...{
        landing_page: '/first',
        source: 'google',
        medium: 'cpc',
        campaign: 'spring',
        visits: 2,
        conversions: 2,
      },
      ...{ started_at: '2026-03-01 12:29:00.000', first_converted_at: '2026-03-01 12:29:00.000' },
    },
    {
      ...{
        landing_page: '/only',
        source: 'google',
        medium: 'cpc',
        campaign: 'spring',
        visits: 0,
        conversions: 2,
      },
      ...{ started_at: '2026-03-01 12:30:00.000', first_converted_at: '2026-03-01 12:30:00.000' },
    },
  ])
  expect(await rows(`SELECT count() AS n FROM ${reporting}.sessions`)).toEqual([{ n: 4 }])
})

test('a session is in the arm that it saw first, and converts at or after that moment', async () => {
  const columns = 'variant, saw_both, conversion_types, converted, exposed_at'
  expect(
    await rows(`SELECT ${columns} FROM ${reporting}.experiment_sessions ORDER BY variant, saw_both`),
  ).toEqual([
    {
      ...{
        variant: 'control',
        saw_both: 0,
        conversion_types: ['button_click', 'whatsapp_click'],
        converted: 1,
      },
      exposed_at: '2026-03-01 12:30:00.000',
    },
    {
      ...{ variant: 'v2', saw_both: 0, conversion_types: ['button_click'], converted: 1 },
      exposed_at: '2026-03-01 12:30:00.000',
    },
    {
      ...{ variant: 'v2', saw_both: 1, conversion_types: [], converted: 0 },
      exposed_at: '2026-03-01 12:30:00.000',
    },
  ])
  const counted = [
    { variant: 'control', visitors: 1, converters: 1, saw_both: 0 },
    { variant: 'v2', visitors: 1, converters: 1, saw_both: 1 },
  ]
  for (const view of ['experiment_days', 'experiment_results_v1'])
    expect(
      await rows(`SELECT variant, visitors, converters, saw_both FROM ${reporting}.${view} ORDER BY variant`),
    ).toEqual(counted)
})

test('what bots sent is in no view but one, each event of it once', async () => {
  expect(await rows(`SELECT type, reason, events FROM ${reporting}.excluded_days ORDER BY type`)).toEqual(
    ['ab_test', 'conversion', 'visit'].map(type => ({ type, reason: 'user_agent', events: 1 })),
  )
  expect(await rows(`SELECT count() AS n FROM ${reporting}.visits`)).toEqual([{ n: 2 }])
  expect(await rows(`SELECT count() AS n FROM ${reporting}.conversions`)).toEqual([{ n: 9 }])
})
