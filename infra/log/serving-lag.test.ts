/** The reported lag while ClickHouse is down or slow. */
import type { ClickHouseClient } from '@clickhouse/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { passTime } from '../rigs/testing/pass-time.ts'
import { openTestPostgres } from '../rigs/testing/stores.ts'
import { oldestOf, openServingLag } from './lag.ts'

const BEGAN = Date.parse('2026-03-01T12:00:00Z')
/** Fakes only the date. Timeouts of stores run in real time. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: BEGAN }))
afterEach(() => void vi.useRealTimers())
const later = (seconds: number) => passTime(seconds * 1_000)

/** A log with one new entry per second. Everything is projected whenever ClickHouse is queried. */
const open = async () => {
  const { sql } = await openTestPostgres()
  const seconds = () => Math.floor((Date.now() - BEGAN) / 1_000)
  const store = { answer: () => Promise.resolve(seconds()) }
  const client = {
    query: async () => {
      const next = await store.answer()
      return { json: async () => [{ partition: 0, next: String(next), appended: '0' }] }
    },
  }
  const ask = openServingLag({
    log: {
      positions: async () => [{ partition: 0, start: 0, end: seconds(), committed: 0 }],
      timesAt: async places =>
        new Map(places.map(({ partition, offset }) => [partition, new Date(BEGAN + offset * 1_000)])),
      owned: async () => new Set([0]),
    },
    sql,
    clickhouse: { client: () => client as unknown as ClickHouseClient },
  })
  const behind = async () => {
    const since = oldestOf((await ask()).lag)
    return since === null ? 0 : (Date.now() - since.getTime()) / 1_000
  }
  return { store, behind }
}
const away = () => Promise.reject(new Error('away'))

test('a position read shortly before an outage of ClickHouse stays valid during the outage', async () => {
  const { store, behind } = await open()
  expect(await behind()).toBe(0)
  store.answer = away
  later(15)
  expect(await behind()).toBe(15)
  later(600)
  expect(await behind()).toBe(615)
})

test('a position read long before an outage of ClickHouse is unknown during the outage', async () => {
  const { store, behind } = await open()
  expect(await behind()).toBe(0)
  const { answer } = store
  later(200)
  store.answer = away
  await expect(behind()).rejects.toThrow('away')
  later(1)
  await expect(behind()).rejects.toThrow('away')
  store.answer = answer
  expect(await behind()).toBe(0)
})

test('a late answer of a slow store serves the next callers', async () => {
  const { store, behind } = await open()
  expect(await behind()).toBe(0)
  later(50)
  const gate = Promise.withResolvers<number>()
  store.answer = () => gate.promise
  expect(await behind()).toBe(50)
  gate.resolve(50)
  await gate.promise
  later(2)
  store.answer = () => new Promise<number>(() => undefined)
  expect(await behind()).toBe(2)
})
