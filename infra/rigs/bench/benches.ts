import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTopic } from '../../log/kafka/topic.ts'
import { openLog } from '../../log/open-log.ts'
import { migratePostgres } from '../../stores/migrate.ts'
import { openPostgres } from '../../stores/postgres.ts'
import { withPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { type Broker, startBroker } from '../testing/kafka/broker.ts'
import { brokerAvailable } from '../testing/kafka/jars.ts'
import { openProcesses, type Service } from '../testing/processes.ts'
import { STAFF } from '../testing/system.ts'
import { benchAtRest } from './at-rest.ts'
import { benchCapacity } from './capacity/capacity.ts'
import { benchCatchUp } from './catch-up.ts'
import { benchDashboard } from './dashboard/dashboard.ts'
import { benchFreshness } from './freshness.ts'
import { benchIngest, benchLatency, type Contender } from './ingest.ts'
import { asStarted } from './load/as-started.ts'
import { fillLog } from './load/traffic.ts'
import { benchLogSize } from './log-size.ts'
import { benchMemory } from './memory.ts'
import { benchProcesses } from './processes.ts'
import { benchProduct } from './product.ts'
import { benchSite } from './site.ts'
import { benchSpendImport } from './spend-import.ts'
import type { Table } from './table.ts'
import { benchTold, openMailTaker } from './told.ts'
import { benchVisible } from './visible.ts'

const quick = process.env.BENCH_QUICK === '1'
const opened: (() => Promise<void>)[] = []

export const cleanUp = async (): Promise<void> => {
  for (const close of opened.splice(0).toReversed()) await close()
}

const processes = openProcesses({})

const start = async (script: string, env: Record<string, string>, flags: string[] = []): Promise<Service> => {
  const service = await processes.start(script, env, flags)
  opened.push(async () => {
    await service.end('SIGTERM')
  })
  return service
}

const temporaryDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'firsttouch-bench-'))
  opened.push(() => rm(directory, { recursive: true, force: true }))
  return directory
}

const allInOne = async (env: Record<string, string> = {}): Promise<Service> => {
  const login = { STAFF_USERNAME: STAFF.username, STAFF_PASSWORD: STAFF.password }
  const started = asStarted()
  const given = { DATA_DIR: await temporaryDirectory(), ...started.env, ...login, ...env }
  return start('infra/rigs/testing/system-process.ts', given, started.flags)
}

/** Measures a store that already has events, as every installation does. */
const freshness = async (events: number, seconds: number): Promise<Table[]> => {
  const DATA_DIR = await temporaryDirectory()
  await withPostgresFromEnv({ DATA_DIR }, async ({ url }) => {
    const log = await openLog(url)
    await fillLog(log, events, 28)
    await log.close()
  })
  return benchFreshness(await allInOne({ DATA_DIR }), [100, 1_000, 5_000], seconds)
}

const spendImport = async (rows: number): Promise<Table> => {
  const { url, pid } = await allInOne()
  return benchSpendImport(url, pid, rows)
}

const told = async (forms: number): Promise<Table> => {
  const taker = await openMailTaker()
  opened.push(taker.close)
  const env = {
    SMTP_URL: taker.url,
    NOTIFY_TO: 'office@staff.example',
    RATE_LIMIT_FORMS_PER_MINUTE: '0',
  }
  return benchTold((await allInOne(env)).url, taker, forms)
}

const bare = (env: Record<string, string> = {}): Promise<Service> =>
  start('infra/rigs/bench/load/bare-server.ts', env)

const bareStores = async (): Promise<Service> =>
  start('infra/rigs/bench/load/bare-stores.ts', { DATA_DIR: await temporaryDirectory() })

const ingestAlone = (logUrl: string): Promise<Service> => start('ingest/main.ts', { LOG_URL: logUrl })

const freshPostgres = async (): Promise<string> => {
  const { sql, url, close } = await openPostgres({ dataDir: await temporaryDirectory() })
  opened.push(close)
  await migratePostgres(sql)
  return url
}

const kafka = async (): Promise<Broker> => {
  const broker = await startBroker()
  opened.push(broker.close)
  return broker
}

/** A topic on a new broker. null, with a message, where Kafka is not available. */
const freshTopic = async (topic: string): Promise<{ broker: Broker; url: string } | null> => {
  const found = await brokerAvailable()
  if (!found.available) {
    console.log(`Not measured on Kafka: ${found.reason}\n`)
    return null
  }
  const broker = await kafka()
  const url = broker.url(topic)
  await createTopic(url, { partitions: 4, replicationFactor: 1 })
  return { broker, url }
}

const onKafka = async (): Promise<Contender[]> => {
  const fresh = await freshTopic('ingest.alone')
  if (!fresh) return []
  const { broker, url: alone } = fresh
  const whole = await allInOne({ LOG_URL: broker.url('firsttouch.events') })
  return [
    { name: 'ingest alone, log in Kafka', ...(await ingestAlone(alone)) },
    { name: 'all in one, log in Kafka', ...whole },
  ]
}

/** The first two contenders are the baselines. */
const contenders = async (): Promise<Contender[]> => [
  { name: 'bare node:http', ...(await bare()) },
  { name: 'bare node:http with JSON.parse', ...(await bare({ PARSE: '1' })) },
  { name: 'ingest alone, log in PostgreSQL', ...(await ingestAlone(await freshPostgres())) },
  { name: 'all in one, log in PostgreSQL', ...(await allInOne()) },
  ...(await onKafka()),
]

export const BENCHES: Record<string, () => Promise<Table | Table[]>> = {
  product: () => benchProduct({ rate: quick ? 1_000 : 5_000, minutes: quick ? [1] : [1, 10] }),
  visible: async () => benchVisible((await allInOne()).url, quick ? 20 : 200),
  freshness: async () => freshness(quick ? 300_000 : 1_000_000, quick ? 5 : 30),
  memory: async () => {
    // Measure the second start: the first one strips the types from every module and caches the result.
    await (await allInOne()).end('SIGTERM')
    return benchMemory(
      await bareStores(),
      await allInOne(),
      quick ? { rate: 1_000, minutes: 1 } : { rate: 5_000, minutes: 10 },
    )
  },
  latency: async () => benchLatency(await contenders(), [200, 1_000, 4_000], quick ? 3 : 10),
  ingest: async () =>
    benchIngest(await contenders(), quick ? { rounds: 1, seconds: 2 } : { rounds: 4, seconds: 5 }),
  'catch-up': async () => {
    const millions = Number(process.env.BENCH_MILLIONS)
    return millions ? benchCatchUp(millions * 1e6, 90) : benchCatchUp(quick ? 100_000 : 2_000_000, 28)
  },
  'at-rest': async () => benchAtRest(await temporaryDirectory(), quick ? 100_000 : 1_000_000),
  'log-size': async () => benchLogSize(await temporaryDirectory(), quick ? 60_000 : 300_000),
  dashboard: async () => benchDashboard(quick ? [1_000_000] : [1_000_000, 10_000_000], 20),
  'spend-import': () => spendImport(quick ? 10_000 : 100_000),
  told: () => told(quick ? 20 : 200),
  site: async () => benchSite(quick ? 1 : 3),
  processes: async () =>
    benchProcesses(await kafka(), quick ? { seconds: 2, events: 100_000 } : { seconds: 5, events: 500_000 }),
  capacity: async () =>
    benchCapacity(
      await kafka(),
      ingestAlone,
      quick ? { seconds: 3, events: 100_000 } : { seconds: 20, events: 500_000 },
    ),
}
