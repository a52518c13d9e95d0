import type { ClickHouseClient } from '@clickhouse/client'
import type { Store } from '../pipeline/store.ts'
import { ROLLUPS } from '../projections/index.ts'
import { ownVersions } from '../projections/versions.ts'

const ALL = ROLLUPS.map(({ table }) => table)

/** What each table says, but for the versions of its rows. */
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

/** By whole minutes, whatever batches did. */
export const refreshEverything = async (store: Store): Promise<void> => {
  for (const rollup of ROLLUPS)
    await store.refresh(rollup, await store.recentBuckets(rollup.bucket), ownVersions)
}
