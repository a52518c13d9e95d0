/** Keeps the engine from writing large parts anew for every few small ones: each counts there as 5 MiB more than it is, which is millions of rows. */
import type { ClickHouseClient } from '@clickhouse/client'
import { repeat } from '@firsttouch/infra/platform/timing'
import { change, clusterOf, rowsIn } from '@firsttouch/infra/stores/cluster'

type LimitDeps = { clickhouse: ClickHouseClient; db: string }
type RunDeps = LimitDeps & { signal: AbortSignal; onError: (error: unknown) => void }
/** The most bytes that one merge may come to; 0 where the engine decides. `wanted` is null where it makes no difference. */
type Table = { name: string; limit: number; wanted: number | null }

const EVERY_MS = 20_000
const WHILE_DUE_MS = 3_000
const FEW_BYTES = 131_072
const MOST_PARTS = 24
/** Of a part that was never merged FINAL compares every row. */
const IN_BULK = `level = 0 AND bytes_on_disk > ${FEW_BYTES} AND modification_time > now() - 600`
export const SETTINGS = ['max_bytes_to_merge_at_max_space_in_pool', 'max_bytes_to_merge_at_min_space_in_pool']

export const runMergeLimits = (deps: RunDeps): Promise<void> =>
  repeat({ ...deps, everyMs: EVERY_MS }, async () =>
    (await limitMerges(deps)).isAnyDue ? WHILE_DUE_MS : EVERY_MS,
  )

/**
 * A table with large parts merges small ones alone. Where a partition has many parts, or one that came in bulk, it merges those that are not
 * larger than all smaller ones together, so that a row is written anew once for each doubling of what came after it. Where two are as old as
 * the table says that parts are to be merged (`min_age_to_force_merge_seconds`), it merges all. Whoever does so at the same time comes to the same.
 */
export const limitMerges = async ({ clickhouse, db }: LimitDeps): Promise<{ isAnyDue: boolean }> => {
  const tables = await readTables(clickhouse, db)
  for (const { name, limit, wanted } of tables) {
    if (wanted === null || wanted === limit) continue
    const what = wanted
      ? `MODIFY SETTING ${SETTINGS.map(one => `${one} = ${wanted}`)}`
      : `RESET SETTING ${SETTINGS}`
    await change(clickhouse, db, { query: `ALTER TABLE {db}.${name} ${what}` })
  }
  return { isAnyDue: tables.some(({ wanted }) => wanted !== null && wanted !== FEW_BYTES) }
}

/** `upto`: bytes of a part and of all smaller ones. What is no larger than the others of these, or was never merged, is merged with them. */
const readTables = async (clickhouse: ClickHouseClient, db: string): Promise<Table[]> => {
  const answer = await clickhouse.query({
    query: `
      SELECT name, any(current) AS limit,
        multiIf(max(is_old), 0, max(due) > ${FEW_BYTES}, max(due), max(largest) > ${FEW_BYTES}, ${FEW_BYTES}, NULL) AS wanted
      FROM (
        SELECT tables.name AS name, any(tables.current) AS current, max(bytes) AS largest,
          countIf(tables.age > 0 AND written < now() - tables.age) > 1 AS is_old,
          if(count() > ${MOST_PARTS} OR count() > 2 AND max(is_new), maxIf(upto, is_new OR 2 * bytes <= upto), 0) AS due
        FROM (
          SELECT table, partition_id, bytes_on_disk AS bytes, modification_time AS written, ${IN_BULK} AS is_new,
            sum(bytes) OVER (PARTITION BY table, partition_id ORDER BY bytes ROWS UNBOUNDED PRECEDING) AS upto
          FROM system.parts WHERE active AND database = {db: String}
        ) AS parts
        JOIN (
          SELECT name, toUInt64OrZero(extract(create_table_query, '${SETTINGS[0]} = (\\\\d+)')) AS current,
            toUInt32OrZero(extract(create_table_query, 'min_age_to_force_merge_seconds = (\\\\d+)')) AS age
          FROM system.tables WHERE database = {db: String}
        ) AS tables ON parts.table = tables.name
        GROUP BY tables.name, parts.partition_id
      )
      GROUP BY name`,
    query_params: { db: rowsIn(db, await clusterOf(clickhouse)) },
    format: 'JSONEachRow',
  })
  return answer.json<Table>()
}
