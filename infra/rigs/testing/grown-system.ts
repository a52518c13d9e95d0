/**
 * The grown deployment without site and proxy: ingest, projectors and the API as separate processes over PostgreSQL, with the real engine
 * over HTTP and the log in PostgreSQL or Kafka.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../platform/free-port.ts'
import { type Broker, startBroker } from './kafka/broker.ts'
import { endProcess, openProcesses, type Service } from './processes.ts'
import { openTestPostgres } from './stores.ts'
import { logIn, STAFF } from './system.ts'
import { until } from './until.ts'

const TOKEN = 'token'

export type GrownSystem = Awaited<ReturnType<typeof startGrown>>

type Wanted = {
  log: 'kafka' | 'postgres'
  projectors?: number
  env?: Record<string, string>
  /** The engine's directory. Absent: a temporary one. */
  dataDir?: string
  /** Maps the log's PostgreSQL address to the one that the services get. */
  through?: (url: string) => Promise<string>
  root?: string
  /** Maps the records' address to the one that the services get. */
  recordsThrough?: (url: string) => Promise<string>
}

/** `close` ends everything, including processes started later. */
export const startGrown = async ({ log, projectors: count = 2, env = {}, through, ...wanted }: Wanted) => {
  const { recordsThrough = async (url: string) => url } = wanted
  const dataDir = wanted.dataDir ?? (await mkdtemp(join(tmpdir(), 'firsttouch-grown-')))
  const postgres = await openTestPostgres()
  const broker: Broker | undefined = log === 'kafka' ? await startBroker() : undefined
  const port = await freePort()
  const engine = `http://127.0.0.1:${port}`
  const addresses = {
    DATABASE_URL: await recordsThrough(postgres.url),
    CLICKHOUSE_URL: `http://owner:${TOKEN}@127.0.0.1:${port}`,
    LOG_URL: broker?.url('firsttouch.events') ?? (await through?.(postgres.url)) ?? postgres.url,
  }
  const processes = openProcesses(
    {
      ...addresses,
      DRAIN_SECONDS: '0',
      CANARY_SECONDS: '0',
      RATE_LIMIT_EVENTS_PER_MINUTE: '0',
      ...env,
    },
    wanted.root,
  )
  const close = async () => {
    await processes.close()
    await broker?.close()
    if (!wanted.dataDir) await rm(dataDir, { recursive: true, force: true })
  }
  const ask = async (query: string): Promise<string> => {
    const answer = await fetch(`${engine}/`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`owner:${TOKEN}`)}` },
      body: query,
    })
    if (!answer.ok) throw new Error(`${query}: ${await answer.text()}`)
    return answer.text()
  }
  const startProjector = (more: Record<string, string> = {}): Promise<Service> =>
    processes.start('projector/main.ts', more)
  const migrate = async (script = 'infra/app/commands/migrate.ts') => {
    const [code] = await once(processes.launch(script, [], {}), 'exit')
    if (code !== 0) throw new Error(`migrate ended with ${code}`)
  }
  try {
    const engineProcess = await processes.startClickHouse(dataDir, port, TOKEN)
    await migrate()
    const staff = { STAFF_USERNAME: STAFF.username, STAFF_PASSWORD: STAFF.password }
    const [api, ingest] = await Promise.all([
      processes.start('api/main.ts', staff),
      processes.start('ingest/main.ts'),
    ])
    const projectors = await Promise.all(
      Array.from({ length: count }, () => startProjector({ INGEST_URL: ingest.url })),
    )
    return {
      api,
      ingest,
      projectors,
      sql: postgres.sql,
      broker,
      addresses,
      engine: {
        kill: () => endProcess(engineProcess, 'SIGKILL'),
        startAgain: () => processes.startClickHouse(dataDir, port, TOKEN),
      },
      startProjector,
      migrate,
      start: processes.start,
      ask,
      cookie: await logInSoon(api.url),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Retries: the account is created just after the API starts to listen. */
const logInSoon = async (url: string): Promise<string> => {
  let cookie = ''
  await until(async () => {
    cookie = await logIn(url).catch(() => '')
    return cookie !== ''
  }, 20_000)
  return cookie
}
