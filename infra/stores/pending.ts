/** What the migrations of this release have not made yet; asks, and changes nothing. */
import type { ClickHouseClient } from '@clickhouse/client'
import { migrationNames } from './migrate.ts'
import type { Sql } from './postgres.ts'

export const pendingInPostgres = async (sql: Sql): Promise<string[]> => {
  const names = await migrationNames('postgres')
  const [table] = await sql<{ there: boolean }[]>`SELECT to_regclass('migrations') IS NOT NULL AS there`
  if (!table?.there) return names
  const applied = await sql<{ name: string }[]>`SELECT name FROM migrations`
  return names.filter(name => !applied.some(row => row.name === name))
}

export const pendingInClickHouse = async (client: ClickHouseClient, database: string): Promise<string[]> => {
  const names = await migrationNames('clickhouse')
  const ask = async <T>(query: string): Promise<T[]> =>
    (await client.query({ query, query_params: { database }, format: 'JSONEachRow' })).json<T>()
  const [found] = await ask<{ tables: number }>(
    "SELECT count() AS tables FROM system.tables WHERE database = {database:String} AND name = 'migrations'",
  )
  if (!found?.tables) return names
  const applied = await ask<{ name: string }>('SELECT name FROM {database:Identifier}.migrations FINAL')
  return names.filter(name => !applied.some(row => row.name === name))
}
