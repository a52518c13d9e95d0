import { expect, test } from 'vitest'
import { emptyTables } from './empty-tables.ts'
import { openTestClickHouse, openTestPostgres } from './stores.ts'
import { until } from './until.ts'

test('each call gives a migrated database that nobody else writes to', async () => {
  const first = await openTestPostgres()
  const second = await openTestPostgres()
  await first.sql`UPDATE log_partitions SET next_offset = 7`
  expect(await second.sql`SELECT DISTINCT next_offset FROM log_partitions`).toEqual([{ next_offset: '0' }])
})

test('what a server shares with its processes lies in its folder, and goes with it', async () => {
  const { sql } = await openTestPostgres()
  expect(await sql`SHOW dynamic_shared_memory_type`).toEqual([{ dynamic_shared_memory_type: 'mmap' }])
})

test('each call gives a ClickHouse database of its own', async () => {
  const [a, b] = [await openTestClickHouse(), await openTestClickHouse()]
  await a.client.command({ query: `CREATE TABLE ${a.db}.mine (n UInt8) ENGINE = Memory` })
  const tables = await b.client.query({ query: `EXISTS TABLE ${b.db}.mine`, format: 'JSONEachRow' })
  expect(await tables.json()).toEqual([{ result: 0 }])
})

test('tables are emptied beside who works in them in another order, and neither ends in a deadlock', async () => {
  const { sql } = await openTestPostgres()
  const atWork = await sql.reserve()
  await atWork`BEGIN`
  await atWork`SELECT 1 FROM leads`
  const emptying = emptyTables(sql, 'campaigns', 'leads')
  await until(async () => {
    const waiting = await sql`
      SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'TRUNCATE%'
        AND datname = current_database()`
    return waiting.length > 0
  }, 30_000)
  const next = await atWork`SELECT 1 FROM campaigns`.catch((error: unknown) => error)
  await atWork`COMMIT`
  atWork.release()
  const [emptied] = await Promise.allSettled([emptying])
  expect([next, emptied.status]).toEqual([[], 'fulfilled'])
})
