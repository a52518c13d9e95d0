import { openHealth } from '@firsttouch/infra/platform/health'
import { openHttp } from '@firsttouch/infra/platform/http/http'
import { openRegistry } from '@firsttouch/infra/platform/metrics'
import type { Service } from '@firsttouch/infra/platform/service'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ingestMetrics } from './metrics.ts'
import { mountIngest } from './mount.ts'
import { measured, openLogProbe } from './watched-log.ts'

describe('the probe of the log', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const state = { open: false, inFlightEvents: 0, inFlightBytes: 0 }
  const watch = (positions: () => Promise<never[]>) => {
    const breaker = { ...state }
    const asked = vi.fn(positions)
    const { check, positions: ends, close } = openLogProbe({ positions: asked }, { state: () => breaker })
    return { breaker, asked, check, positions: ends, close }
  }

  test('the watch asks the log once a second, one request at a time', async () => {
    let answer: (rows: never[]) => void = () => undefined
    const { asked, close } = watch(() => new Promise(resolve => (answer = resolve)))
    await vi.advanceTimersByTimeAsync(3_500)
    expect(asked.mock.calls).toEqual([['health']])
    answer([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toHaveBeenCalledTimes(2)
    close()
    answer([])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  test('the log is missing after two seconds without an answer, and back with its next answer', async () => {
    let isAway = false
    const { check, positions, close } = watch(async () => {
      if (isAway) throw new Error('away')
      return []
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect([check(), positions()]).toEqual([null, []])
    isAway = true
    await vi.advanceTimersByTimeAsync(2_000)
    expect(check()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect([check(), positions()]).toEqual(['log', null])
    isAway = false
    await vi.advanceTimersByTimeAsync(1_000)
    expect(check()).toBeNull()
    close()
  })

  test('the log is missing until it has answered once, even in a new process', async () => {
    let isAway = true
    const { check, close } = watch(async () => {
      if (isAway) throw new Error('away')
      return []
    })
    expect(check()).toBe('log')
    await vi.advanceTimersByTimeAsync(500)
    expect(check()).toBe('log')
    isAway = false
    await vi.advanceTimersByTimeAsync(500)
    expect(check()).toBeNull()
    close()
  })

  test('the log is missing while the breaker is open, even if it answers', async () => {
    const { breaker, check, close } = watch(async () => [])
    await vi.advanceTimersByTimeAsync(0)
    expect(check()).toBeNull()
    breaker.open = true
    expect(check()).toBe('log')
    close()
  })
})

test.each([
  ['The log did not answer within 5 seconds.', 'timeout'],
  ['Connection timed out', 'timeout'],
  ['request timeout', 'timeout'],
  ['disk full', 'error'],
])('an append that fails with "%s" counts as %s, without a duration', async (message, kind) => {
  const metrics = ingestMetrics(openRegistry(), { inFlight: () => 0, positions: () => null })
  const log = { append: vi.fn(async () => undefined) }
  const { append } = measured(log, metrics)
  await append([])
  log.append.mockRejectedValueOnce(new Error(message))
  await expect(append([])).rejects.toThrow(message)
  expect((await metrics.appendErrors.get()).values.filter(({ value }) => value > 0)).toEqual([
    { labels: { class: kind }, value: 1 },
  ])
  const times = (await metrics.appendSeconds.get()).values
  expect(times.find(({ metricName }) => metricName?.endsWith('_count'))?.value).toBe(1)
})

test('ingest as a separate process counts, limits, logs why an append failed, and is not ready while the log is down', async () => {
  const lines: string[] = []
  const app = openHttp({
    logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } },
  })
  const registry = openRegistry()
  const health = openHealth(app)
  const parts: Parameters<Service['keep']>[0][] = []
  const keep: Service['keep'] = part => {
    parts.push(part)
    return part
  }
  const log = {
    down: false,
    append: async () => {
      if (log.down) throw new Error('down')
    },
    consume: async () => undefined,
    positions: async () => [{ partition: 0, start: 0, end: 7, committed: 0 }],
    moveTo: async () => undefined,
    timesAt: async () => new Map<number, Date>(),
    owned: async () => new Set<number>(),
    close: async () => undefined,
  }
  mountIngest({ app, registry, health, keep }, { RATE_LIMIT_EVENTS_PER_MINUTE: 8 }, log)
  const post = async (call: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/api/analytics/${call}`, payload })).statusCode
  const visit = { type: 'visit', sessionId: 's' }
  expect([await post('visit', visit), await post('visit', {})]).toEqual([202, 400])
  expect(await post('batch', { events: [visit, visit, {}] })).toBe(202)
  expect(health.missing()).toEqual([])
  log.down = true
  const codes: number[] = []
  for (let i = 0; i < 5; i++) codes.push(await post('visit', visit))
  expect(codes).toEqual([503, 503, 503, 429, 429])
  const counted = await registry.getSingleMetric('ingest_events_total')?.get()
  expect(counted?.values.map(({ labels, value }) => [labels.result, value])).toEqual([
    ['accepted', 3],
    ['rejected', 2],
    ['host_not_allowed', 0],
    ['limited', 2],
    ['unavailable', 3],
  ])
  expect((await registry.getSingleMetric('log_append_errors_total')?.get())?.values[0]?.value).toBe(3)
  // A repeated error is logged once a minute.
  expect(lines.filter(line => line.includes('the log rejected an append'))).toHaveLength(1)
  const ends = await registry.getSingleMetric('log_end_offset')?.get()
  expect(ends?.values).toEqual([{ labels: { partition: '0' }, value: 7 }])
  expect(parts).toHaveLength(1)
  for (const part of parts) await part.close()
  await app.close()
})
