/** The shape of the views is a frozen contract. The oracle compares every row. */
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { conversion, NOON, recordsOf, visit } from '@firsttouch/projector/testing/events'
import { beforeAll, expect, test } from 'vitest'
import { NUMBERS_KEY } from '../rigs/testing/analysts/numbers-key.ts'
import { openTestClickHouse, type TestClickHouse } from '../rigs/testing/stores.ts'
import { CONTRACT } from './account-views.ts'
import { publishReporting, VIEWS } from './publish.ts'

let stores: TestClickHouse
const rows = async (query: string) =>
  (await stores.client.query({ query, format: 'JSONEachRow' })).json<Record<string, unknown>>()

const utm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' }
const [ann, bob, bot] = ['utm_1772366400000_ann', 'utm_1772366400000_bob', 'utm_2_bot']
/** 00:30 on 1 July in London is still 30 June in UTC. */
const SUMMER = Date.parse('2026-06-30T23:30:00.000Z')

const userAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const humans = [
  visit({ sessionId: ann, utm, pagePath: '/v2', referrer: 'https://WWW.Google.com/search' }),
  visit({ sessionId: ann, at: NOON + 60_000, pagePath: '/trial' }),
  conversion({ sessionId: ann, at: NOON + 120_000, utm, conversionType: 'form_submission' }),
  visit({ sessionId: bob, at: SUMMER }),
]

beforeAll(async () => {
  stores = await openTestClickHouse()
  const store = openStore(stores.client, stores.db)
  await project(recordsOf(humans, 0, { userAgent }), { store })
  await project(recordsOf(humans, 50, { userAgent }), { store })
  const crawler = [visit({ sessionId: bot, utm }), conversion({ sessionId: bot })]
  await project(recordsOf(crawler, 100, { bot: 'user_agent' }), { store })
  await publishReporting(stores.client, { db: stores.db, timeZone: 'Europe/London', numbersKey: NUMBERS_KEY })
})

test('each event counts once, bots are left out, and days are those of the report time zone', async () => {
  expect(
    await rows(
      'SELECT day, source, campaign, visits, conversions FROM reporting.campaign_days ORDER BY day, source',
    ),
  ).toEqual([
    { day: '2026-03-01', source: 'direct', campaign: '', visits: 1, conversions: 0 },
    { day: '2026-03-01', source: 'google', campaign: 'spring', visits: 1, conversions: 1 },
    { day: '2026-07-01', source: 'direct', campaign: '', visits: 1, conversions: 0 },
  ])
  expect(
    await rows('SELECT day, page, source, referrer_site FROM reporting.visits ORDER BY visited_at'),
  ).toEqual([
    { day: '2026-03-01', page: '/v2', source: 'google', referrer_site: 'www.google.com' },
    { day: '2026-03-01', page: '/trial', source: 'direct', referrer_site: '' },
    { day: '2026-07-01', page: '/', source: 'direct', referrer_site: '' },
  ])
  expect(await rows('SELECT conversion_type, campaign FROM reporting.conversions')).toEqual([
    { conversion_type: 'form_submission', campaign: 'spring' },
  ])
  expect(
    await rows('SELECT conversion_type, sum(conversions) AS n FROM reporting.conversion_days GROUP BY ALL'),
  ).toEqual([{ conversion_type: 'form_submission', n: 1 }])
  expect(await rows('SELECT sum(visits) AS n, max(day) AS last FROM reporting.quarter_hours')).toEqual([
    { n: 3, last: '2026-07-01' },
  ])
  expect(await rows('SELECT type, reason, events FROM reporting.excluded_days ORDER BY type')).toEqual([
    { type: 'conversion', reason: 'user_agent', events: 1 },
    { type: 'visit', reason: 'user_agent', events: 1 },
  ])
})

test('a visit and a session have a device and a browser, but no user agent', async () => {
  const seen = { device: 'mobile', browser: 'Safari' }
  expect(await rows('SELECT DISTINCT device, browser FROM reporting.visits')).toEqual([seen])
  expect(await rows('SELECT DISTINCT device, browser FROM reporting.sessions')).toEqual([seen])
})

test('no column identifies a person, and every view and column is described', async () => {
  const columns = await rows(`SELECT table, name, comment FROM system.columns WHERE database = 'reporting'`)
  expect(columns.length).toBe(VIEWS.reduce((sum, view) => sum + Object.keys(view.columns).length, 0))
  expect(columns.filter(({ comment }) => comment === '')).toEqual([])
  expect(
    columns.filter(({ name }) =>
      /^(session|id|user_agent|network|ip|email|referrer|properties)$/.test(String(name)),
    ),
  ).toEqual([])
  const tables = await rows(`SELECT name, comment FROM system.tables WHERE database = 'reporting'`)
  expect(tables.filter(({ comment }) => !/^Version \d+\. /.test(String(comment)))).toEqual([])
})

test('one value of a view can be queried alone (all values: `texts.long.test.ts`)', async () => {
  expect(await rows(`SELECT countIf(medium = '') AS n FROM reporting.visits`)).toEqual([{ n: 2 }])
})

test('the views move to another generation in one step, and never replace the views of a later release', async () => {
  const other = await openTestClickHouse()
  await publishReporting(stores.client, { db: other.db, timeZone: 'UTC', numbersKey: NUMBERS_KEY })
  expect(await rows('SELECT * FROM reporting.about')).toEqual([
    { contract: CONTRACT, read_models: other.db, time_zone: 'UTC' },
  ])
  expect(await rows('SELECT count() AS n FROM reporting.visits')).toEqual([{ n: 0 }])

  await stores.client.command({
    query: `CREATE OR REPLACE VIEW reporting.about AS SELECT ${CONTRACT + 1} AS contract, '${other.db}' AS read_models, 'UTC' AS time_zone`,
  })
  await publishReporting(stores.client, { db: other.db, timeZone: 'Europe/London', numbersKey: NUMBERS_KEY })
  expect(await rows('SELECT contract, time_zone FROM reporting.about')).toEqual([
    { contract: CONTRACT + 1, time_zone: 'UTC' },
  ])
  await publishReporting(stores.client, { db: stores.db, timeZone: 'Europe/London', numbersKey: NUMBERS_KEY })
  expect(await rows('SELECT count() AS n FROM reporting.visits')).toEqual([{ n: 3 }])
})
