import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse, type TestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { beforeEach, expect, test } from 'vitest'
import { project } from '../../run.ts'
import { openStore } from '../../steps/store.ts'
import { conversion, NOON, recordsOf, visit } from '../../testing/events.ts'
import { lookingAt } from '../../testing/looking-at.ts'

let stores: TestClickHouse
beforeEach(async () => {
  stores = await openTestClickHouse()
})

const PARTS = ['landing', 'device', 'browser', 'variant', 'channel', 'touch']
const TABLES = ['session_events', 'session_minutes', 'session_sums']
const run = (records: LogRecord[], ...more: string[]) =>
  project(records, { store: lookingAt(openStore(stores.client, stores.db), ...TABLES, ...more) })
const rows = async (query: string) =>
  (
    await stores.client.query({
      query: query.replaceAll('db.', `${stores.db}.`),
      format: 'JSONCompactEachRow',
    })
  ).json<unknown[]>()
const landings = () =>
  rows(
    `SELECT page, type, sum(n) FROM db.session_sums FINAL WHERE model = 'landing' GROUP BY ALL ORDER BY ALL`,
  )
const devices = () =>
  rows(
    `SELECT device, browser, type, sum(n) FROM db.session_sums FINAL WHERE model = 'touch' GROUP BY ALL ORDER BY ALL`,
  )

const [ann, bob] = ['utm_1772368200000_ann', 'utm_1772368200000_bob']
const at = (minutes: number, sessionId: string, pagePath: string) =>
  visit({ sessionId, pagePath, at: NOON + minutes * 60_000 })
const converted = (minutes: number, sessionId: string) =>
  conversion({ sessionId, pagePath: '/contact', at: NOON + minutes * 60_000 })
const DAY = 24 * 60

test.each(['as they happened', 'the last first'])(
  'a session counts once, and its visits and conversions count when they occurred, all under its first page; events arrive %s',
  async order => {
    const events = [
      at(0, ann, '/v2'),
      at(1, ann, '/trial-signup'),
      converted(2, ann),
      at(DAY, ann, '/'),
      at(0, bob, '/'),
      at(DAY, bob, '/'),
    ]
    const records = recordsOf(order === 'the last first' ? events.toReversed() : events)
    for (const record of records) await run([record])
    await run(records, 'event_minutes', 'event_sums')
    expect(
      await rows(
        `SELECT toDate(at) AS day, page, type, sum(n) FROM db.session_sums FINAL WHERE model = 'landing'
         GROUP BY ALL ORDER BY ALL`,
      ),
    ).toEqual([
      ['2026-03-01', '/', 'session', 1],
      ['2026-03-01', '/', 'visit', 1],
      ['2026-03-01', '/v2', 'conversion', 1],
      ['2026-03-01', '/v2', 'session', 1],
      ['2026-03-01', '/v2', 'visit', 2],
      ['2026-03-02', '/', 'visit', 1],
      ['2026-03-02', '/v2', 'visit', 1],
    ])
    const perDay = 'SELECT toDate(at) AS day, type, sum(n) FROM db'
    const totals = await rows(`${perDay}.event_sums FINAL WHERE model = 'traffic' GROUP BY ALL ORDER BY ALL`)
    for (const model of PARTS)
      expect(
        await rows(
          `${perDay}.session_sums FINAL WHERE model = '${model}' AND type != 'session' GROUP BY ALL ORDER BY ALL`,
        ),
      ).toEqual(totals)
  },
)

test('an earlier visit that arrives late moves the whole session to the page of that visit', async () => {
  await run(recordsOf([at(0, ann, '/v2'), converted(1, ann)]))
  await run(recordsOf([at(-DAY, ann, '/original')], 5))
  expect(await landings()).toEqual([
    ['/original', 'conversion', 1],
    ['/original', 'session', 1],
    ['/original', 'visit', 2],
  ])
  expect(
    await rows(`SELECT toDate(at) FROM db.session_sums FINAL WHERE model = 'landing' AND type = 'session'`),
  ).toEqual([['2026-02-28']])
})

test('a session without a visit begins with its conversion, until its visit arrives', async () => {
  await run(recordsOf([converted(0, ann)]))
  expect(await landings()).toEqual([
    ['/contact', 'conversion', 1],
    ['/contact', 'session', 1],
  ])
  await run(recordsOf([at(1, ann, '/v2')], 1))
  expect(await landings()).toEqual([
    ['/v2', 'conversion', 1],
    ['/v2', 'session', 1],
    ['/v2', 'visit', 1],
  ])
})

test('a session has the device of its first page, and bots have no session', async () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
  await run(recordsOf([at(0, ann, '/')], 0, { userAgent }))
  await run(recordsOf([converted(1, ann)], 1, { userAgent: '' }))
  await run(recordsOf([at(0, bob, '/')], 2, { bot: 'user_agent' }))
  expect(await devices()).toEqual([
    ['desktop', 'Firefox', 'conversion', 1],
    ['desktop', 'Firefox', 'session', 1],
    ['desktop', 'Firefox', 'visit', 1],
  ])
  await run(recordsOf([at(2, bob, '/v2')], 3, { userAgent: '' }))
  expect(await devices()).toContainEqual(['unknown', 'unknown', 'session', 1])
  expect(await landings()).toContainEqual(['/v2', 'session', 1])
})

test('a session has the campaign, keyword and ad of its first visit, a visit those of its link, a conversion those of the first touch', async () => {
  const of = (one: string) => ({ utm_campaign: one, utm_term: one, utm_content: one })
  const [spring, autumn] = [of('spring'), of('autumn')]
  await run(
    recordsOf([
      visit({ sessionId: ann, utm: spring }),
      visit({ sessionId: ann, utm: autumn, at: NOON + 1_000 }),
      conversion({ sessionId: ann, utm: spring, at: NOON + 2_000 }),
    ]),
  )
  for (const column of ['utm_campaign', 'utm_term', 'utm_content'])
    expect(
      await rows(`SELECT ${column}, type, n FROM db.session_sums FINAL WHERE model = 'touch' ORDER BY ALL`),
    ).toEqual([
      ['autumn', 'visit', 1],
      ['spring', 'conversion', 1],
      ['spring', 'session', 1],
      ['spring', 'visit', 1],
    ])
})
