import { expect, test } from 'vitest'
import { openTestClickHouse, openTestPostgres } from '../rigs/testing/stores.ts'
import { migrateClickHouse, pendingInClickHouse, pendingInPostgres } from './migrate.ts'

test('PostgreSQL is migrated when it has this release’s last file, even if a later release added more', async () => {
  const { sql } = await openTestPostgres()
  expect(await pendingInPostgres(sql)).toEqual([])
  await sql`INSERT INTO migrations (name, checksum) VALUES ('999_of_a_later_release.sql', 'x')`
  expect(await pendingInPostgres(sql)).toEqual([])
  const [last] = await sql<{ name: string }[]>`
    DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations WHERE name < '999') RETURNING name`
  expect(await pendingInPostgres(sql)).toEqual([last?.name])
  await sql`DROP TABLE migrations`
  expect(await pendingInPostgres(sql)).toContain('001_baseline.sql')
})

test('ClickHouse is migrated when the serving database has this release’s last file', async () => {
  const { clickhouse } = await openTestClickHouse()
  const client = clickhouse.client()
  expect(await pendingInClickHouse(client, 'not_made_yet')).toContain('001_baseline.sql')
  await migrateClickHouse(client, 'made_now')
  expect(await pendingInClickHouse(client, 'made_now')).toEqual([])
  await client.command({ query: "DELETE FROM made_now.migrations WHERE name = '001_baseline.sql'" })
  expect(await pendingInClickHouse(client, 'made_now')).toEqual(['001_baseline.sql'])
})
