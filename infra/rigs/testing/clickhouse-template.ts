/** A ClickHouse database with every migration applied. Made once for each engine and copied for each test file. */
import type { ClickHouseClient } from '@clickhouse/client'
import { migrateClickHouse } from '../../stores/migrate.ts'

export const MIGRATED = 'migrated'

export const makeMigrated = (client: ClickHouseClient): Promise<void> => migrateClickHouse(client, MIGRATED)

/** The same result as `migrateClickHouse`, for a third of its CPU. */
export const copyMigrated = async (client: ClickHouseClient, db: string): Promise<void> => {
  await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${db}` })
  const copy = (table: string) =>
    client.command({ query: `CREATE TABLE IF NOT EXISTS ${db}.${table} AS ${MIGRATED}.${table}` })
  await Promise.all((await tablesOf(client, MIGRATED)).map(copy))
  await client.command({ query: `INSERT INTO ${db}.migrations SELECT * FROM ${MIGRATED}.migrations` })
}

const tablesOf = async (client: ClickHouseClient, db: string): Promise<string[]> => {
  const found = await client.query({
    query: `SELECT name FROM system.tables WHERE database = '${db}' ORDER BY name`,
    format: 'JSONEachRow',
  })
  return (await found.json<{ name: string }>()).map(({ name }) => name)
}
