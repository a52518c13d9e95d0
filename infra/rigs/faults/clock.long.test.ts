/** Services whose clock differs by an hour from the browsers' and PostgreSQL's, and is corrected while they run. */
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../platform/free-port.ts'
import { openPostgres } from '../../stores/postgres.ts'
import { putClockBack } from '../testing/shifted-clock.ts'
import { startTestSystem, type TestSystem } from '../testing/system.ts'
import { until } from '../testing/until.ts'

const HOUR_MS = 3_600_000
/** The browsers' clock. */
const realNow = () => performance.timeOrigin + performance.now()
const visits = (count: number) => {
  const at = realNow()
  const events = Array.from({ length: count }, (_, n) => ({
    type: 'visit',
    id: v7({ msecs: at - n * 1_000 }),
    occurredAt: new Date(at - n * 1_000).toISOString(),
    sessionId: `utm_${Math.floor(at)}_${n}`,
    pagePath: '/',
  }))
  return { events, sentAt: new Date(at).toISOString() }
}

describe.each([
  ['ahead', HOUR_MS],
  ['behind', -HOUR_MS],
])('an hour %s', (_, ahead) => {
  let system: TestSystem
  beforeAll(async () => {
    putClockBack(-ahead)
    system = await startTestSystem({ env: { METRICS_PORT: String(await freePort()) } })
  })
  afterAll(async () => {
    await system?.close()
    putClockBack(0)
  })
  const ask = async <T>(path: string, cookie: string): Promise<{ status: number; body: T }> => {
    const answer = await fetch(`${system.url}/api/admin/${path}`, { headers: { cookie } })
    return { status: answer.status, body: (await answer.json()) as T }
  }
  const settled = (unique: number, cookie: string) =>
    until(async () => {
      const { status, body } = await ask<PipelineAccounting>('pipeline', cookie)
      return (
        status === 200 &&
        body.inFlight === 0 &&
        body.total.balanced === true &&
        body.total.accepted - body.total.duplicates === unique
      )
    }, 60_000)
  const skew = async () =>
    Number(
      /^clock_skew_seconds (\S+)/m.exec(
        await (await fetch(`http://127.0.0.1:${system.metricsPort}/metrics`)).text(),
      )?.[1],
    )

  test('events, a form and a login work, and each counts once after the clock is corrected', async () => {
    const first = visits(20)
    const taken = await system.post('/api/analytics/batch', first)
    expect([taken.status, await taken.json()]).toMatchObject([202, { accepted: 20 }])
    const key = v7({ msecs: realNow() })
    const form = { name: 'Ada', email: 'ada@example.com', message: 'Hello', source: 'contact_form' }
    const submit = () => system.post('/api/contact', form, { 'idempotency-key': key })
    expect((await submit()).status).toBe(200)
    const before = await system.login()
    await settled(21, before)
    expect(await skew()).toBeCloseTo(ahead / 1_000, -1)

    putClockBack(0)
    // Browsers without an answer send again.
    expect((await system.post('/api/analytics/batch', first)).status).toBe(202)
    expect((await submit()).status).toBe(200)
    expect((await system.post('/api/analytics/batch', visits(10))).status).toBe(202)
    // After the correction the session may count as idle for an hour, so 401 is right too.
    expect([200, 401]).toContain((await ask('session', before)).status)
    const cookie = await system.login()
    await settled(31, cookie)
    expect(await skew()).toBeCloseTo(0, -1)
    await until(
      async () => (await ask<AnalyticsSummary>('analytics', cookie)).body.totalVisits === 30,
      30_000,
    )
    const { sql, close } = await openPostgres({ url: system.stores.DATABASE_URL, dataDir: '' })
    const [counted] = await sql`SELECT (SELECT count(*)::int FROM leads) AS leads,
      (SELECT count(*)::int FROM notifications) AS told`
    await close()
    expect(counted).toMatchObject({ leads: 1 })
  })
})
