import { buildIngest } from '@firsttouch/ingest/app'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { EXACT } from './judge.ts'
import { inBatchesOf, openPipeline } from './pipeline.ts'
import { FULL, openRandom } from './random.ts'
import { reportVerdict } from './results.ts'
import { makeTraffic } from './traffic.ts'

const HOUR_MS = 3_600_000
const MOMENTS = [
  ['R-08', 'the end of a month', '2026-10-01T05:00:00.000Z'],
  ['R-29', 'a leap day', '2028-03-01T04:00:00.000Z'],
  ['R-29', 'the start of summer time in London', '2026-03-29T06:00:00.000Z'],
  ['R-29', 'the end of summer time in London', '2026-10-25T06:00:00.000Z'],
  ['R-29', 'the end of a year', '2027-01-01T09:00:00.000Z'],
] as const

test.each(FULL ? MOMENTS : MOMENTS.slice(0, 2))(
  '%s events either side of %s, with repeats received after it: every number is exact, each event in one partition',
  async (id, what, moment) => {
    const random = openRandom(`${id} ${what}`)
    const pipeline = await openPipeline()
    const options = { events: FULL ? 4_000 : 500, now: Date.parse(moment), duplicates: 0.3 }
    await pipeline.append(makeTraffic(random, options).entries)
    pipeline.start({ log: inBatchesOf(150) })
    await pipeline.caughtUp()
    const split = await pipeline.clickhouse.client().query({
      query: `SELECT count() AS ids, uniqExact(parts) AS kinds, max(parts) AS most FROM (
        SELECT id, uniqExact(_partition_id) AS parts FROM ${pipeline.db}.events GROUP BY id)`,
      format: 'JSONEachRow',
    })
    expect(await split.json()).toMatchObject([{ kinds: 1, most: 1 }])
    const verdict = await pipeline.judge()
    await reportVerdict(id, `events and repeats around ${what}`, 1, verdict)
    expect(verdict).toMatchObject(EXACT)
  },
)

test('R-29 senders whose clocks are wrong: by more than a day ahead or 30 days behind refused with a code, others counted', async () => {
  const now = new Date('2028-02-29T12:00:00.000Z')
  const pipeline = await openPipeline()
  const ingest = buildIngest({ log: pipeline.log, now: () => now })
  const visit = (occurred: number, inside = occurred) => ({
    type: 'visit',
    id: v7({ msecs: now.getTime() + inside * HOUR_MS }),
    occurredAt: new Date(now.getTime() + occurred * HOUR_MS).toISOString(),
    sessionId: `utm_${now.getTime()}_skew`,
  })
  const events = [
    visit(48),
    visit(-31 * 24),
    visit(0, 48),
    visit(0, -31 * 24),
    visit(-48),
    visit(23),
    visit(-23, 23),
    { ...visit(0), occurredAt: '2028-02-29T14:30:00.000+02:30' },
    { ...visit(0), occurredAt: '2027-02-29T12:00:00.000Z' },
  ]
  const answer = await ingest.inject({ method: 'POST', url: '/api/analytics/batch', body: { events } })
  const { accepted, rejected } = answer.json<{
    accepted: number
    rejected: { index: number; code: string }[]
  }>()
  expect({
    status: answer.statusCode,
    accepted,
    refused: rejected.map(({ index, code }) => [index, code]),
  }).toEqual({
    status: 202,
    accepted: 4,
    refused: [0, 1, 2, 3, 8].map(index => [index, 'invalid']),
  })
  pipeline.start()
  await pipeline.caughtUp()
  const verdict = await pipeline.judge()
  expect(verdict).toMatchObject({ ...EXACT, uniqueEvents: 4 })
  const when = await pipeline.clickhouse.client().query({
    query: `SELECT toString(at) AS at, sum(n) AS n FROM ${pipeline.db}.event_sums FINAL WHERE model NOT IN ('campaign_traffic', 'site_traffic') GROUP BY at ORDER BY at`,
    format: 'JSONEachRow',
  })
  expect(await when.json()).toEqual([
    { at: '2028-02-27 12:00:00', n: 1 },
    { at: '2028-02-28 13:00:00', n: 1 },
    { at: '2028-02-29 12:00:00', n: 1 },
    { at: '2028-03-01 11:00:00', n: 1 },
  ])
  await reportVerdict('R-29', 'clocks that are wrong by hours, days and a month', events.length, verdict)
  await ingest.close()
})
