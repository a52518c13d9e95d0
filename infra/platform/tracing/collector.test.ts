/** A slow or unreachable trace collector delays nothing, and the queue of spans is bounded. */
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { startOtlpReceiver } from '../../rigs/testing/tracing/otlp-receiver.ts'
import { readEnv } from '../env.ts'
import { freePort } from '../free-port.ts'
import { openTracing } from './open.ts'

const cleanUp = cleanUpAfter('each')
/** Spans in the SDK's queue, plus the batch being sent. */
const MOST_WAITING = 2_048 + 512
const GRACE_MS = 10_000

const traceTo = async (url: string, requests: number) => {
  const errors: unknown[] = []
  const tracing = await openTracing(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: url }), 'api', error =>
    errors.push(error),
  )
  for (let i = 0; i < requests; i += 1)
    tracing
      ?.request({ method: 'GET', id: String(i), traceparent: undefined })
      ?.end({ route: '/', status: 200 })
  const began = Date.now()
  await tracing?.close()
  return { errors, closedAfter: Date.now() - began }
}

test('the queue of spans is bounded, an unreachable collector is reported, and the shutdown waits for no collector', async () => {
  const collector = await startOtlpReceiver({ answers: false })
  cleanUp.push(collector.close)
  const [slow, away] = await Promise.all([
    traceTo(collector.url, 20_000),
    traceTo(`http://127.0.0.1:${await freePort()}`, 2_000),
  ])
  expect(collector.spans.length).toBeLessThanOrEqual(MOST_WAITING)
  expect(collector.spans.length).toBeGreaterThan(0)
  expect(slow.closedAfter).toBeLessThan(GRACE_MS)
  expect(String(slow.errors)).toContain('no answer within')
  expect(away.closedAfter).toBeLessThan(GRACE_MS)
  expect(away.errors.length).toBeGreaterThan(0)
})

test('without a collector there is no tracer, even with other trace settings', async () => {
  const env = readEnv({
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_SERVICE_NAME: 'shop',
    TRUST_TRACEPARENT: 'on',
  })
  expect(await openTracing(env, 'api', () => undefined)).toBeUndefined()
})
