/** `npm start` from outside: start time, memory of all processes, and analysts' queries. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../platform/free-port.ts'
import { logIn, STAFF } from '../testing/system.ts'
import { until } from '../testing/until.ts'
import { median, quantile } from './load/load.ts'
import { accountsOf, settled } from './load/settled.ts'
import { loadFor } from './memory.ts'
import { memoryOf } from './resident.ts'
import { row, type Table } from './table.ts'

const STARTS = 3
const REST_MS = 30_000
const TIMES = 20

const QUERIES: Record<string, string> = {
  'visits by day and source': 'SELECT day, source, sum(visits) FROM campaign_days GROUP BY day, source',
  'sessions with conversions':
    'SELECT source, countIf(conversions > 0), count() FROM sessions GROUP BY source',
  'the newest visits':
    'SELECT visited_at, session_number, page FROM visits ORDER BY visited_at DESC LIMIT 100',
  'visitors of a test by variant':
    'SELECT variant, uniqExact(session_number) FROM experiment_sessions GROUP BY variant',
}

type Product = { url: string; pid: number; readyMs: number; end(): Promise<void> }

const ROOT = join(import.meta.dirname, '..', '..', '..')

const startProduct = async (dataDir: string): Promise<Product> => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const [port, metricsPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn('sh', ['-c', `exec env ${String(scripts.start).replace(/^exec /, '')}`], {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: [join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      STAFF_USERNAME: STAFF.username,
      STAFF_PASSWORD: STAFF.password,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const isReady = async () => (await fetch(`${url}/health/ready`).catch(() => null))?.status === 200
  await until(async () => child.exitCode !== null || (await isReady()), 120_000)
  if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}.`)
  return {
    url,
    pid: child.pid ?? 0,
    readyMs: performance.now() - began,
    end: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const askAnalysts = async (dataDir: string, query: string): Promise<number> => {
  const [port, token] = await Promise.all(
    ['sql-port', 'sql-token'].map(name => readFile(join(dataDir, name), 'utf8')),
  )
  const began = performance.now()
  const answer = await fetch(`http://127.0.0.1:${Number.parseInt(port ?? '', 10)}/`, {
    method: 'POST',
    headers: { 'x-clickhouse-key': token ?? '' },
    body: query,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${query}: ${text}`)
  return performance.now() - began
}

type Size = { rate: number; minutes: readonly number[] }

/** `minutes`: when to read memory under load. */
export const benchProduct = async ({ rate, minutes }: Size): Promise<Table> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-bench-'))
  const rows: string[] = []
  try {
    // The first start builds the site and creates the stores.
    await (await startProduct(dataDir)).end()
    const readyMs: number[] = []
    for (let start = 1; start < STARTS; start++) {
      const product = await startProduct(dataDir)
      readyMs.push(product.readyMs)
      await product.end()
    }
    const product = await startProduct(dataDir)
    rows.push(row('start to ready, ms', median([...readyMs, product.readyMs])))
    const memory = async (name: string) => {
      const { process: own, children } = await memoryOf(product.pid)
      rows.push(row(`memory ${name}: all processes, MB`, own + children))
      rows.push(row(`the main process alone, ${name}, MB`, own))
    }
    await sleep(REST_MS)
    await memory('at rest')
    let before = 0
    for (const minute of minutes) {
      await loadFor(product.url, rate, (minute - before) * 60_000)
      before = minute
      await memory(`after ${minute} min of ${rate.toLocaleString('en-GB')} events/s`)
    }
    await settled(accountsOf(product.url, await logIn(product.url)))
    await memory('after all was projected')
    rows.push(
      row(
        'analysts: first query, including snapshot and engine start, ms',
        await askAnalysts(dataDir, 'SELECT count() FROM visits'),
      ),
    )
    for (const [name, query] of Object.entries(QUERIES)) {
      const ms: number[] = []
      for (let time = 0; time < TIMES; time++) ms.push(await askAnalysts(dataDir, query))
      rows.push(row(`analysts: ${name}, p50, ms`, quantile(ms, 0.5)))
      rows.push(row(`analysts: ${name}, p95, ms`, quantile(ms, 0.95)))
    }
    await memory('after the queries')
    await product.end()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  return { title: '`npm start` from outside', head: ['', 'measured'], rows }
}
