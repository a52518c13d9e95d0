/** How the whole system reports on itself: the canary, and the command for dead letters. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '../../log/open-log.ts'
import { openPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { startTestSystem, type TestSystem } from '../testing/system.ts'
import { until } from '../testing/until.ts'

let dataDir: string
let system: TestSystem
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-pipeline-'))
  system = await startTestSystem({ dataDir })
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

describe('one after the other', { shuffle: false }, () => {
  test('the command lists a dead letter and shows it with escaped bytes, and the running projector replays it', async () => {
    const records = await openPostgresFromEnv({ DATA_DIR: dataDir })
    const log = await openLog(records.url)
    await log.append([{ key: 'a', value: '{"v":1,"title":"\u009b31m\u202e"}' }])
    await log.close()
    await settled(1)
    expect((await accounting()).deadLetters).toEqual([{ reason: 'schema', entries: 1 }])
    const command = (...args: string[]) =>
      new Promise<string>(resolve => {
        const env = { ...process.env, DATA_DIR: dataDir, PORT: new URL(system.url).port }
        const script = join(import.meta.dirname, '..', '..', 'app', 'commands', 'dead-letters.ts')
        execFile(process.execPath, [script, ...args], { env }, (_, out, err) => resolve(out + err))
      })
    const list = await command('list')
    expect(list).toContain('schema: 1 open, 0 replayed')
    const place = /^(\d+\/\d+) /m.exec(list)?.[1] ?? ''
    expect(await command('show', place)).toContain(String.raw`"title":"\u{9b}31m\u{202e}"`)
    expect(await command('replay')).toContain('Open dead letters: 1.')

    const mended = JSON.stringify({ ...ENVELOPE, events: [{ ...VISIT, id: v7() }] })
    await records.sql`UPDATE dead_letters SET value = ${Buffer.from(mended)}`
    await records.close()
    expect(await command('replay', '--reason', 'schema')).toContain('Open dead letters: 0.')
    expect(await command('list')).toContain('schema: 0 open, 1 replayed')
    await until(async () => (await accounting()).total.uniqueHuman === 1, 30_000)
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
    const env = { METRICS_PORT: '0', CANARY_SECONDS: '1' }
    system = await startTestSystem({ dataDir, env })
    const { uniqueBot, testEvents } = (await accounting()).total
    await until(async () => (await accounting()).total.testEvents >= testEvents + 2, 60_000)
    await until(
      async () => /^canary_age_seconds 0\.\d+$|^canary_age_seconds [1-9]/m.test(await metrics()),
      10_000,
    )
    // Metrics are served only on their own port.
    expect((await fetch(`${system.url}/metrics`)).headers.get('content-type')).not.toContain('version=0.0.4')
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
})
