/** Views are a contract: what they say is tested by hand-made events, and their shape is frozen. */
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { conversion, exposure, NOON, recordsOf, visit } from '@firsttouch/projector/testing/events'
import { beforeAll, expect, test } from 'vitest'
import { NUMBERS_KEY } from '../rigs/testing/analysts/numbers-key.ts'
import { openTestClickHouse, type TestClickHouse } from '../rigs/testing/stores.ts'
import { CONTRACT } from './account-views.ts'
import { publishReporting, VIEWS } from './publish.ts'

let stores: TestClickHouse
const rows = async (query: string) =>
  (await stores.client.query({ query, format: 'JSONEachRow' })).json<Record<string, unknown>>()

const utm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' }
const [ann, bob, cat, bot] = [
  'utm_1772366400000_ann',
  'utm_1772366400000_bob',
  'utm_1772366400000_cat',
  'utm_2_bot',
]
/** Half past midnight in London on 1 July is still 30 June in UTC. */
const SUMMER = Date.parse('2026-06-30T23:30:00.000Z')

const userAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const humans = [
  visit({ sessionId: ann, utm, pagePath: '/v2', referrer: 'https://WWW.Google.com/search' }),
  visit({ sessionId: ann, at: NOON + 60_000, pagePath: '/trial' }),
  conversion({ sessionId: ann, at: NOON + 120_000, utm, conversionType: 'form_submission' }),
  visit({ sessionId: bob, at: SUMMER }),
  exposure('v2', ann, NOON),
  exposure('control', bob, SUMMER),
  exposure('control', cat, NOON),
  exposure('v2', cat, NOON + 1_000),
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

test('each event is counted once, bots are left out, and days are those of the report time zone', async () => {
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

test('a visitor of a campaign counts once, on the day of the first visit by it', async () => {
  const { client, db } = await openTestClickHouse()
  const store = openStore(client, db)
  const events = [
    visit({ sessionId: bob, at: SUMMER, utm }),
    visit({ sessionId: bob, at: SUMMER + 86_400_000, utm }),
    visit({ sessionId: ann, at: SUMMER, utm: { utm_campaign: 'autumn' } }),
  ]
  await project(recordsOf(events), { store })
  const reporting = 'reporting_of_visitors'
  await publishReporting(client, { db, timeZone: 'Europe/London', numbersKey: NUMBERS_KEY, reporting })
  const read = () => rows(`SELECT * FROM ${reporting}.campaign_visitor_days ORDER BY campaign`)
  expect(await read()).toEqual([
    { day: '2026-07-01', campaign: 'autumn', visitors: 1 },
    { day: '2026-07-01', campaign: 'spring', visitors: 1 },
  ])
})

test('landing pages and devices by day are those of the sessions, and add up to the days of campaigns', async () => {
  const days = 'day, sum(sessions) AS sessions, sum(visits) AS visits, sum(conversions) AS conversions'
  expect(
    await rows(`SELECT ${days}, landing_page FROM reporting.landing_page_days GROUP BY ALL ORDER BY ALL`),
  ).toEqual([
    { day: '2026-03-01', sessions: 1, visits: 2, conversions: 1, landing_page: '/v2' },
    { day: '2026-07-01', sessions: 1, visits: 1, conversions: 0, landing_page: '/' },
  ])
  const byDevice = `SELECT ${days}, device, browser FROM reporting.device_days GROUP BY ALL ORDER BY ALL`
  expect(await rows(byDevice)).toMatchObject([
    { sessions: 1, visits: 2, conversions: 1, device: 'mobile', browser: 'Safari' },
    { sessions: 1, visits: 1, conversions: 0, device: 'mobile', browser: 'Safari' },
  ])
  for (const view of ['landing_page_days', 'device_days']) {
    const sums = (of: string) =>
      rows(`SELECT day, source, campaign, sum(visits) AS v, sum(conversions) AS c FROM reporting.${of}
        GROUP BY ALL HAVING v + c > 0 ORDER BY ALL`)
    expect(await sums(view)).toEqual(await sums('campaign_days'))
    const begun = `SELECT day, sum(sessions) AS n FROM reporting.${view} GROUP BY day HAVING n > 0 ORDER BY day`
    expect(await rows(begun)).toEqual(
      await rows('SELECT day, count() AS n FROM reporting.sessions GROUP BY day ORDER BY day'),
    )
  }
})

test('a visit and a session say their device and browser, and nobody’s user agent', async () => {
  const seen = { device: 'mobile', browser: 'Safari' }
  expect(await rows('SELECT DISTINCT device, browser FROM reporting.visits')).toEqual([seen])
  expect(await rows('SELECT DISTINCT device, browser FROM reporting.sessions')).toEqual([seen])
})

test('a session has the source of its first visit', async () => {
  expect(
    await rows(
      'SELECT source, campaign, landing_page, visits, conversions, first_converted_at FROM reporting.sessions ORDER BY started_at',
    ),
  ).toEqual([
    {
      source: 'google',
      campaign: 'spring',
      landing_page: '/v2',
      visits: 2,
      conversions: 1,
      first_converted_at: '2026-03-01 12:32:00.000',
    },
    {
      source: 'direct',
      campaign: '',
      landing_page: '/',
      visits: 1,
      conversions: 0,
      first_converted_at: null,
    },
  ])
})

test('a session that saw both arms is counted apart, and results are those of the sessions', async () => {
  expect(await rows('SELECT * FROM reporting.experiment_results_v1 ORDER BY variant')).toEqual([
    { test: 'landingPage', variant: 'control', visitors: 1, converters: 0, saw_both: 1, conversion_rate: 0 },
    { test: 'landingPage', variant: 'v2', visitors: 1, converters: 1, saw_both: 0, conversion_rate: 100 },
  ])
  expect(
    await rows(
      `SELECT variant, day, saw_both, conversion_types, converted FROM reporting.experiment_sessions ORDER BY variant, day`,
    ),
  ).toEqual([
    { variant: 'control', day: '2026-03-01', saw_both: 1, conversion_types: [], converted: 0 },
    { variant: 'control', day: '2026-07-01', saw_both: 0, conversion_types: [], converted: 0 },
    { variant: 'v2', day: '2026-03-01', saw_both: 0, conversion_types: ['form_submission'], converted: 1 },
  ])
  expect(
    await rows(
      'SELECT day, variant, visitors, saw_both FROM reporting.experiment_days ORDER BY day, variant',
    ),
  ).toEqual([
    { day: '2026-03-01', variant: 'control', visitors: 0, saw_both: 1 },
    { day: '2026-03-01', variant: 'v2', visitors: 1, saw_both: 0 },
    { day: '2026-07-01', variant: 'control', visitors: 1, saw_both: 0 },
  ])
})

test('no column identifies a person, and every view and column says what it means', async () => {
  const columns = await rows(`SELECT table, name, comment FROM system.columns WHERE database = 'reporting'`)
  expect(columns.length).toBe(VIEWS.reduce((sum, view) => sum + view.columns.length, 0))
  expect(columns.filter(({ comment }) => comment === '')).toEqual([])
  expect(
    columns.filter(({ name }) =>
      /^(session|id|user_agent|network|ip|email|referrer|properties)$/.test(String(name)),
    ),
  ).toEqual([])
  const tables = await rows(`SELECT name, comment FROM system.tables WHERE database = 'reporting'`)
  expect(tables.filter(({ comment }) => !/^Version \d+\. /.test(String(comment)))).toEqual([])
})

test('a text of a view may be all that is asked for; of every text, `texts.long.test.ts`', async () => {
  expect(await rows(`SELECT countIf(medium = '') AS n FROM reporting.visits`)).toEqual([{ n: 2 }])
})

test('views move to another generation at once, and a later release’s views of the same one stay', async () => {
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
