/** Lists this release's migrations that are not applied yet. Changes nothing. */
import type { ClickHouseClient } from '@clickhouse/client'
import { hasTable } from './has-table.ts'
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
  if (!(await hasTable(client, database, 'migrations'))) return names
  const answer = await client.query({
    query: 'SELECT name FROM {database:Identifier}.migrations',
    query_params: { database },
    format: 'JSONEachRow',
  })
  const applied = await answer.json<{ name: string }>()
  return names.filter(name => !applied.some(row => row.name === name))
}
