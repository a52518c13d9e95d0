/**
 * Moves an embedded installation to servers by the command, which is killed midway and repeated. The servers are a real PostgreSQL and
 * Kafka, and the engine over HTTP where ClickHouse cannot be installed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRecords } from '../../app/seed/records.ts'
import { sendEvents } from '../../app/seed/send.ts'
import { monthOfTraffic } from '../../app/seed/traffic.ts'
import { openLog } from '../../log/open-log.ts'
import { freePort } from '../../platform/free-port.ts'
import { DAY_MS } from '../../platform/timing.ts'
import { openPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { askAnalysts } from '../testing/analysts/ask.ts'
import { type Broker, startBroker } from '../testing/kafka/broker.ts'
import { brokerAvailable } from '../testing/kafka/jars.ts'
import { openProcesses } from '../testing/processes.ts'
import { dashboardOf, viewsOf } from '../testing/shown-figures.ts'
import { openTestPostgres } from '../testing/stores.ts'
import { startTestSystem, type TestSystem } from '../testing/system.ts'
import { until } from '../testing/until.ts'

const kafka = await brokerAvailable()
const ROOT = join(import.meta.dirname, '..', '..', '..')
const TOKEN = 'a-token-of-the-engine'
const OPEN = { RATE_LIMIT_EVENTS_PER_MINUTE: '0', SITE_URL: 'https://example.com' }
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
const DAYS: [string, string] = [day(20), day(2)]

let place: string
let home: string
let shown: { dashboard: Record<string, unknown>; views: Record<string, unknown> }
const processes = openProcesses({})

/** Waits until every event is projected and two successive checks agree. */
const settled = async (system: TestSystem, events: number): Promise<void> => {
  let before = ''
  await until(async () => {
    // New services have no accounting before their first figures.
    const accounting = await system.get<PipelineAccounting>('/api/admin/pipeline').catch(() => null)
    if (!accounting) return false
    const { lag, inFlight, types, total, balanced } = accounting
    const now = JSON.stringify(types)
    const isSame = now === before
    before = now
    await sleep(1_500)
    const waits = lag.entries !== 0 || inFlight > 0
    return isSame && !waits && balanced === true && total.accepted >= events
  }, 180_000)
}

/** Waits until the outbox is empty. */
const told = async (stores: { DATA_DIR: string }): Promise<void> => {
  const records = await openPostgresFromEnv(stores)
  await until(async () => {
    const [row] = await records.sql`
      SELECT count(*) AS waiting FROM outbox WHERE sent_at IS NULL`
    return Number(row?.waiting) === 0
  }, 120_000).finally(records.close)
}

/** A month of traffic with campaigns and leads, a form, repeats, a bot, unreadable entries, and an erased person. */
const live = async (system: TestSystem): Promise<void> => {
  const now = new Date()
  const events = monthOfTraffic(now)
  const records = await openPostgresFromEnv(system.stores)
  await addRecords(records.sql, events, { domain: system.url, now, currency: 'GBP', country: 'GB' })
  const accepted = await sendEvents(system.url, events)
  await sendEvents(system.url, events.slice(0, 500))
  const log = await openLog(records.url)
  await log.append(['neither JSON', '{"v":99}'].map(value => ({ key: 'utm_1_odd', value })))
  await log.close()
  await records.close()
  const form = { name: 'Ada', email: 'ada@example.com', phone: '+441632960001', message: 'Please call me.' }
  expect((await system.post('/api/contact', form)).status).toBeLessThan(300)
  const bot = { type: 'visit', id: v7(), sessionId: 'utm_1_bot', pagePath: '/' }
  await system.post('/api/analytics/batch', { events: [bot] }, { 'user-agent': 'Googlebot/2.1' })
  // Settle before the erasure: an event that is projected during it may count as a conflict with its own id.
  await settled(system, accepted + 500)
  const erased = spawn(
    process.execPath,
    [join(ROOT, 'infra/app/commands/erase.ts'), '--yes', '--session', String(events[0]?.sessionId)],
    {
      env: { ...process.env, ...system.stores, PORT: new URL(system.url).port },
      stdio: 'ignore',
    },
  )
  expect((await once(erased, 'exit'))[0]).toBe(0)
  await told(system.stores)
  await settled(system, accepted + 500)
}

const seen = async (system: TestSystem, ask: (query: string) => Promise<string>) => ({
  dashboard: await dashboardOf(system.url, await system.login(), DAYS),
  views: await viewsOf(ask),
})

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'firsttouch-move-'))
  // As root, PostgreSQL runs as another user, which must be able to enter the folder.
  await chmod(place, 0o711)
  home = join(place, 'home')
  const system = await startTestSystem({ dataDir: home, env: OPEN })
  try {
    await live(system)
    shown = await seen(system, query => askAnalysts(home, query))
    expect(
      (await moved({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', CLICKHOUSE_URL: 'http://127.0.0.1:1' }))
        .said,
    ).toMatch(/already runs over .+ Stop it/)
  } finally {
    await system.close()
  }
})
afterAll(async () => {
  await processes.close()
  await rm(place, { recursive: true, force: true })
})

type Run = { code: number | null; said: string }
/** Runs the command and kills it when its output matches `killAt`. */
const moved = async (servers: Record<string, string>, killAt?: RegExp, ...words: string[]): Promise<Run> => {
  const env = { ...process.env, DATA_DIR: home, KAFKA_PARTITIONS: '6', ...servers }
  const child: ChildProcess = spawn(process.execPath, [join(ROOT, 'infra/app/commands/move.ts'), ...words], {
    env,
  })
  let said = ''
  const hear = (bytes: Buffer) => {
    said += bytes
    if (killAt?.test(said)) child.kill('SIGKILL')
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const [code] = await once(child, 'close')
  return { code, said }
}

const startEngine = async (): Promise<{ url: string; ask: (query: string) => Promise<string> }> => {
  const port = await freePort()
  const data = await mkdtemp(join(place, 'engine-'))
  await processes.startClickHouse(data, port, TOKEN)
  const base = `http://127.0.0.1:${port}`
  const headers = { authorization: `Basic ${btoa(`owner:${TOKEN}`)}` }
  const ask = async (query: string) => {
    const answer = await fetch(base, { method: 'POST', headers, body: query })
    if (!answer.ok) throw new Error(`${query}: ${await answer.text()}`)
    return answer.text()
  }
  return { url: `http://owner:${TOKEN}@127.0.0.1:${port}`, ask }
}

/** Starts the new services, and expects that they show the same figures and count new events. */
const goOn = async (
  servers: Record<string, string>,
  ask: (query: string) => Promise<string>,
): Promise<void> => {
  const system = await startTestSystem({ env: { ...OPEN, ...servers } })
  try {
    await until(async () => (await ask('SHOW DATABASES')).includes('reporting'), 60_000)
    await settled(system, 0)
    const now = await seen(system, ask)
    expect(now.dashboard).toEqual(shown.dashboard)
    expect(now.views).toEqual(shown.views)
    const before = await system.get<AnalyticsSummary>('/api/admin/analytics')
    const { total } = await system.get<PipelineAccounting>('/api/admin/pipeline')
    const events = Array.from({ length: 50 }, (_, n) => ({
      type: 'visit',
      id: v7(),
      sessionId: `utm_${Date.now()}_${n % 9}`,
      pagePath: '/',
    }))
    for (let twice = 0; twice < 2; twice++)
      expect((await system.post('/api/analytics/batch', { events })).status).toBe(202)
    await settled(system, total.accepted + 100)
    const after = await system.get<AnalyticsSummary>('/api/admin/analytics')
    expect(after.totalVisits).toBe(before.totalVisits + 50)
  } finally {
    await system.close()
  }
}

test('the compared figures are not empty', () => {
  const calls = Object.entries(shown.dashboard)
  expect(calls.filter(([, answer]) => typeof answer === 'object').length).toBeGreaterThan(10)
  expect(Object.values(shown.views).filter(rows => rows !== '').length).toBeGreaterThan(10)
})

describe.skipIf(!kafka.available)(
  `to Kafka${kafka.available ? '' : ` (${kafka.reason})`}`,
  { shuffle: false },
  () => {
    let broker: Broker
    let servers: Record<string, string>
    let engine: Awaited<ReturnType<typeof startEngine>>
    beforeAll(async () => {
      broker = await startBroker()
      engine = await startEngine()
      const { url } = await openTestPostgres()
      servers = { DATABASE_URL: url, CLICKHOUSE_URL: engine.url, LOG_URL: broker.url('firsttouch.events') }
    })
    afterAll(() => broker?.close())

    test('npm run move -- look prints the plan and changes nothing', async () => {
      const look = await moved(servers, undefined, 'look')
      expect(look).toEqual({
        code: 0,
        said: expect.stringMatching(/entries into Kafka\.\n.*all of them or none/),
      })
      const topics = await moved(servers, undefined, 'look')
      expect(topics.said).toBe(look.said)
    })

    test('a move that was killed while it copied the log refuses the same topic, and then moves everything to another topic', async () => {
      const killed = await moved(servers, /\d entries copied into the log/)
      expect(killed.code, killed.said).toBeNull()
      expect(await moved(servers)).toEqual({ code: 1, said: expect.stringMatching(/Delete the topic/) })
      servers.LOG_URL = broker.url('firsttouch.again')
      expect(await moved(servers)).toEqual({ code: 0, said: expect.stringMatching(/Moved\./) })
    })

    test('the new services show the same figures and keep counting, and a second move over them is refused', async () => {
      await goOn(servers, engine.ask)
      const again = await moved({ ...servers, LOG_URL: broker.url('firsttouch.other') })
      expect(again).toEqual({ code: 1, said: expect.stringMatching(/DATABASE_URL is not empty/) })
    })
  },
)

test('a move to PostgreSQL alone copies the log with the records', async () => {
  const engine = await startEngine()
  const { url, sql } = await openTestPostgres()
  const name = `bare_${Date.now()}`
  await sql`CREATE DATABASE ${sql(name)}`
  const server = new URL(url)
  server.pathname = name
  const servers = { DATABASE_URL: server.href, CLICKHOUSE_URL: engine.url }
  expect(await moved(servers)).toEqual({ code: 0, said: expect.stringMatching(/Moved\./) })
  await goOn(servers, engine.ask)
})
