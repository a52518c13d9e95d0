import { Registry } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import { openMeters, storesMetric } from './metrics.ts'

afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => undefined)
const linesOf = async (registry: Registry): Promise<string[]> =>
  (await registry.metrics()).split('\n').filter(line => line !== '' && !line.startsWith('#'))
/** Lines of a scrape, or undefined when it exceeds Prometheus's timeout. */
const linesInTime = async (registry: Registry): Promise<string[] | undefined> => {
  vi.useFakeTimers()
  let lines: string[] | undefined
  void linesOf(registry).then(told => (lines = told))
  await vi.advanceTimersByTimeAsync(2_000)
  return lines
}

test('stores are reported by name when one answers, one fails and one hangs, and none delays the answer', async () => {
  const registry = new Registry()
  const asks = { log: async () => 1, postgres: () => Promise.reject(new Error('away')), clickhouse: never }
  storesMetric(registry, asks)
  expect((await linesInTime(registry))?.toSorted()).toEqual([
    'store_answers{store="clickhouse"} 0',
    'store_answers{store="log"} 1',
    'store_answers{store="postgres"} 0',
  ])
})

test('metrics of a store that hangs or fails are absent, and all others are served in time', async () => {
  const registry = new Registry()
  const { readGauge } = openMeters(registry)
  const fail = () => Promise.reject(new Error('away'))
  readGauge('waiting', 'Without labels.', [], never)
  readGauge('free', 'By store.', ['store'], never, fail, async () => [[{ store: 'postgres' }, 0.5]])
  expect(await linesInTime(registry)).toEqual(['free{store="postgres"} 0.5'])
})

test('a gauge that cannot be read now does not show its last value', async () => {
  const registry = new Registry()
  const { readGauge } = openMeters(registry)
  const values = [2]
  const read = async () => {
    const value = values.pop()
    if (value === undefined) throw new Error('away')
    return value
  }
  readGauge('waiting', 'Without labels.', [], async () => [[{}, await read()]])
  expect(await linesOf(registry)).toEqual(['waiting 2'])
  expect(await linesOf(registry)).toEqual([])
})
