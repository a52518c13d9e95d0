/** Traces one visit from its request to the batch that counts it, through the processes of the grown deployment. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanUpAfter } from '../testing/clean-up.ts'
import { type GrownSystem, startGrown } from '../testing/grown-system.ts'
import { brokerAvailable } from '../testing/kafka/jars.ts'
import { startOtlpReceiver } from '../testing/tracing/otlp-receiver.ts'
import { until } from '../testing/until.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const SEEN_WITHIN_MS = 60_000

const cleanUp = cleanUpAfter('all')
const kafka = await brokerAvailable()

describe.each([
  { log: 'postgres' as const, skipped: '' },
  { log: 'kafka' as const, skipped: kafka.available ? '' : kafka.reason },
])('with the log in $log $skipped', ({ log, skipped }) => {
  let collector: Awaited<ReturnType<typeof startOtlpReceiver>>
  let system: GrownSystem

  beforeAll(async () => {
    if (skipped) return
    collector = await startOtlpReceiver()
    cleanUp.push(collector.close)
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_TRACEPARENT: 'on' }
    system = await startGrown({ log, projectors: 1, env })
  })
  afterAll(() => system?.close())

  const visit = (traceparent: string) =>
    fetch(`${system.ingest.url}/api/analytics/visit`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        traceparent,
        'x-session-id': 'utm_1767225600000_traced',
      },
      body: JSON.stringify({ utm_campaign: 'spring' }),
    })
  const spans = (service: string, name: string) =>
    collector.spans.filter(span => span.service === service && span.name === name)

  test.skipIf(skipped)('a visit is one trace from its request to its batch', async () => {
    expect((await visit(`00-${TRACE}-${PARENT}-01`)).status).toBe(202)
    await until(() => spans('firsttouch-projector', 'project a batch').length > 1, SEEN_WITHIN_MS)
    await until(() => spans('firsttouch-ingest', 'append to the log').length > 0, SEEN_WITHIN_MS)
    await until(() => spans('firsttouch-ingest', 'POST /api/analytics/visit').length > 0, SEEN_WITHIN_MS)
    const [server] = spans('firsttouch-ingest', 'POST /api/analytics/visit')
    expect(server).toMatchObject({ traceId: TRACE, parentSpanId: PARENT })
    const [append] = spans('firsttouch-ingest', 'append to the log')
    expect(append).toMatchObject({ traceId: TRACE, parentSpanId: server?.spanId })
    const projected = spans('firsttouch-projector', 'project a batch')
    const batch = projected.find(({ parentSpanId }) => parentSpanId === '')
    expect(batch?.links).toEqual([{ traceId: TRACE, spanId: append?.spanId }])
    expect(batch?.attributes).toMatchObject({
      'messaging.batch.message_count': 1,
      'firsttouch.events': 1,
      'firsttouch.dead_letters': 0,
      'firsttouch.offsets': [expect.stringMatching(/^\d+:0-0$/)],
    })
    const own = projected.find(({ traceId }) => traceId === TRACE)
    expect(own).toMatchObject({
      parentSpanId: append?.spanId,
      links: [{ traceId: batch?.traceId, spanId: batch?.spanId }],
    })
  })

  test.skipIf(skipped)('a visit whose sender asks for no trace leaves none', async () => {
    const before = spans('firsttouch-projector', 'project a batch').length
    expect((await visit(`00-${'1'.repeat(32)}-${PARENT}-00`)).status).toBe(202)
    expect((await visit(`00-${'2'.repeat(32)}-${PARENT}-01`)).status).toBe(202)
    await until(() => spans('firsttouch-projector', 'project a batch').length > before, SEEN_WITHIN_MS)
    expect(collector.spans.map(({ traceId }) => traceId)).not.toContain('1'.repeat(32))
  })

  test.skipIf(skipped)('the span of a dashboard answer reveals nothing of the question', async () => {
    await fetch(`${system.api.url}/api/admin/analytics?email=ada@example.com`, {
      headers: { cookie: system.cookie },
    })
    const server = () => spans('firsttouch-api', 'GET /api/admin/analytics')[0]
    await until(() => server() !== undefined, SEEN_WITHIN_MS)
    expect(collector.bodies.join()).not.toMatch(/ada@example\.com|utm_1767225600000_traced/)
  })

  test.skipIf(skipped)('a process sends its remaining spans before it ends', async () => {
    const last = '3'.repeat(32)
    expect((await visit(`00-${last}-${PARENT}-01`)).status).toBe(202)
    expect(await system.ingest.end('SIGTERM')).toBe(0)
    expect(collector.spans.some(span => span.service === 'firsttouch-ingest' && span.traceId === last)).toBe(
      true,
    )
  })
})
