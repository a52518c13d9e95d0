import type { ClickHouseClient } from '@clickhouse/client'
import { ROLLUPS } from '../projections/index.ts'
import { openQuestions } from '../steps/questions.ts'
import type { Store } from '../steps/store.ts'
import { refreshRecent } from '../takeover.ts'

const ALL = ROLLUPS.map(({ table }) => table)

/** Rows of each table without their versions. */
export const readTables = async (
  client: ClickHouseClient,
  db: string,
  tables: readonly string[] = ALL,
): Promise<Record<string, unknown[]>> => {
  const read = async (table: string) => {
    const query = `SELECT * EXCEPT (version) FROM ${db}.${table} FINAL ORDER BY ALL`
    return [table, await (await client.query({ query, format: 'JSONEachRow' })).json()] as const
  }
  return Object.fromEntries(await Promise.all(tables.map(read)))
}

/** Refreshes all recent buckets, and not only the batch's sessions in them. */
export const refreshEverything = (clickhouse: ClickHouseClient, db: string, store: Store): Promise<void> =>
  refreshRecent({ questions: openQuestions(clickhouse, db), store })
