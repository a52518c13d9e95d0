/** Refuses a server that holds tables of version 0.1. Reads only. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { ISql } from 'postgres'
import { hasTable } from './has-table.ts'

const past = (where: string, setting: string): Error =>
  new Error(
    `${where} holds tables of version 0.1, which was never released and cannot be upgraded: set ${setting}.`,
  )

/** The database has a table of migrations. 0.1 always began with these files. */
export const refusePastOf = async (sql: ISql): Promise<void> => {
  const found = await sql`SELECT FROM migrations WHERE name = '001_log.sql'`
  if (found.count > 0) throw past('PostgreSQL', 'DATABASE_URL to an empty database')
}

export const refusePastIn = async (client: ClickHouseClient, database: string): Promise<void> => {
  if (!(await hasTable(client, database, 'migrations'))) return
  const found = await client.query({
    query: "SELECT name FROM {database:Identifier}.migrations WHERE name = '001_read_models.sql'",
    query_params: { database },
    format: 'JSONEachRow',
  })
  if ((await found.json()).length > 0)
    throw past(
      `The ClickHouse database ${database}`,
      'CLICKHOUSE_URL to a server without a database of that name',
    )
}
