import type { ClickHouseClient } from '@clickhouse/client'

/** `params`: values of `{name:Type}` in the query. */
export const selectRows = async <Row>(
  client: ClickHouseClient,
  query: string,
  params: Record<string, unknown> = {},
): Promise<Row[]> => {
  const answer = await client.query({ query, query_params: params, format: 'JSONEachRow' })
  return answer.json<Row>()
}

/** Returns false when the database is missing, too. */
export const hasTable = async (client: ClickHouseClient, database: string, table: string) => {
  const query = 'SELECT 1 FROM system.tables WHERE database = {database: String} AND name = {table: String}'
  return (await selectRows(client, query, { database, table })).length > 0
}
