/** The whole system with its log in a real Kafka: the same numbers, and a restart of the broker in between. */
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Broker, startBroker } from '../testing/kafka/broker.ts'
import { brokerAvailable } from '../testing/kafka/jars.ts'
import { startTestSystem, type TestSystem } from '../testing/system.ts'
import { until } from '../testing/until.ts'

const kafka = await brokerAvailable()

describe.skipIf(!kafka.available)(`Firsttouch on Kafka${kafka.available ? '' : ` (${kafka.reason})`}`, () => {
  let broker: Broker
  let system: TestSystem
  beforeAll(async () => {
    broker = await startBroker()
    system = await startTestSystem({ env: { LOG_URL: broker.url('firsttouch.events') } })
  })
  afterAll(async () => {
    await system?.close()
    await broker?.close()
  })

  const visits = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      type: 'visit',
      id: v7(),
      sessionId: `utm_1_${i}`,
      pagePath: '/',
    }))
  const total = async () => (await system.get<AnalyticsSummary>('/api/admin/analytics')).totalVisits

  test('makes its topic, and counts each event once however often it is sent', async () => {
    const events = visits(50)
    for (let i = 0; i < 3; i++)
      expect((await system.post('/api/analytics/batch', { events })).status).toBe(202)
    await until(async () => (await total()) === 50, 20_000)
  })

  test('says no while the broker is away, and loses nothing that it took when the broker is back', async () => {
    await broker.stop()
    const refused = await system.post('/api/analytics/batch', { events: visits(1) })
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await broker.restart()
    const events = visits(10)
    await until(async () => (await system.post('/api/analytics/batch', { events })).status === 202, 60_000)
    // The refused event may have reached the log after all; an acknowledged one must have.
    await until(async () => (await total()) >= 60, 60_000)
    expect(await total()).toBeLessThanOrEqual(61)
  })
})
