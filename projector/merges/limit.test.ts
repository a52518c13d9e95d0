/** What the engine merges while small inserts go on, in tables with large parts. */
import assert from 'node:assert/strict'
import type { ClickHouseClient } from '@clickhouse/client'
import { openLog } from '@firsttouch/infra/log/open-log'
import { pause } from '@firsttouch/infra/platform/timing'
import { cleanUpAfter } from '@firsttouch/infra/rigs/testing/clean-up'
import { assertReaching } from '@firsttouch/infra/rigs/testing/reaching'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { change } from '@firsttouch/infra/stores/cluster'
import { databaseOf } from '@firsttouch/infra/stores/read-models'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { runGenerations } from '../generations/generations.ts'
import { limitMerges, SETTINGS } from './limit.ts'

const cleanUp = cleanUpAfter('each')
const TABLE = 'session_sums'
/** More bytes than are merged where a table is limited, as random names cannot be compressed; a small insert has some. */
const [LARGE, SMALL] = [6_000, 20]

let client: ClickHouseClient
let db: string
const altered: string[] = []
beforeEach(async () => {
  const opened = await openTestClickHouse()
  db = opened.db
  client = watched(opened.client)
})

const watched = (client: ClickHouseClient): ClickHouseClient =>
  Object.assign(Object.create(client), {
    command: (asked: Parameters<ClickHouseClient['command']>[0]) => {
      if (asked.query.startsWith('ALTER')) altered.push(asked.query)
      return client.command(asked)
    },
  })

type Inserted = { level?: number; month?: number; into?: string }
/** A part of level 0, as a refresh writes it, was never merged. */
const insert = (rows: number, { level = 1, month = 3, into = db }: Inserted = {}) =>
  client.command({
    query: `INSERT INTO ${into}.${TABLE} (model, session_quarter_hour, at, utm_campaign, n, version)
      SETTINGS optimize_on_insert = ${level} SELECT 'landing', toDateTime('2026-0${month}-01 00:00:00', 'UTC') AS time, time, randomPrintableASCII(30), 1, 1
      FROM numbers(${rows})`,
  })

type Part = { name: string; rows: number; bytes: number; level: number }
/** The largest first. */
const parts = async (): Promise<Part[]> => {
  const found = await client.query({
    query: `SELECT name, toUInt32(rows) AS rows, bytes_on_disk AS bytes, level FROM system.parts WHERE active AND database = '${db}' AND table = '${TABLE}' ORDER BY bytes DESC`,
    format: 'JSONEachRow',
  })
  return found.json<Part>()
}
const definition = async (): Promise<string> => {
  const found = await client.query({ query: `SHOW CREATE TABLE ${db}.${TABLE}`, format: 'TabSeparatedRaw' })
  return found.text()
}
/** `limits`: what was said of the table, in bytes; null where the engine is to decide. */
const look = async () => {
  altered.length = 0
  const { isAnyDue } = await limitMerges({ clickhouse: client, db })
  const limits = altered.map(query => Number(/_space_in_pool = (\d+)/.exec(query)?.[1] ?? Number.NaN))
  return { isAnyDue, limits: limits.map(limit => (Number.isNaN(limit) ? null : limit)) }
}
const sumOf = (some: Part[]) => some.reduce((sum, { bytes }) => sum + bytes, 0)
const FEW = 131_072
const LIMITED = { isAnyDue: false, limits: [FEW] }
const LIFTED = { isAnyDue: true, limits: [null] }
const AS_IT_WAS = { isAnyDue: false, limits: [] }
const mergesMay = (what: 'STOP' | 'START') =>
  client.command({ query: `SYSTEM ${what} MERGES ${db}.${TABLE}` })

test('a large part is not written again for small ones, which are merged with each other', async () => {
  await insert(LARGE)
  expect(await look()).toEqual(LIMITED)
  expect(await look()).toEqual(AS_IT_WAS)
  const [large] = await parts()
  for (let n = 0; n < 20; n++) await insert(SMALL)
  await until(async () => (await parts()).length < 10, 20_000)
  const [first, second] = await parts()
  expect(first).toEqual(large)
  expect(second?.rows).toBeGreaterThan(SMALL)
  expect(await look()).toEqual(AS_IT_WAS)
})

test('as the engine does without a limit: this is why there is one', async () => {
  await insert(LARGE)
  const [large] = await parts()
  for (let n = 0; n < 20; n++) await insert(SMALL)
  await until(async () => (await parts()).length < 10, 20_000)
  expect((await parts())[0]?.rows).toBeGreaterThan(large?.rows ?? Number.POSITIVE_INFINITY)
})

test('what came in bulk is merged with what comes after it, and is not written again from then on', async () => {
  await insert(LARGE)
  await insert(2 * LARGE, { level: 0 })
  expect(await look()).toEqual(LIMITED)
  await mergesMay('STOP')
  await insert(SMALL)
  expect(await look()).toEqual({ isAnyDue: true, limits: [sumOf(await parts())] })
  await mergesMay('START')
  // Of three parts the engine may merge none.
  await until(async () => {
    await insert(SMALL)
    return (await look()).limits.includes(FEW)
  }, 20_000)
  expect((await parts()).filter(({ level, bytes }) => level === 0 && bytes > FEW)).toEqual([])
  const [large] = await parts()
  expect(large?.rows).toBeGreaterThan(2 * LARGE)
  for (let n = 0; n < 10; n++) await insert(SMALL)
  expect((await parts())[0]).toEqual(large)
})

test('where there are many parts, large ones are merged until there are few', async () => {
  await insert(LARGE)
  await look()
  for (let n = 1; n < 24; n++) await insert(LARGE)
  expect(await parts()).toHaveLength(24)
  await insert(SMALL, { month: 4 })
  expect(await look()).toEqual(AS_IT_WAS)
  await mergesMay('STOP')
  await insert(LARGE)
  const alike = (await parts()).filter(({ rows }) => rows === LARGE)
  expect(await look()).toEqual({ isAnyDue: true, limits: [sumOf(alike)] })
  await mergesMay('START')
  await until(async () => (await parts()).length < 10, 20_000)
  expect(await look()).toEqual(LIMITED)
  expect((await parts()).reduce((sum, { rows }) => sum + rows, 0)).toBe(25 * LARGE + SMALL)
})

test('a part that is larger than all smaller ones together is left as it is while these are merged, and is merged with as much', async () => {
  await insert(40 * LARGE)
  await look()
  const [largest] = await parts()
  for (let n = 0; n < 24; n++) await insert(LARGE)
  expect((await look()).isAnyDue).toBe(true)
  await until(async () => (await parts()).length < 10, 20_000)
  expect(await look()).toEqual(LIMITED)
  await mergesMay('STOP')
  for (let n = 0; n < 24; n++) await insert(LARGE)
  const all = await parts()
  expect(all[0]).toEqual(largest)
  expect(await look()).toEqual({ isAnyDue: true, limits: [sumOf(all)] })
  await mergesMay('START')
})

test('whatever the sizes: what is left is larger than all smaller parts together, and what is merged with these is not', async () => {
  await mergesMay('STOP')
  const rowsOf = (doublings: number) => Math.round(SMALL * 2 ** doublings)
  const reached = { left: 0, together: 0 }
  const property = fc.asyncProperty(
    fc.array(fc.double({ min: 0, max: 12, noNaN: true }), { minLength: 25, maxLength: 30 }),
    async sizes => {
      await client.command({ query: `TRUNCATE TABLE ${db}.${TABLE}` })
      for (const size of sizes) await insert(rowsOf(size))
      const [limit = 0] = (await look()).limits
      // What was said of the last ones: to be said again.
      await change(client, db, { query: `ALTER TABLE {db}.${TABLE} RESET SETTING ${SETTINGS}` })
      if (!limit || limit === FEW) return
      const found = await parts()
      const first = found.findIndex((_, at) => sumOf(found.slice(at)) <= limit)
      assert.equal(sumOf(found.slice(first)), limit)
      assert((found[first]?.bytes ?? 0) <= limit / 2)
      for (let at = 0; at < first; at++) assert((found[at]?.bytes ?? 0) > sumOf(found.slice(at + 1)))
      reached.left += first
      reached.together += found.length - first
    },
  )
  const alike = Array.from({ length: 24 }, () => 6)
  await assertReaching(property, {
    examples: [[[12, 11, ...alike]], [[12, 7, ...alike]]],
    reached: () => expect(reached).toEqual({ left: 3, together: 49 }),
    numRuns: 8,
  })
})

test('where two parts are as old as the table says that they are to be merged, they are', async () => {
  await client.command({
    query: `ALTER TABLE ${db}.${TABLE} MODIFY SETTING min_age_to_force_merge_seconds = 5`,
  })
  await insert(LARGE)
  await look()
  await pause(6_100, new AbortController().signal)
  await insert(LARGE)
  expect(await look()).toEqual(AS_IT_WAS)
  await until(async () => JSON.stringify(await look()) === JSON.stringify(LIFTED), 20_000)
  expect(await definition()).not.toContain('max_bytes_to_merge')
  await until(async () => (await parts()).length === 1, 20_000)
  expect(await look()).toEqual(LIMITED)
})

test('where a table says nothing of age, parts may be as old as they are', async () => {
  await client.command({ query: `ALTER TABLE ${db}.${TABLE} RESET SETTING min_age_to_force_merge_seconds` })
  await insert(LARGE)
  await insert(LARGE)
  await pause(2_100, new AbortController().signal)
  expect(await look()).toEqual(LIMITED)
})

test('a store of small parts is left as it is, whatever is in another', async () => {
  const other = await openTestClickHouse()
  await insert(LARGE, { into: other.db })
  expect(await look()).toEqual(AS_IT_WAS)
  for (let n = 0; n < 3; n++) await insert(SMALL)
  expect(await look()).toEqual(AS_IT_WAS)
})

test('every generation that is fed is limited', async () => {
  const { clickhouse, client: own } = await openTestClickHouse(databaseOf(1))
  ;[client, db] = [own, databaseOf(1)]
  const { sql, url } = await openTestPostgres()
  const log = await openLog(url)
  const stop = new AbortController()
  await insert(LARGE)
  const running = runGenerations({
    ...{ log, sql, clickhouse, signal: stop.signal },
    onError: error => {
      throw error
    },
  })
  cleanUp.push(log.close, async () => {
    stop.abort()
    await running
  })
  await until(async () => {
    const found = await client.query({
      query: `SELECT name FROM system.tables WHERE database = '${db}' AND create_table_query LIKE '%max_bytes_to_merge_at_max_space_in_pool = 131072%'`,
      format: 'JSONEachRow',
    })
    return JSON.stringify(await found.json()) === JSON.stringify([{ name: TABLE }])
  }, 20_000)
})
