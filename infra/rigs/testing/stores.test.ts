import { expect, test } from 'vitest'
import { openTestClickHouse, openTestPostgres } from './stores.ts'

test('each call gives a migrated database that nobody else writes to', async () => {
  const first = await openTestPostgres()
  const second = await openTestPostgres()
  await first.sql`UPDATE log_partitions SET next_offset = 7`
  expect(await second.sql`SELECT DISTINCT next_offset FROM log_partitions`).toEqual([{ next_offset: '0' }])
})

test('each call gives a ClickHouse database of its own', async () => {
  const [a, b] = [await openTestClickHouse(), await openTestClickHouse()]
  await a.client.command({ query: `CREATE TABLE ${a.db}.mine (n UInt8) ENGINE = Memory` })
  const tables = await b.client.query({ query: `EXISTS TABLE ${b.db}.mine`, format: 'JSONEachRow' })
  expect(await tables.json()).toEqual([{ result: 0 }])
})
