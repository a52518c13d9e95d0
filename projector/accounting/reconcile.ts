/**
 * Compares the store with what it should hold: the ids of the log hour by hour, and roll-ups with the events that they
 * are made of. Events that lack are reported; a roll-up is refreshed again, which mends it, and counted if that changed it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { lockOutBatches } from '../pipeline/checkpoint.ts'
import { openStore } from '../pipeline/store.ts'
import { PROJECTIONS } from '../projections/index.ts'
import { bucketSql, type Rollup } from '../projections/rollup.ts'

export type ReconcileDeps = {
  /** A session of its own. */
  clickhouse: ClickHouseClient
  sql: Sql
  db: string
  signal: AbortSignal
  onError: (error: unknown) => void
}
/** The log's unique ids minus the store's. */
export type Difference = { hour: string; type: string; difference: number }
export type Reconciliation = { hours: number; differences: Difference[]; repairedBuckets: number }

const HOUR_MS = 3_600_000
/** Events of younger minutes may still be on their way. */
const SETTLE_MS = 600_000
/** After the start has done its own, and once the machine has time. */
const FIRST_AFTER_MS = 60_000
const HOURS = 25
/** Roll-ups of what came since the last run, and a little more. */
const REPAIR_HOURS = 3

/** At the start and every hour, until the signal aborts. One process for each generation. */
export const runReconcile = async (deps: ReconcileDeps): Promise<void> => {
  const { signal, onError } = deps
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)
  await pause(FIRST_AFTER_MS)
  while (!signal.aborted) {
    await reconcile(deps, new Date()).catch(onError)
    await pause(HOUR_MS)
  }
}

/** One comparison, which is also written down for the API. A difference of ids must show twice to be one. */
export const reconcile = async (
  deps: ReconcileDeps,
  now: Date,
  { recheckMs = 3_000 } = {},
): Promise<Reconciliation> => {
  const { sql, db, signal } = deps
  const repairedBuckets = await repairRollups(deps, now)
  let differences = await compareIds(deps, now)
  if (differences.length > 0) {
    await sleep(recheckMs, undefined, { signal }).catch(() => undefined)
    differences = await compareIds(deps, now)
  }
  const result = { hours: HOURS, differences, repairedBuckets }
  await sql`
    INSERT INTO reconciliations ${sql({
      consumer_group: groupOf(db),
      checked_at: now,
      hours: HOURS,
      differences: sql.json(differences),
      repaired_buckets: repairedBuckets,
    })}
    ON CONFLICT (consumer_group) DO UPDATE SET checked_at = EXCLUDED.checked_at, hours = EXCLUDED.hours,
      differences = EXCLUDED.differences,
      repaired_buckets = reconciliations.repaired_buckets + EXCLUDED.repaired_buckets`
  return result
}

/** Up to where the books have come: beyond, one of the two tables is ahead. */
const compareIds = async ({ clickhouse, sql, db }: ReconcileDeps, now: Date): Promise<Difference[]> => {
  const places = await sql<{ partition: number; next: string }[]>`
    SELECT partition, next_offset AS next FROM books_places WHERE consumer_group = ${groupOf(db)}`
  const minutes = 'minute >= toStartOfHour({from: DateTime}) AND minute < {until: DateTime}'
  const result = await clickhouse.query({
    query: `
      SELECT toUnixTimestamp(hour) AS hour, type, sum(n) AS difference
      FROM (
        SELECT toStartOfHour(minute) AS hour, type, toInt64(count()) AS n
        FROM (
          SELECT minute, id, argMin(type, (log_offset, log_partition, log_index)) AS type
          FROM ${db}.occurrences WHERE ${minutes} GROUP BY minute, id
        )
        GROUP BY hour, type
        UNION ALL
        SELECT toStartOfHour(minute) AS hour, type, -toInt64(count()) AS n
        FROM ${db}.events FINAL
        WHERE ${minutes}
          AND log_offset < transform(log_partition, {partitions: Array(UInt16)}, {places: Array(UInt64)}, toUInt64(0))
        GROUP BY hour, type
      )
      GROUP BY hour, type
      HAVING difference != 0
      ORDER BY hour, type`,
    query_params: {
      from: Math.floor((now.getTime() - HOURS * HOUR_MS) / 1000),
      until: Math.floor((now.getTime() - SETTLE_MS) / 1000),
      partitions: places.map(({ partition }) => partition),
      places: places.map(({ next }) => Number(next)),
    },
    format: 'JSONEachRow',
  })
  const rows = await result.json<{ hour: number; type: string; difference: number }>()
  return rows.map(({ hour, type, difference }) => ({
    hour: new Date(hour * 1000).toISOString(),
    type,
    difference: Number(difference),
  }))
}

/** So few at a time keep rounds waiting for milliseconds. */
const BUCKETS_AT_ONCE = 20

/** Refreshes what the last hours touched, and tells how many buckets were not as they should be. */
const repairRollups = async (deps: ReconcileDeps, now: Date): Promise<number> => {
  let repaired = 0
  for (const { rollups } of PROJECTIONS)
    for (const rollup of rollups) {
      const buckets = await touchedBuckets(deps, rollup, new Date(now.getTime() - REPAIR_HOURS * HOUR_MS))
      for (let from = 0; from < buckets.length && !deps.signal.aborted; from += BUCKETS_AT_ONCE)
        repaired += await repair(deps, rollup, buckets.slice(from, from + BUCKETS_AT_ONCE))
    }
  return repaired
}

const touchedBuckets = async ({ clickhouse, db }: ReconcileDeps, { bucket }: Rollup, since: Date) => {
  const result = await clickhouse.query({
    query: `
      SELECT DISTINCT toUnixTimestamp(${bucketSql(bucket)}) AS bucket FROM ${db}.events
      WHERE received_at >= toDateTime64({since: UInt32}, 3, 'UTC') ORDER BY bucket`,
    query_params: { since: Math.floor(since.getTime() / 1000) },
    format: 'JSONEachRow',
  })
  return (await result.json<{ bucket: number }>()).map(row => row.bucket)
}

/** Between two rounds, so that nothing else changes these buckets. */
const repair = async ({ clickhouse, sql, db }: ReconcileDeps, rollup: Rollup, buckets: number[]) => {
  let repaired = 0
  await sql.begin(async tx => {
    await lockOutBatches(tx, groupOf(db))
    const before = await contents(clickhouse, db, rollup, buckets)
    await openStore(clickhouse, db).refresh(rollup, buckets)
    const after = await contents(clickhouse, db, rollup, buckets)
    repaired = buckets.filter(bucket => before.get(bucket) !== after.get(bucket)).length
  })
  return repaired
}

const contents = async (
  clickhouse: ClickHouseClient,
  db: string,
  { table, bucket, keys, also, measures }: Rollup,
  buckets: number[],
): Promise<Map<number, string>> => {
  const columns = Object.keys({ ...keys, ...also, ...measures }).join(', ')
  const result = await clickhouse.query({
    query: `
      SELECT toUnixTimestamp(${bucket}) AS bucket, toString(groupBitXor(cityHash64(${columns}))) AS hash
      FROM ${db}.${table} FINAL
      WHERE ${bucket} IN ({buckets: Array(DateTime('UTC'))})
      GROUP BY bucket`,
    query_params: { buckets },
    format: 'JSONEachRow',
  })
  const rows = await result.json<{ bucket: number; hash: string }>()
  return new Map(rows.map(row => [row.bucket, row.hash]))
}
