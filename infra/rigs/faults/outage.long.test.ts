import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { buildIngest } from '@firsttouch/ingest/app'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import { openDashboard } from './dashboard.ts'
import { EXACT } from './judge.ts'
import { openPipeline } from './pipeline.ts'
import { FULL, openRandom } from './random.ts'
import { reportVerdict } from './results.ts'
import { makeTraffic } from './traffic.ts'

/** A client whose server refuses connections while `down` returns true. */
const breakable = (client: ClickHouseClient, down: () => boolean): ClickHouseClient => {
  const refuse = () => {
    if (down())
      throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:8123'), { code: 'ECONNREFUSED' })
  }
  const broken = {
    insert: async (asked: Parameters<ClickHouseClient['insert']>[0]) => {
      refuse()
      return client.insert(asked)
    },
    command: async (asked: Parameters<ClickHouseClient['command']>[0]) => {
      refuse()
      return client.command(asked)
    },
    query: async (asked: Parameters<ClickHouseClient['query']>[0]) => {
      refuse()
      return client.query(asked)
    },
  }
  return Object.assign(Object.create(client), broken)
}

const PER_SECOND = FULL ? 300 : 100
const DOWN_MS = FULL ? 600_000 : 4_000

test(`R-18 with ClickHouse down, ingest accepts events, figures answer 503, and the projector catches up`, async () => {
  const random = openRandom('R-18')
  const pipeline = await openPipeline()
  let down = false
  const clickhouse = { client: () => breakable(pipeline.clickhouse.client(), () => down) }
  const projector = pipeline.start(client => breakable(client, () => down))
  const dashboard = await openDashboard({ ...pipeline, clickhouse }, () => new Date())
  const ingest = buildIngest({ log: pipeline.log })
  await pipeline.append(makeTraffic(random, { events: 300, now: Date.now() }).entries)
  await pipeline.caughtUp()

  down = true
  const began = Date.now()
  const statuses = new Map<number, number>()
  let sent = 0
  let slowest = 0
  while (Date.now() - began < DOWN_MS) {
    const asked = performance.now()
    const sessionId = `utm_${Date.now()}_${random.int(0, 2 ** 30).toString(36)}`
    const events = Array.from({ length: 10 }, () => ({ type: 'visit', id: v7(), sessionId, pagePath: '/' }))
    const answer = await ingest.inject({ method: 'POST', url: '/api/analytics/batch', body: { events } })
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
    slowest = Math.max(slowest, performance.now() - asked)
    sent += events.length
    await sleep(Math.max(0, began + (sent / PER_SECOND) * 1000 - Date.now()))
  }
  expect([...statuses.keys()]).toEqual([202])
  expect(slowest).toBeLessThan(5_000)
  for (const path of ['analytics', 'ab-testing-stats']) {
    const answer = await dashboard.get(path)
    expect(answer).toMatchObject({ status: 503, retryAfter: '5' })
  }
  expect(JSON.parse((await dashboard.get('campaigns')).body)).toMatchObject([{ clicks: null }])
  await until(() => projector.errors.length > 0, 10_000)
  const outage = Date.now() - began

  down = false
  const back = Date.now()
  await pipeline.caughtUp(180_000)
  // 35 s for the longest back-off, then catching up at five times the rate of arrival.
  expect(Date.now() - back).toBeLessThan(35_000 + outage / 5)
  expect(await dashboard.read()).toMatch(/"totalVisits":[1-9]/)
  await dashboard.close()
  await ingest.close()
  const [letters] = await pipeline.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM dead_letters`
  expect(letters?.n).toBe(0)
  const verdict = await pipeline.judge()
  await reportVerdict('R-18', `ClickHouse down for ${Math.round(outage / 1000)} s`, 1, verdict)
  expect(verdict).toMatchObject(EXACT)
}, 900_000)

test('R-18 while the projector cannot reach ClickHouse, the dashboard shows the time up to which its figures count', async () => {
  const random = openRandom('R-18 as of')
  const pipeline = await openPipeline()
  let down = false
  pipeline.start(client => breakable(client, () => down))
  const dashboard = await openDashboard(pipeline, () => new Date())
  const { entries } = makeTraffic(random, { events: 400, now: Date.now() })
  await pipeline.append(entries.slice(0, 100))
  await pipeline.caughtUp()
  const asOf = async (): Promise<number> =>
    Date.parse((JSON.parse((await dashboard.get('analytics')).body) as { asOf: string }).asOf)
  down = true
  await pipeline.append(entries.slice(100))
  const cut = Date.now()
  await sleep(2_500)
  expect(await asOf()).toBeLessThanOrEqual(cut + 1_000)
  down = false
  await pipeline.caughtUp()
  await sleep(1_100)
  expect(await asOf()).toBeGreaterThan(cut + 1_000)
  await dashboard.close()
  expect(await pipeline.judge()).toMatchObject(EXACT)
})
