import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse, type TestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import type { EngagementEvent, VisitEvent } from '@firsttouch/ingest/events'
import { beforeEach, expect, test } from 'vitest'
import { project } from '../../run.ts'
import { openStore } from '../../steps/store.ts'
import { conversion, engagement, exposure, NOON, recordsOf, visit } from '../../testing/events.ts'
import { lookingAt } from '../../testing/looking-at.ts'

let stores: TestClickHouse
beforeEach(async () => {
  stores = await openTestClickHouse()
})

const run = (records: LogRecord[]) =>
  project(records, {
    store: lookingAt(
      openStore(stores.client, stores.db),
      'session_events',
      'session_minutes',
      'session_sums',
    ),
  })
const sums = async (model: string, columns: string) =>
  (
    await stores.client.query({
      query: `SELECT ${columns}, sum(n) FROM ${stores.db}.session_sums FINAL WHERE model = '${model}' GROUP BY ALL ORDER BY ALL`,
      format: 'JSONCompactEachRow',
    })
  ).json<unknown[]>()
const stays = () =>
  sums('landing', 'page, type').then(rows => rows.filter(row => /bounce|engaged/.test(String(row))))

const [ann, bob, cyd] = ['utm_1772368200000_ann', 'utm_1772368200000_bob', 'utm_1772368200000_cyd']
const came = (sessionId: string, pagePath = '/', at = NOON) => visit({ sessionId, pagePath, at })
const told = (
  of: VisitEvent,
  visibleMs: number,
  more: Record<string, number> = {},
  at = NOON + 60_000,
): EngagementEvent => engagement({ visit: of, at, properties: { visibleMs, scrollPercent: 40, ...more } })

test.each(['as they happened', 'the last first'])(
  'a session bounces if its only visit lasted less than ten seconds, and is engaged if it lasted longer or has a second visit; events arrive %s',
  async order => {
    const [one, two, three] = [came(ann), came(bob, '/v2'), came(cyd, '/v2')]
    const events = [
      ...[one, told(one, 4_000), told(one, 9_999, {}, NOON + 120_000)],
      ...[two, told(two, 4_000), told(two, 10_000, {}, NOON + 120_000)],
      ...[three, came(cyd, '/', NOON + 1_000), told(three, 1_000)],
      came('utm_1772368200000_unknown'),
    ]
    const records = recordsOf(order === 'the last first' ? events.toReversed() : events)
    for (const record of records) await run([record])
    await run(records)
    expect(await stays()).toEqual([
      ['/', 'bounce', 1],
      ['/v2', 'engaged', 2],
    ])
  },
)

test('a session with a conversion or a second visit is no longer a bounce, also when this event arrives late', async () => {
  const [one, two] = [came(ann), came(bob)]
  await run(recordsOf([one, told(one, 1_000), two, told(two, 1_000)]))
  expect(await stays()).toEqual([['/', 'bounce', 2]])
  await run(recordsOf([conversion({ sessionId: ann, at: NOON + 2_000 }), came(bob, '/v2', NOON + 2_000)], 4))
  expect(await stays()).toEqual([['/', 'engaged', 2]])
})

test('bounces count by the campaign, channel and site of the first visit', async () => {
  const tagged = visit({ sessionId: ann, utm: { utm_source: 'google', utm_campaign: 'spring' } })
  await run(recordsOf([tagged, told(tagged, 500)]))
  const bounces = (model: string, columns: string) =>
    sums(model, `type, ${columns}`).then(rows => rows.filter(row => /bounce|engaged/.test(String(row))))
  expect(await bounces('touch', 'utm_source, utm_campaign')).toEqual([['bounce', 'google', 'spring', 1]])
  expect(await bounces('channel', 'utm_campaign, channel')).toEqual([['bounce', '', 'Organic search', 1]])
})

test('the last engagement figures of a visit count once in its page’s histograms', async () => {
  const one = came(ann, '/v2')
  await run(
    recordsOf([
      one,
      told(one, 2_000, { lcp: 900, cls: 0 }),
      told(one, 5_000, { lcp: 1_000, inp: 80, cls: 0.1 }, NOON + 90_000),
    ]),
  )
  const step = (value: number) => 1 + Math.round(16 * Math.log2(1 + value))
  expect(await sums('page_speed', 'page, type, value')).toEqual([
    ['/v2', 'cls', step(100), 1],
    ['/v2', 'inp', step(80), 1],
    ['/v2', 'lcp', step(1_000), 1],
    ['/v2', 'scroll', 40, 1],
    ['/v2', 'visible_ms', 0, 5_000],
  ])
})

test('the quality of a variant includes its participants’ page loads since the exposure, unless they saw several variants', async () => {
  const one = came(ann)
  const two = came(bob)
  const earlier = came(cyd)
  await run(
    recordsOf([
      ...[one, exposure('v2', ann), told(one, 20_000, { lcp: 1_000 })],
      ...[
        two,
        exposure('v2', bob),
        exposure('control', bob, NOON + 1_000),
        told(two, 20_000, { lcp: 1_000 }),
      ],
      ...[earlier, told(earlier, 1_000, { lcp: 500 }, NOON - 30_000), exposure('control', cyd)],
    ]),
  )
  expect(await sums('variant_quality', 'test_name, variant, type')).toEqual([
    ['landingPage', 'control', 'bounce', 1],
    ['landingPage', 'v2', 'engaged', 1],
    ['landingPage', 'v2', 'lcp', 1],
    ['landingPage', 'v2', 'scroll', 1],
  ])
})

test('an engagement event is not a visit or conversion, and does not begin a session', async () => {
  await run(recordsOf([told(came(ann), 20_000)]))
  expect(await sums('landing', 'type')).toEqual([])
})

test('a visit of a page on another site is listed with its host', async () => {
  await run(recordsOf([visit({ sessionId: ann, host: 'shop.example', pagePath: '/offer' })]))
  expect(await sums('landing', 'page, type')).toContainEqual(['shop.example/offer', 'visit', 1])
})
