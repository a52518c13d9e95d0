import type { ClickHouseClient } from '@clickhouse/client'
import { expect, test } from 'vitest'
import { migrateClickHouse } from '../../stores/migrate.ts'
import { openTestClickHouse } from './stores.ts'

/** The definitions of all tables, and the recorded migrations. */
const read = async (client: ClickHouseClient, db: string) => {
  const rows = async <T>(query: string) => (await client.query({ query, format: 'JSONEachRow' })).json<T>()
  const tables = await rows<{ name: string; made: string }>(`
    SELECT name, replaceAll(create_table_query, '${db}.', '') AS made
    FROM system.tables WHERE database = '${db}' ORDER BY name`)
  const migrations = await rows(`SELECT name, checksum FROM ${db}.migrations FINAL ORDER BY name`)
  return { tables, migrations }
}

test('a copied database equals a migrated one exactly', async () => {
  const { client, db } = await openTestClickHouse()
  await migrateClickHouse(client, 'made_by_migrations')
  const copied = await read(client, db)
  expect(copied.tables.length).toBeGreaterThan(10)
  expect(copied).toEqual(await read(client, 'made_by_migrations'))
})
