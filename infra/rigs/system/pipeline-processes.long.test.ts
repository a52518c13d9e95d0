/** Ingest and the projector as processes of their own: a log that is away, SIGTERM, too many dead letters. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { boundId } from '@firsttouch/ingest/identify'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../platform/free-port.ts'
import type { Postgres } from '../../stores/postgres.ts'
import { insertBatch, readLogTable } from '../testing/log/log-table.ts'
import { openProxy, type TcpProxy } from '../testing/proxy/tcp-proxy.ts'
import { openTestPostgres } from '../testing/stores.ts'
import { until } from '../testing/until.ts'

let dataDir: string
let postgres: Postgres
let proxy: TcpProxy
let throughProxy: string
const children: ChildProcess[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-processes-'))
  postgres = await openTestPostgres()
  const url = new URL(postgres.url)
  proxy = await openProxy({ port: Number(url.port), host: url.hostname })
  url.port = String(proxy.port)
  throughProxy = url.href
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await proxy.close()
  await rm(dataDir, { recursive: true, force: true })
})

const start = async (script: string, env: Record<string, string>) => {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', '..', '..', script)], {
    env: {
      ...process.env,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  const url = `http://localhost:${port}`
  const ready = async () =>
    (await fetch(`${url}/health/ready`).catch(() => null))?.status ?? (child.exitCode === null ? 0 : -1)
  await until(async () => [200, -1].includes(await ready()), 60_000)
  return {
    url,
    ready,
    metrics: async () => (await fetch(`http://localhost:${metricsPort}/metrics`)).text(),
    end: async (signal: NodeJS.Signals): Promise<number | null> => {
      if (child.exitCode !== null) return child.exitCode
      child.kill(signal)
      await once(child, 'exit')
      return child.exitCode
    },
  }
}
const startIngest = (drainSeconds = 1) =>
  start('ingest/main.ts', { LOG_URL: throughProxy, DRAIN_SECONDS: String(drainSeconds) })
const startProjector = (env = {}) =>
  start('projector/main.ts', { DATABASE_URL: postgres.url, DATA_DIR: dataDir, DRAIN_SECONDS: '0', ...env })

const post = (url: string, events: unknown[]) =>
  fetch(`${url}/api/analytics/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  })
const visit = (session: number) => ({ type: 'visit', id: v7(), sessionId: `utm_${session}_a`, pagePath: '/' })

test('ingest needs the log alone; it is ready while the log answers, and says 503 while it does not', async () => {
  const ingest = await startIngest()
  expect(await ingest.ready()).toBe(200)
  expect((await post(ingest.url, [visit(1), visit(2)])).status).toBe(202)
  proxy.cut()
  await until(async () => (await ingest.ready()) === 503, 10_000)
  const refused = await post(ingest.url, [visit(3)])
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(5)
  proxy.restore()
  await until(async () => (await ingest.ready()) === 200, 10_000)
  expect((await post(ingest.url, [visit(4)])).status).toBe(202)
  const metrics = await ingest.metrics()
  expect(metrics).toContain('ingest_events_total{result="accepted"} 3')
  expect(metrics).toContain('ingest_events_total{result="unavailable"} 1')
  expect(metrics).toMatch(/^log_append_errors_total\{class="\w+"\} [1-9]/m)
  expect(await ingest.end('SIGTERM')).toBe(0)
})

test('R-17: SIGTERM under load ends ingest in order, within 15 s, and resets no connection', async () => {
  // Long enough that whoever asks sees it, on a machine that stalls for moments.
  const ingest = await startIngest(5)
  const seen = new Map<string, number>()
  const count = (what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1)
  const acknowledged = new Set<string>()
  let going = true
  const senders = Array.from({ length: 8 }, async (_, sender) => {
    while (going) {
      const event = visit(sender)
      try {
        const answer = await post(ingest.url, [event])
        count(String(answer.status))
        if (answer.status === 202) acknowledged.add(boundId(event.sessionId, event.id))
        await answer.arrayBuffer()
      } catch (error) {
        const { cause } = error as { cause?: { code?: string } }
        count(cause?.code ?? String(error))
        await sleep(50)
      }
    }
  })
  await until(() => acknowledged.size > 20, 10_000)
  const began = Date.now()
  const ending = ingest.end('SIGTERM')
  await until(async () => (await ingest.ready()) === 503, 5_000)
  // A balancer that sees this sends nobody there any more; what is under way is answered.
  going = false
  await Promise.all(senders)
  expect(await ending).toBe(0)
  expect(Date.now() - began).toBeLessThan(15_000)
  expect([...seen.keys()].filter(what => !['202', '503'].includes(what))).toEqual([])
  const rows = await readLogTable(postgres.sql)
  const log = rows.map(row => row.value).join()
  expect([...acknowledged].filter(id => !log.includes(id))).toEqual([])
})

test('a projector that stopped at too many dead letters is not ready, and stays', async () => {
  const projector = await startProjector()
  expect(await projector.ready()).toBe(200)
  const poison = Array.from({ length: 150 }, () => ({ key: 'k', value: 'poison' }))
  const [place] = await postgres.sql<{ first: string }[]>`
    UPDATE log_partitions SET next_offset = next_offset + 150 WHERE partition = 0
    RETURNING next_offset - 150 AS first`
  await insertBatch(postgres.sql, 0, Number(place?.first), poison)
  await until(async () => (await projector.ready()) === 503, 60_000)
  expect(await (await fetch(`${projector.url}/health/ready`)).json()).toEqual({
    status: 'not_ready',
    missing: ['too many dead letters'],
  })
  expect((await fetch(`${projector.url}/health/live`)).status).toBe(200)
  expect(await projector.metrics()).toContain('projector_stopped 1')
  expect(await projector.end('SIGTERM')).toBe(0)
})
