import { expect, test } from 'vitest'
import { seededRandom } from '../../../platform/seeded-random.ts'
import { bindsFirst, coresFor, rateOf, shareThatWaits, waitP99 } from './model.ts'

test('one core lets as many wait as it is busy, and many cores as Erlang’s tables say', () => {
  expect(shareThatWaits(1, 0.7)).toBeCloseTo(0.7, 12)
  // C(2, a) = a² / (2 + a) for two cores.
  expect(shareThatWaits(2, 1)).toBeCloseTo(1 / 3, 12)
  expect(shareThatWaits(10, 8)).toBeCloseTo(0.4092, 4)
  expect(shareThatWaits(4, 4)).toBe(1)
})

test('the wait is that of a simulated queue', () => {
  const [serviceUs, cores, perSecond] = [1_000, 2, 1_400]
  const random = seededRandom(1)
  const chance = () => 1 - random()
  const free = Array.from({ length: cores }, () => 0)
  const waits: number[] = []
  for (let now = 0; waits.length < 1_000_000; ) {
    now -= Math.log(chance()) / perSecond
    const next = free.indexOf(Math.min(...free))
    const begins = Math.max(now, free[next] ?? 0)
    free[next] = begins - Math.log(chance()) * (serviceUs / 1e6)
    waits.push((begins - now) * 1_000)
  }
  const simulated = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0
  expect(waitP99(serviceUs, cores, perSecond) / simulated).toBeCloseTo(1, 1)
})

test('nobody waits where there are cores to spare, and for ever where there are too few', () => {
  expect(waitP99(50, 16, 100)).toBe(0)
  expect(waitP99(100, 1, 10_000)).toBe(Number.POSITIVE_INFINITY)
})

test('what binds first is the place that is full at the lowest rate', () => {
  const demands = { ingest: 70, log: 10, projector: 20, clickhouse: 30 }
  expect(rateOf(70, 1)).toBe(10_000)
  expect(bindsFirst(demands, { ingest: 1, log: 1, projector: 1, clickhouse: 1 })).toEqual({
    place: 'ingest',
    rate: 10_000,
  })
  expect(bindsFirst(demands, { ingest: 64, log: 8, projector: 12, clickhouse: 8 }).place).toBe('clickhouse')
  expect(coresFor(30, 10_000)).toBe(1)
  expect(coresFor(30, 60_000)).toBe(3)
})
