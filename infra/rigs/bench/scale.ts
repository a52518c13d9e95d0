/** Two of a process against one, what each holds in memory, and how long a start takes. On a real Kafka. */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { envelope } from '@firsttouch/ingest/accept'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { v7 } from 'uuid'
import { openLog } from '../../log/open-log.ts'
import { freePort } from '../../platform/free-port.ts'
import { openPostgres } from '../../stores/postgres.ts'
import type { Broker } from '../testing/kafka/broker.ts'
import { openProcesses, type Service } from '../testing/processes.ts'
import { batchBodies, singleBodies } from './bodies.ts'
import { holdToShare } from './cpu-share.ts'
import { median, saturate } from './load.ts'
import { row, type Table } from './table.ts'

export type ScaleOptions = { rounds: number; seconds: number; events: number }

/** As the composed deployment starts them. */
const HEAP: Record<string, string> = {
  'ingest/main.ts': '160',
  'projector/main.ts': '224',
  'api/main.ts': '192',
  'infra/app/site/main.ts': '128',
}
const limited = (script: string) => ({ NODE_OPTIONS: `--max-old-space-size=${HEAP[script]}` })

const residentMegabytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Of a core: two of them, the load, the broker and the stores find room on two cores. */
const SHARE = 0.2

type Grown = Awaited<ReturnType<typeof openGrown>>

/** Stores of their own for one measurement; the ClickHouse engine in a process of its own stands in for a server. */
const openGrown = async (broker: Broker, topic: string) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-scale-'))
  const postgres = await openPostgres({ dataDir })
  const port = await freePort()
  const log = broker.url(topic)
  const processes = openProcesses({
    DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: `http://owner:token@127.0.0.1:${port}`,
    LOG_URL: log,
    KAFKA_PARTITIONS: '8',
    CANARY_SECONDS: '0',
    DRAIN_SECONDS: '0',
    RATE_LIMIT_EVENTS_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
  })
  const engine = processes.launch(
    'infra/rigs/testing/clickhouse-process.ts',
    [dataDir, String(port), 'token'],
    {},
  )
  while (!(await fetch(`http://127.0.0.1:${port}/ping`).catch(() => null))?.ok) await sleep(50)
  await once(processes.launch('infra/app/commands/migrate.ts', [], {}), 'exit')
  return {
    processes,
    log,
    enginePid: engine.pid ?? 0,
    close: async () => {
      await processes.close()
      await postgres.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const timedStart = async (
  { processes }: Grown,
  script: string,
): Promise<{ service: Service; ms: number }> => {
  const began = performance.now()
  const service = await processes.start(script, limited(script))
  return { service, ms: performance.now() - began }
}

/** Events a second with all connections on the first, then the same number spread over both: by turns. */
const benchIngests = async (
  services: Service[],
  { rounds, seconds }: ScaleOptions,
  each: string,
): Promise<string[]> => {
  const rows: string[] = []
  for (const { name, path, size } of [
    { name: 'single events', path: '/api/analytics/visit', size: 1 },
    { name: 'batches of 20', path: '/api/analytics/batch', size: 20 },
  ]) {
    const rates = { one: [] as number[], two: [] as number[] }
    const load = async (on: Service[]) => {
      const all = on.map(({ url }) => {
        const bodies = size === 1 ? singleBodies(10_000) : batchBodies(1_000, size)
        return saturate(`${url}${path}`, bodies, 100 / on.length, seconds)
      })
      return (await Promise.all(all)).reduce(
        (sum, { requestsPerSecond }) => sum + requestsPerSecond * size,
        0,
      )
    }
    for (let round = 0; round < rounds; round++) {
      rates.one.push(await load(services.slice(0, 1)))
      rates.two.push(await load(services))
    }
    const ratio = median(rates.two.map((rate, round) => rate / (rates.one[round] ?? Number.NaN)))
    rows.push(row(`ingest${each}, ${name}, events/s`, median(rates.one), median(rates.two), ratio.toFixed(2)))
  }
  return rows
}

/** The same with each held to a share of a core: whether two are worth two where cores are free. */
const benchHeldIngests = async (services: Service[], options: ScaleOptions): Promise<string[]> => {
  const held = await Promise.all(services.map(({ pid }) => holdToShare(pid, SHARE)))
  try {
    if (held.includes(null)) return [row('ingest held to a share of a core: not measured here', '', '', '')]
    return await benchIngests(services, options, `, each held to ${SHARE} of a core`)
  } finally {
    for (const release of held) await release?.()
  }
}

const fill = async (url: string, events: number): Promise<void> => {
  const log = await openLog(url)
  const utm = {
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_campaign: 'spring',
    utm_content: '',
    utm_term: '',
  }
  const now = Date.now()
  for (let from = 0; from < events; from += 2_000)
    await log.append(
      Array.from({ length: 2_000 }, (_, i) => {
        const at = now - Math.floor(((events - from - i) / events) * 86_400_000)
        const sessionId = `utm_${at}_${(from + i).toString(36)}`
        const event: LoggedEvent = {
          type: 'visit',
          id: v7({ msecs: at }),
          occurredAt: new Date(at).toISOString(),
          sessionId,
          utm,
          referrer: '',
          pagePath: '/',
        }
        const facts = { ip: '203.0.113.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
        return { key: sessionId, value: JSON.stringify(envelope([event], '', facts, new Date(at))) }
      }),
    )
  await log.close()
}

const lagOf = async (service: Service): Promise<number> => {
  const lags = [...(await service.metrics()).matchAll(/^projector_lag_events\{partition="\d+"\} (\d+)/gm)]
  return lags.length === 0 ? Number.POSITIVE_INFINITY : lags.reduce((sum, [, lag]) => sum + Number(lag), 0)
}

/** Events a second from the projectors' start until all is counted. */
const benchProjectors = async (broker: Broker, count: number, events: number) => {
  const grown = await openGrown(broker, `scale.projectors${count}`)
  try {
    await fill(grown.log, events)
    const began = performance.now()
    const services = await Promise.all(
      Array.from({ length: count }, () =>
        grown.processes.start('projector/main.ts', limited('projector/main.ts')),
      ),
    )
    const [first] = services
    const rest = first ? await residentMegabytes(first.pid) : Number.NaN
    let most = 0
    while (first && (await lagOf(first)) > 0) {
      most = Math.max(most, await residentMegabytes(first.pid))
      await sleep(100)
    }
    return {
      rate: (events / (performance.now() - began)) * 1000,
      rest,
      most,
      engine: await residentMegabytes(grown.enginePid),
    }
  } finally {
    await grown.close()
  }
}

export const benchScale = async (broker: Broker, options: ScaleOptions): Promise<Table> => {
  const rows: string[] = []
  const grown = await openGrown(broker, 'scale.ingest')
  const memory: string[] = []
  const starts: string[] = []
  try {
    const started = [await timedStart(grown, 'ingest/main.ts'), await timedStart(grown, 'ingest/main.ts')]
    for (const script of ['projector/main.ts', 'api/main.ts', 'infra/app/site/main.ts']) {
      const { service, ms } = await timedStart(grown, script)
      starts.push(row(`${script}, start to ready, ms`, ms, '', ''))
      memory.push(row(`${script}, MB at rest`, await residentMegabytes(service.pid), '', ''))
      await service.end('SIGTERM')
    }
    const [first, second] = started
    if (!first || !second) throw new Error('Two of ingest were to be started.')
    starts.unshift(row('ingest/main.ts, start to ready, ms', Math.min(first.ms, second.ms), '', ''))
    const rest = await residentMegabytes(first.service.pid)
    const services = [first.service, second.service]
    rows.push(...(await benchIngests(services, options, '')), ...(await benchHeldIngests(services, options)))
    memory.unshift(
      row('ingest/main.ts, MB at rest, after load', rest, await residentMegabytes(first.service.pid), ''),
    )
  } finally {
    await grown.close()
  }
  const one = await benchProjectors(broker, 1, options.events)
  const two = await benchProjectors(broker, 2, options.events)
  rows.push(
    row(
      'projector, catching up, events/s, its start included',
      one.rate,
      two.rate,
      (two.rate / one.rate).toFixed(2),
    ),
  )
  memory.push(row('projector/main.ts, MB at its start, most while catching up', one.rest, one.most, ''))
  memory.push(
    row('the ClickHouse engine’s process, MB afterwards, by one and by two', one.engine, two.engine, ''),
  )
  return {
    title: 'Processes of their own: one, two, and what they cost',
    head: ['', 'one', 'two', 'ratio'],
    rows: [...rows, ...starts, ...memory],
  }
}
