/**
 * `npm run bench`: prints the tables that the README quotes. `npm run bench -- visible latency` runs only these;
 * BENCH_QUICK=1 runs a short form.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTopic } from '../../log/kafka/kafka.ts'
import { migratePostgres } from '../../stores/migrate.ts'
import { openPostgres } from '../../stores/postgres.ts'
import { startBroker } from '../testing/kafka/broker.ts'
import { brokerAvailable } from '../testing/kafka/jars.ts'
import { STAFF } from '../testing/system.ts'
import { benchCatchUp } from './catch-up.ts'
import { type Child, startChild } from './child.ts'
import { benchDashboard } from './dashboard.ts'
import { benchFreshness } from './freshness.ts'
import { benchIngest, benchLatency, type Contender } from './ingest.ts'
import { benchKafka } from './kafka.ts'
import { benchLogin } from './login.ts'
import { benchScale } from './scale.ts'
import { benchSite } from './site.ts'
import { machine, markdown, type Table } from './table.ts'
import { benchVisible } from './visible.ts'

const quick = process.env.BENCH_QUICK === '1'
const cleanUp: (() => Promise<void>)[] = []

const services = async (env: Record<string, string> = {}): Promise<Child> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-bench-'))
  const login = { STAFF_USERNAME: STAFF.username, STAFF_PASSWORD: STAFF.password }
  const child = await startChild('bench/services.ts', { DATA_DIR: dataDir, ...login, ...env })
  cleanUp.push(async () => {
    await child.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return child
}

const bare = async (env: Record<string, string> = {}): Promise<Child> => {
  const child = await startChild('bench/bare-server.ts', env)
  cleanUp.push(child.stop)
  return child
}

/** Ingest as a grown deployment runs it: a process that does nothing else. */
const ingestAlone = async (logUrl: string): Promise<Child> => {
  const child = await startChild('../../ingest/main.ts', { LOG_URL: logUrl })
  cleanUp.push(child.stop)
  return child
}

/** A server of its own, so that no projector reads along. */
const freshPostgres = async (): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-bench-'))
  const { sql, url, close } = await openPostgres({ dataDir })
  cleanUp.push(async () => {
    await close()
    await rm(dataDir, { recursive: true, force: true })
  })
  await migratePostgres(sql)
  return url
}

const onKafka = async (): Promise<Contender[]> => {
  const found = await brokerAvailable()
  if (!found.available) {
    console.log(`Not measured on Kafka: ${found.reason}\n`)
    return []
  }
  const broker = await startBroker()
  cleanUp.push(broker.close)
  const alone = broker.url('ingest.alone')
  await createTopic(alone, { partitions: 4, replicationFactor: 1 })
  return [
    { name: 'ingest alone, log in Kafka', url: (await ingestAlone(alone)).url },
    {
      name: 'all in one, log in Kafka',
      url: (await services({ LOG_URL: broker.url('firsttouch.events') })).url,
    },
  ]
}

const contenders = async (): Promise<Contender[]> => [
  { name: 'bare node:http', url: (await bare()).url },
  { name: 'bare node:http with JSON.parse', url: (await bare({ PARSE: '1' })).url },
  { name: 'ingest alone, log in PostgreSQL', url: (await ingestAlone(await freshPostgres())).url },
  { name: 'all in one, log in PostgreSQL', url: (await services()).url },
  ...(await onKafka()),
]

const BENCHES: Record<string, () => Promise<Table>> = {
  visible: async () => benchVisible((await services()).url, quick ? 20 : 200),
  freshness: async () => benchFreshness((await services()).url, [100, 1_000, 5_000], quick ? 5 : 30),
  latency: async () => benchLatency(await contenders(), [200, 1_000, 4_000], quick ? 3 : 10),
  ingest: async () =>
    benchIngest(await contenders(), quick ? { rounds: 1, seconds: 2 } : { rounds: 4, seconds: 5 }),
  kafka: async () => benchKafka(quick ? 1 : 3, quick ? 1 : 3),
  login: async () => benchLogin(quick ? 2 : 5),
  'catch-up': async () => benchCatchUp(quick ? 100_000 : 2_000_000, 28),
  scale: async () => {
    const broker = await startBroker()
    cleanUp.push(broker.close)
    return benchScale(
      broker,
      quick ? { rounds: 2, seconds: 2, events: 100_000 } : { rounds: 4, seconds: 5, events: 500_000 },
    )
  },
  site: async () => benchSite(quick ? 1 : 3),
  dashboard: async () => benchDashboard(quick ? [1_000_000] : [1_000_000, 10_000_000], 20),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !(name in BENCHES))
if (unknown.length > 0)
  throw new Error(
    `No benchmark is named ${unknown.join(', ')}: there are ${Object.keys(BENCHES).join(', ')}.`,
  )

console.log(`${machine()}\n`)
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  try {
    console.log(markdown(await bench()))
  } finally {
    for (const step of cleanUp.splice(0).toReversed()) await step()
  }
}
