/**
 * Keeps the engine from merging large parts with small ones again and again. To its selector every part below 5 MiB is as large as any other,
 * which here is a million rows: every fourth small insert would have them written anew.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import { repeat } from '@firsttouch/infra/platform/timing'
import { change, clusterOf, rowsIn } from '@firsttouch/infra/stores/cluster'

type LimitDeps = { clickhouse: ClickHouseClient; db: string }
type RunDeps = LimitDeps & { signal: AbortSignal; onError: (error: unknown) => void }
/** `wanted` is null where it makes no difference. */
type Table = { name: string; isLimited: boolean; wanted: boolean | null }

const EVERY_MS = 20_000
/** Meanwhile the engine merges all of it again with whatever comes. */
const WHILE_DUE_MS = 3_000
const MOST_BYTES = 131_072
/** Questions read every part. */
const MOST_PARTS = 24
/** Of a part that was never merged FINAL compares every row. */
const IN_BULK = `level = 0 AND bytes_on_disk > ${MOST_BYTES} AND modification_time > now() - 600`
const SETTINGS = ['max_bytes_to_merge_at_max_space_in_pool', 'max_bytes_to_merge_at_min_space_in_pool']

export const runMergeLimits = (deps: RunDeps): Promise<void> =>
  repeat({ ...deps, everyMs: EVERY_MS }, async () => ((await limitMerges(deps)) ? WHILE_DUE_MS : EVERY_MS))

/**
 * A table with large parts merges small ones alone, until it has many, or one that came in bulk, or two that are as old as it says that
 * parts are to be merged (`min_age_to_force_merge_seconds`): then all of them. Whoever else does so at the same time comes to the same.
 * Tells whether any are due.
 */
export const limitMerges = async ({ clickhouse, db }: LimitDeps): Promise<boolean> => {
  const tables = await readTables(clickhouse, db)
  for (const { name, isLimited, wanted } of tables) {
    if (wanted === null || wanted === isLimited) continue
    const what = wanted
      ? `MODIFY SETTING ${SETTINGS.map(one => `${one} = ${MOST_BYTES}`)}`
      : `RESET SETTING ${SETTINGS}`
    await change(clickhouse, db, { query: `ALTER TABLE {db}.${name} ${what}` })
  }
  return tables.some(({ wanted }) => wanted === false)
}

const readTables = async (clickhouse: ClickHouseClient, db: string): Promise<Table[]> => {
  const answer = await clickhouse.query({
    query: `
      SELECT name, any(is_limited) AS isLimited, multiIf(max(due), false, max(largest) > ${MOST_BYTES}, true, NULL) AS wanted
      FROM (
        SELECT tables.name AS name, any(tables.is_limited) AS is_limited, max(bytes_on_disk) AS largest,
          count() > ${MOST_PARTS} OR countIf(tables.age > 0 AND modification_time < now() - tables.age) > 1
            OR count() > 2 AND countIf(${IN_BULK}) > 0 AS due
        FROM system.parts AS parts
        JOIN (
          SELECT name, toBool(create_table_query LIKE '%${SETTINGS[0]} = %') AS is_limited,
            toUInt32OrZero(extract(create_table_query, 'min_age_to_force_merge_seconds = (\\\\d+)')) AS age
          FROM system.tables WHERE database = {db: String}
        ) AS tables ON parts.table = tables.name
        WHERE parts.active AND parts.database = {db: String}
        GROUP BY tables.name, parts.partition_id
      )
      GROUP BY name`,
    query_params: { db: rowsIn(db, await clusterOf(clickhouse)) },
    format: 'JSONEachRow',
  })
  return answer.json<Table>()
}
