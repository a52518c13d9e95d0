/** The system's reports about itself: accounting, metrics, canary, probes, and dead letters by command. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '../../log/open-log.ts'
import { openPostgresOf } from '../../stores/postgres-from-env.ts'
import { startTestSystem, type TestSystem } from '../testing/system.ts'
import { until } from '../testing/until.ts'

let dataDir: string
let system: TestSystem
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-pipeline-'))
  system = await startTestSystem({ dataDir, env: { METRICS_PORT: '0' } })
})
afterAll(async () => {
  await system.close()
  await rm(dataDir, { recursive: true, force: true })
})

const accounting = () => system.get<PipelineAccounting>('/api/admin/pipeline')
const settled = async (accepted: number): Promise<PipelineAccounting> => {
  await until(async () => {
    // The accounting answers 503 until a first count.
    const said = await accounting().catch(() => null)
    return said?.total.accepted === accepted && said.inFlight === 0 && said.lag.entries === 0
  }, 60_000)
  return accounting()
}
const metrics = async (): Promise<string> =>
  (await fetch(`http://localhost:${system.metricsPort}/metrics`)).text()
const visits = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ type: 'visit', id: v7(), sessionId: `utm_${i}_a` }))

describe('one after the other', { shuffle: false }, () => {
  test('the accounting balances', async () => {
    // A browser that cuts a text inside an emoji must not lose its batch.
    const events = visits(30).map(event => ({ ...event, pagePath: '/\ud83d' }))
    await system.post('/api/analytics/batch', { events })
    await system.post('/api/analytics/batch', { events: events.slice(0, 10) })
    await system.post('/api/analytics/visit', { sessionId: 'utm_1_bot', userAgent: 'Googlebot/2.1' })
    const answer = await settled(41)
    expect(answer).toMatchObject({
      balanced: true,
      idConflicts: 0,
      inFlight: 0,
      lag: { entries: 0, seconds: 0 },
      total: { accepted: 41, projected: 41, duplicates: 10, uniqueHuman: 30, uniqueBot: 1, deadLetters: 0 },
    })
  })

  const NAMES = [
    'ingest_contact_data_events_total',
    'ingest_events_total',
    'ingest_append_seconds',
    'ingest_inflight_events',
    'log_append_errors_total',
    'projector_lag_events',
    'projector_lag_seconds',
    'projector_batch_seconds',
    'projector_replayed_events_total',
    'projector_rebalances_total',
    'dlq_total',
    'event_id_conflicts_total',
    'outbox_pending',
    'reconcile_difference',
  ]

  test('the metrics have their names, and only on their own port', async () => {
    await system.post('/api/analytics/visit', { sessionId: '?' })
    const text = await metrics()
    for (const name of NAMES) expect(text, name).toMatch(new RegExp(`^# TYPE ${name} `, 'm'))
    expect(text).toContain('ingest_events_total{result="accepted"} 41')
    expect(text).toContain('ingest_events_total{result="rejected"} 1')
    expect(text).toContain('pipeline_events{type="visit",entry="duplicates"} 10')
    expect(text).toContain('pipeline_balanced 1')
    expect(text).toMatch(/^projector_lag_events\{partition="0"\} 0$/m)
    expect(text).toMatch(/^outbox_pending 0$/m)
    expect((await fetch(`${system.url}/metrics`)).headers.get('content-type')).not.toContain('version=0.0.4')
  })

  test('a dead letter is listed, shown with its bytes made harmless, and replayed by the running projector', async () => {
    const records = await openPostgresOf({ DATA_DIR: dataDir })
    const log = await openLog(records.url)
    await log.append([{ key: 'a', value: '{"v":1,"title":"\u009b31m\u202e"}' }])
    await log.close()
    await settled(42)
    expect((await accounting()).deadLetters).toEqual([{ reason: 'schema', entries: 1 }])
    const command = (...args: string[]) =>
      new Promise<string>(resolve => {
        const env = { ...process.env, DATA_DIR: dataDir, PORT: new URL(system.url).port }
        const script = join(import.meta.dirname, '..', '..', 'app', 'commands', 'dead-letters.ts')
        execFile(process.execPath, [script, ...args], { env }, (_, out, err) => resolve(out + err))
      })
    const list = await command('list')
    expect(list).toContain('schema: 1 set aside, 0 replayed')
    const place = /^(\d+\/\d+) /m.exec(list)?.[1] ?? ''
    expect(await command('show', place)).toContain(String.raw`"title":"\u{9b}31m\u{202e}"`)
    expect(await command('replay')).toContain('1 still cannot be projected')

    const mended = JSON.stringify({ ...ENVELOPE, events: [{ ...VISIT, id: v7() }] })
    await records.sql`UPDATE dead_letters SET value = ${Buffer.from(mended)}`
    await records.close()
    expect(await command('replay', '--reason', 'schema')).toContain('0 still cannot be projected')
    expect(await command('list')).toContain('schema: 0 set aside, 1 replayed')
    await until(async () => (await accounting()).total.uniqueHuman === 31, 30_000)
    expect((await accounting()).balanced).toBe(true)
  })

  const UTM = { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '', utm_term: '' }
  const VISIT = {
    type: 'visit',
    occurredAt: new Date().toISOString(),
    sessionId: 'utm_1_a',
    utm: UTM,
    referrer: '',
    pagePath: '/',
  }
  const ENVELOPE = { v: 1, receivedAt: new Date().toISOString(), userAgent: '', network: '', bot: '' }

  test('a canary arrives, counts apart from bots, and appears in no dashboard figure', async () => {
    const before = await system.get<AnalyticsSummary>('/api/admin/analytics')
    await system.close()
    const env = { METRICS_PORT: '0', CANARY_SECONDS: '1', DRAIN_SECONDS: '2' }
    system = await startTestSystem({ dataDir, env })
    const { uniqueBot, testEvents } = (await accounting()).total
    await until(async () => (await accounting()).total.testEvents >= testEvents + 2, 60_000)
    await until(
      async () => /^canary_age_seconds 0\.\d+$|^canary_age_seconds [1-9]/m.test(await metrics()),
      10_000,
    )
    const after = await system.get<AnalyticsSummary>('/api/admin/analytics')
    expect(after.totalVisits).toBe(before.totalVisits)
    const now = await accounting()
    expect(now.balanced).toBe(true)
    expect(now.total.uniqueBot - now.total.testEvents).toBe(uniqueBot - testEvents)
    expect(Date.now() - Date.parse(now.canary?.seenAt ?? '')).toBeLessThan(60_000)
    const spoof = { sessionId: 'canary_spoof' }
    const refused = await system.post('/api/analytics/visit', spoof, {
      'user-agent': 'Mozilla/5.0 Chrome/142.0',
    })
    expect([refused.status, await refused.json()]).toMatchObject([400, { issues: [{ path: 'sessionId' }] }])
    const batch = { events: [{ type: 'visit', ...spoof }] }
    expect((await system.post('/api/analytics/batch', batch)).status).toBe(400)
  })

  test('a draining process is not ready, but still answers', async () => {
    await until(async () => (await fetch(`${system.url}/health/ready`)).status === 200, 10_000)
    const closing = system.close()
    const drained = await fetch(`${system.url}/health/ready`)
    expect(drained.status).toBe(503)
    expect(await drained.json()).toEqual({ status: 'not_ready', missing: ['draining'] })
    const late = await system.post('/api/analytics/visit', { sessionId: 'utm_9_late' })
    expect(late.status).toBe(202)
    expect(late.headers.get('connection')).toBe('close')
    await closing
  })
})
