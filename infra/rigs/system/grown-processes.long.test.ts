/**
 * The grown deployment on one machine: a real Kafka broker, PostgreSQL, two ingests, two projectors, the API and the site as separate
 * processes behind a proxy with nginx's routing. The ClickHouse engine runs in its own process (stores/embedded/engine/process.ts), as no
 * server can be installed here.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { Campaign } from '@firsttouch/api/contract/campaign'
import type { AbTestStats } from '@firsttouch/api/contract/experiments/results'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../platform/free-port.ts'
import { type Broker, startBroker } from '../testing/kafka/broker.ts'
import { brokerAvailable } from '../testing/kafka/jars.ts'
import { openProcesses, type Service } from '../testing/processes.ts'
import { openReverseProxy, type ReverseProxy } from '../testing/proxy/reverse-proxy.ts'
import { openTestPostgres } from '../testing/stores.ts'
import { STAFF } from '../testing/system.ts'
import { until } from '../testing/until.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 })
const kafka = await brokerAvailable()

describe.skipIf(!kafka.available)(`separate processes${kafka.available ? '' : ` (${kafka.reason})`}`, () => {
  let dataDir: string
  let broker: Broker
  let processes: ReturnType<typeof openProcesses>
  let proxy: ReverseProxy
  let ingest: Service[]
  let projectors: Service[]
  let cookie: string

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-grown-'))
    const postgres = await openTestPostgres()
    broker = await startBroker()
    const port = await freePort()
    processes = openProcesses({
      DATABASE_URL: postgres.url,
      CLICKHOUSE_URL: `http://owner:token@127.0.0.1:${port}`,
      LOG_URL: broker.url('firsttouch.events'),
      DRAIN_SECONDS: '1',
      CANARY_SECONDS: '0',
      TRUST_PROXY: '127.0.0.1/32',
      RATE_LIMIT_EVENTS_PER_MINUTE: '0',
    })
    await processes.startClickHouse(dataDir, port, 'token')
    const migrate = processes.launch('infra/app/commands/migrate.ts', [], {})
    expect((await once(migrate, 'exit'))[0]).toBe(0)

    const staff = { STAFF_USERNAME: STAFF.username, STAFF_PASSWORD: STAFF.password }
    const [api, site] = await Promise.all([
      processes.start('api/main.ts', staff),
      processes.start('infra/app/site/main.ts'),
    ])
    ingest = await Promise.all([processes.start('ingest/main.ts'), processes.start('ingest/main.ts')])
    projectors = await Promise.all([
      processes.start('projector/main.ts'),
      processes.start('projector/main.ts'),
    ])
    proxy = await openReverseProxy({
      ingest: () => ingest.map(({ url }) => url),
      api: () => [api.url],
      site: () => [site.url],
    })
    const answer = await post('/api/admin/login', STAFF)
    cookie = answer.headers
      .getSetCookie()
      .map(part => part.split(';', 1)[0])
      .join('; ')
  })
  afterAll(async () => {
    await proxy?.close()
    await processes?.close()
    await broker?.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${proxy.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const get = async <T>(path: string): Promise<T> =>
    (await fetch(`${proxy.url}${path}`, { headers: { cookie } })).json() as T
  const summary = () => get<AnalyticsSummary>('/api/admin/analytics')

  test('a click, an exposure and a conversion reach the dashboard, as in one process', async () => {
    const sessionId = 'utm_1772366400000_grown'
    const utm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring_roofs' }
    const made = {
      name: 'Spring Roofs',
      date: '2026-03-01',
      platform: 'Google Ads',
      utmSource: 'google',
      utmMedium: 'cpc',
    }
    const created = await post(
      '/api/admin/campaigns',
      { ...made, generatedUrl: 'https://example.com/' },
      { cookie },
    )
    expect(created.status).toBeLessThan(300)
    const events = [
      { type: 'visit', id: v7(), sessionId, ...utm, pagePath: '/' },
      {
        type: 'ab_test',
        id: v7(),
        sessionId,
        testName: 'landingPage',
        variant: 'v2',
        event: 'variant_assigned',
      },
      { type: 'conversion', id: v7(), sessionId, conversionType: 'button_click', firstTouchUtm: utm },
    ]
    for (let times = 0; times < 3; times++)
      expect((await post('/api/analytics/batch', { events })).status).toBe(202)
    const v2 = async () =>
      (await get<AbTestStats>('/api/admin/ab-testing-stats')).testStats.find(row => row.variant === 'v2')
    await until(async () => (await v2())?.converters === 1, 60_000)
    expect(await summary()).toMatchObject({ totalVisits: 1, totalConversions: 1 })
    const campaigns = await get<Campaign[]>('/api/admin/campaigns')
    expect(campaigns.find(row => row.utmCampaign === 'spring_roofs')).toMatchObject({
      clicks: 1,
      visitors: 1,
      conversions: 1,
    })
  })

  test('pages come through the proxy with their headers, and metrics do not', async () => {
    const page = await fetch(`${proxy.url}/`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(await page.text()).toContain('<title>')
    expect((await fetch(`${proxy.url}/metrics`)).status).toBe(404)
  })

  test('after one process of each service is killed under load and restarted, every acknowledged event counts once', async () => {
    const before = (await summary()).totalVisits
    const acknowledged = new Set<string>()
    let going = true
    const senders = Array.from({ length: 4 }, async (_, sender) => {
      for (let n = 0; going; n++) {
        const events = Array.from({ length: 5 }, () => ({
          type: 'visit',
          id: v7(),
          sessionId: `utm_${sender}_${n % 20}`,
          pagePath: '/',
        }))
        const taken = async () =>
          (await post('/api/analytics/batch', { events }).catch(() => null))?.status === 202
        // Send unacknowledged events again, as a browser does. Ingest may have accepted them the first time.
        await until(taken, 30_000)
        for (const { id } of events) acknowledged.add(id)
      }
    })
    await until(() => acknowledged.size > 200, 60_000)
    await projectors[0]?.end('SIGKILL')
    expect(await ingest[0]?.end('SIGTERM')).toBe(0)
    ingest = ingest.slice(1)
    await until(() => acknowledged.size > 600, 60_000)
    ingest = [...ingest, await processes.start('ingest/main.ts')]
    projectors[0] = await processes.start('projector/main.ts')
    await until(() => acknowledged.size > 1_000, 60_000)
    going = false
    await Promise.all(senders)
    await until(async () => (await summary()).totalVisits === before + acknowledged.size, 120_000)
    const isBalanced = async () => {
      const { total, inFlight } = await get<PipelineAccounting>('/api/admin/pipeline')
      return inFlight === 0 && total.balanced
    }
    // Kafka reassigns a killed projector's partitions after its session has timed out.
    await until(isBalanced, 120_000)
  })

  test('one projector leads, the other stands by, and every process reports its work', async () => {
    const rounds = async (service: Service) =>
      Number(/^projector_batch_seconds_count (\d+)/m.exec(await service.metrics())?.[1] ?? 0)
    const visits = () => ({
      events: Array.from({ length: 40 }, () => ({
        type: 'visit',
        id: v7(),
        sessionId: `utm_${Math.random()}_s`,
        pagePath: '/',
      })),
    })
    await post('/api/analytics/batch', visits())
    const leading = async () => (await Promise.all(projectors.map(rounds))).filter(count => count > 0)
    await until(async () => (await leading()).length > 0, 120_000)
    expect(await leading()).toHaveLength(1)
    for (const service of ingest) expect(await service.metrics()).toContain('ingest_inflight_events 0')
  })
})
