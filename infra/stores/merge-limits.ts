/** Keeps ClickHouse from rewriting a large part only to add small parts, which its planner counts as 5 MiB larger. */
import type { ClickHouseClient } from '@clickhouse/client'
import { repeat } from '../platform/timing.ts'
import { selectRows } from './rows.ts'

type LimitDeps = { clickhouse: ClickHouseClient; db: string }
type RunDeps = LimitDeps & { signal: AbortSignal; onError: (error: unknown) => void }
/** `wanted` says whether the table should be limited. null means no change. */
type Table = { name: string; isLimited: boolean; wanted: boolean | null }

const EVERY_MS = 20_000
const WHILE_DUE_MS = 3_000
const MOST_BYTES = 131_072
const MOST_PARTS = 24
/** Large parts that were never merged. Their merge is due, because FINAL compares all their rows. */
const IN_BULK = `level = 0 AND bytes_on_disk > ${MOST_BYTES} AND modification_time > now() - 600`
const SETTINGS = ['max_bytes_to_merge_at_max_space_in_pool', 'max_bytes_to_merge_at_min_space_in_pool']

export const runMergeLimits = (deps: RunDeps): Promise<void> =>
  repeat({ ...deps, everyMs: EVERY_MS }, async () =>
    (await limitMerges(deps)).isAnyDue ? WHILE_DUE_MS : EVERY_MS,
  )

/**
 * In tables with large parts, limits merges to small parts while no merge is due. A merge is due if there are many
 * parts, a part from a bulk insert, or two parts older than `min_age_to_force_merge_seconds`.
 */
export const limitMerges = async ({ clickhouse, db }: LimitDeps): Promise<{ isAnyDue: boolean }> => {
  const tables = await readTables(clickhouse, db)
  for (const { name, isLimited, wanted } of tables) {
    if (wanted === null || wanted === isLimited) continue
    const what = wanted
      ? `MODIFY SETTING ${SETTINGS.map(one => `${one} = ${MOST_BYTES}`)}`
      : `RESET SETTING ${SETTINGS}`
    await clickhouse.command({ query: `ALTER TABLE ${db}.${name} ${what}` })
  }
  return { isAnyDue: tables.some(({ wanted }) => wanted === false) }
}

const readTables = (clickhouse: ClickHouseClient, db: string): Promise<Table[]> =>
  selectRows(
    clickhouse,
    `
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
    { db },
  )
