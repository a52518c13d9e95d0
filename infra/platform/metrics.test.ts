import { Registry } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import { ingestMetrics, notificationMetrics, outboxMetric, storesMetric } from './metrics.ts'

afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => undefined)
const linesOf = async (registry: Registry): Promise<string[]> =>
  (await registry.metrics()).split('\n').filter(line => line !== '' && !line.startsWith('#'))
/** Before Prometheus gives a scrape up. */
const linesInTime = async (registry: Registry): Promise<string[] | undefined> => {
  vi.useFakeTimers()
  let lines: string[] | undefined
  void linesOf(registry).then(told => (lines = told))
  await vi.advanceTimersByTimeAsync(2_000)
  return lines
}

test('stores are told of by name: one answers, one fails, one hangs, and none holds the answer up', async () => {
  const registry = new Registry()
  const asks = { log: async () => 1, postgres: () => Promise.reject(new Error('away')), clickhouse: never }
  storesMetric(registry, asks)
  expect((await linesInTime(registry))?.toSorted()).toEqual([
    'store_answers{store="clickhouse"} 0',
    'store_answers{store="log"} 1',
    'store_answers{store="postgres"} 0',
  ])
})

test('of a store that hangs nothing is told, and what else there is is told in time', async () => {
  const registry = new Registry()
  outboxMetric(registry, never)
  notificationMetrics(registry, never)
  expect(await linesInTime(registry)).toEqual([])
})

test('every state of a channel begins at nought, so that the first that is given up is a rise', async () => {
  const registry = new Registry()
  const rows = [{ channel: 'email', state: 'sent', rows: 3, oldestSeconds: 9 }]
  notificationMetrics(registry, async () => rows)
  const lines = await linesOf(registry)
  expect(lines).toContain('notifications_queue{channel="email",state="sent"} 3')
  expect(lines).toContain('notifications_queue{channel="email",state="failed"} 0')
  expect(lines).toContain('notifications_queue{channel="webhook",state="failed"} 0')
  expect(lines.filter(line => line.startsWith('notifications_oldest'))).toEqual([])
})

test('whatever can become of an event begins at nought, so that the first that fails is a rise', async () => {
  const registry = new Registry()
  ingestMetrics(registry, { inFlight: () => 0, positions: () => null })
  const lines = (await linesOf(registry)).filter(line =>
    /^(ingest_events|log_append_errors)_total/.test(line),
  )
  expect(lines.toSorted()).toEqual([
    'ingest_events_total{result="accepted"} 0',
    'ingest_events_total{result="rejected"} 0',
    'ingest_events_total{result="unavailable"} 0',
    'log_append_errors_total{class="error"} 0',
    'log_append_errors_total{class="timeout"} 0',
  ])
})
