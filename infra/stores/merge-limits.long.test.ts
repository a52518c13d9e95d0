/** Tables with large parts merge only small parts while small inserts continue, until a full merge is due. */
import type { ClickHouseClient } from '@clickhouse/client'
import { runGenerations } from '@firsttouch/projector/generations/generations'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openLog } from '../log/open-log.ts'
import { pause } from '../platform/timing.ts'
import { openTestClickHouse, openTestPostgres } from '../rigs/testing/stores.ts'
import { until } from '../rigs/testing/until.ts'
import { limitMerges } from './merge-limits.ts'
import { databaseOf } from './read-models.ts'

const TABLE = 'session_sums'
/** Row counts. Random names cannot be compressed, so LARGE exceeds the size limit of merges and SMALL stays below it. */
const [LARGE, SMALL] = [6_000, 20]

let client: ClickHouseClient
let db: string
/** Number of statements that change a table. Queries do not count. */
let commands = 0
beforeEach(async () => {
  const opened = await openTestClickHouse()
  db = opened.db
  client = watched(opened.client)
})

const watched = (client: ClickHouseClient): ClickHouseClient =>
  Object.assign(Object.create(client), {
    command: (asked: Parameters<ClickHouseClient['command']>[0]) => {
      commands += 1
      return client.command(asked)
    },
  })

type Inserted = { level?: number; month?: number; into?: string }
/** `level` 0 makes a part that was never merged, as a refresh does. */
const insert = (rows: number, { level = 1, month = 3, into = db }: Inserted = {}) =>
  client.command({
    query: `INSERT INTO ${into}.${TABLE} (model, session_quarter_hour, at, utm_campaign, n, version)
      SETTINGS optimize_on_insert = ${level} SELECT 'landing', toDateTime('2026-0${month}-01 00:00:00', 'UTC') AS time, time, randomPrintableASCII(30), 1, 1
      FROM numbers(${rows})`,
  })

type Part = { name: string; rows: number }
/** Largest parts first. */
const parts = async (): Promise<Part[]> => {
  const found = await client.query({
    query: `SELECT name, toUInt32(rows) AS rows FROM system.parts WHERE active AND database = '${db}' AND table = '${TABLE}' ORDER BY rows DESC`,
    format: 'JSONEachRow',
  })
  return found.json<Part>()
}
const definition = async (): Promise<string> => {
  const found = await client.query({ query: `SHOW CREATE TABLE ${db}.${TABLE}`, format: 'TabSeparatedRaw' })
  return found.text()
}
const look = async () => {
  commands = 0
  const { isAnyDue } = await limitMerges({ clickhouse: client, db })
  return { isAnyDue, commands, isLimited: (await definition()).includes('max_bytes_to_merge') }
}
const LIMITED = { isAnyDue: false, commands: 1, isLimited: true }
const LIFTED = { isAnyDue: true, commands: 1, isLimited: false }
const AS_IT_WAS = { isAnyDue: false, commands: 0 }

test('small parts merge with each other and not with a large one', async () => {
  await insert(LARGE)
  expect(await look()).toEqual(LIMITED)
  expect(await look()).toMatchObject(AS_IT_WAS)
  const [large] = await parts()
  for (let n = 0; n < 20; n++) await insert(SMALL)
  await until(async () => (await parts()).length < 10, 20_000)
  const [first, second] = await parts()
  expect(first).toEqual(large)
  expect(second?.rows).toBeGreaterThan(SMALL)
  expect(await look()).toMatchObject(AS_IT_WAS)
})

test('the part of a bulk insert merges with later parts once, and is not rewritten after that', async () => {
  await insert(LARGE)
  await insert(LARGE, { level: 0 })
  expect(await look()).toEqual(LIMITED)
  await insert(SMALL)
  expect(await look()).toEqual(LIFTED)
  for (let n = 0; n < 4; n++) await insert(SMALL)
  await until(async () => (await look()).commands > 0, 20_000)
  const [large] = await parts()
  expect(large?.rows).toBeGreaterThanOrEqual(2 * LARGE)
  for (let n = 0; n < 10; n++) await insert(SMALL)
  expect((await parts())[0]).toEqual(large)
})

test('large parts merge while there are many, until few remain', async () => {
  await insert(LARGE)
  await look()
  for (let n = 1; n < 24; n++) await insert(LARGE)
  expect(await parts()).toHaveLength(24)
  await insert(SMALL, { month: 4 })
  expect(await look()).toEqual({ ...AS_IT_WAS, isLimited: true })
  await insert(LARGE)
  expect(await look()).toEqual(LIFTED)
  await until(async () => (await parts()).length < 10, 20_000)
  expect(await look()).toEqual(LIMITED)
  expect((await parts()).reduce((sum, { rows }) => sum + rows, 0)).toBe(25 * LARGE + SMALL)
})

test('two parts above the table’s merge age are merged', async () => {
  await client.command({
    query: `ALTER TABLE ${db}.${TABLE} MODIFY SETTING min_age_to_force_merge_seconds = 5`,
  })
  await insert(LARGE)
  await look()
  await pause(6_100, new AbortController().signal)
  await insert(LARGE)
  expect(await look()).toMatchObject(AS_IT_WAS)
  await until(async () => (await look()).isAnyDue, 20_000)
  await until(async () => (await parts()).length === 1, 20_000)
  expect(await look()).toEqual(LIMITED)
})

test('a table without a merge age keeps its parts at any age', async () => {
  await client.command({ query: `ALTER TABLE ${db}.${TABLE} RESET SETTING min_age_to_force_merge_seconds` })
  await insert(LARGE)
  await insert(LARGE)
  await pause(2_100, new AbortController().signal)
  expect(await look()).toEqual(LIMITED)
})

test('a table with only small parts has no limit, even if other tables have large parts', async () => {
  const other = await openTestClickHouse()
  await insert(LARGE, { into: other.db })
  expect(await look()).toMatchObject(AS_IT_WAS)
  for (let n = 0; n < 3; n++) await insert(SMALL)
  expect(await look()).toMatchObject(AS_IT_WAS)
})

test('the projector limits merges in every generation that it feeds', async () => {
  const { clickhouse, client } = await openTestClickHouse(databaseOf(1))
  await client.command({
    query: `INSERT INTO ${databaseOf(1)}.${TABLE} (model, session_quarter_hour, at, utm_campaign, n, version)
      SELECT 'landing', toDateTime('2026-03-01 00:00:00', 'UTC') AS time, time, randomPrintableASCII(30), 1, 1 FROM numbers(6000)`,
  })
  const limited = async (): Promise<string[]> => {
    const found = await client.query({
      query: `SELECT name FROM system.tables WHERE database = '${databaseOf(1)}' AND create_table_query LIKE '%max_bytes_to_merge_at_max_space_in_pool = 131072%'`,
      format: 'JSONEachRow',
    })
    return (await found.json<{ name: string }>()).map(({ name }) => name)
  }
  const { sql, url } = await openTestPostgres()
  const log = await openLog(url)
  const stop = new AbortController()
  const errors: unknown[] = []
  const running = runGenerations({
    ...{ log, sql, clickhouse, signal: stop.signal },
    onError: error => errors.push(error),
  })
  onTestFinished(async () => {
    stop.abort()
    await running
    await log.close()
  })
  await until(async () => (await limited()).length > 0, 60_000)
  expect([await limited(), errors]).toEqual([[TABLE], []])
})
