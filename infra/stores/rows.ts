import type { ClickHouseClient } from '@clickhouse/client'

/** `params` are the values for `{name:Type}` in the query. */
export const selectRows = async <Row>(
  client: ClickHouseClient,
  query: string,
  params: Record<string, unknown> = {},
): Promise<Row[]> => {
  const answer = await client.query({ query, query_params: params, format: 'JSONEachRow' })
  return answer.json<Row>()
}

/** Also returns false if the database is missing. */
export const hasTable = async (client: ClickHouseClient, database: string, table: string) => {
  const query = 'SELECT 1 FROM system.tables WHERE database = {database: String} AND name = {table: String}'
  return (await selectRows(client, query, { database, table })).length > 0
}
