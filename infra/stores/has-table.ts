import type { ClickHouseClient } from '@clickhouse/client'

/** Returns false when the database is missing, too. */
export const hasTable = async (
  client: ClickHouseClient,
  database: string,
  table: string,
): Promise<boolean> => {
  const found = await client.query({
    query: 'SELECT 1 FROM system.tables WHERE database = {database: String} AND name = {table: String}',
    query_params: { database, table },
    format: 'JSONEachRow',
  })
  return (await found.json()).length > 0
}
