/** Reads, for one moment between two batches, what the projector counted and what the read models hold. */

import type { ClickHouseClient } from '@clickhouse/client'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import { CANARY_SOURCE } from '@firsttouch/ingest/events'
import type { ISql, Sql } from 'postgres'
import { lockOutBatches } from '../pipeline/checkpoint.ts'
import { readOffsets } from '../pipeline/counted.ts'
import type { CountedType, TypeCounts } from '../pipeline/entries/tally.ts'
import { EDITION } from '../projections/index.ts'
import type { Snapshot } from './balance.ts'

type SnapshotDeps = {
  sql: Sql
  clickhouse: ClickHouseClient
  db: string
  group: string
  lockWithinMs?: number
}

/** A batch may be a long one; the accounting can wait for a better moment, other batches need not. */
const LOCK_WITHIN_MS = 2_000
const LOCK_NOT_AVAILABLE = '55P03'

/** `heldMs` is how long batches were kept waiting. Null when there was no moment between two batches in time. */
export const readSnapshot = async (
  deps: SnapshotDeps,
): Promise<{ snapshot: Snapshot; heldMs: number } | null> => {
  try {
    return await inTransaction(deps.sql, async tx => {
      await tx`SELECT set_config('lock_timeout', ${`${deps.lockWithinMs ?? LOCK_WITHIN_MS}ms`}, true)`
      await lockOutBatches(tx, deps.group)
      const started = performance.now()
      const unique = await readUnique(deps)
      await countEarlierDuplicates(tx, deps, unique)
      const snapshot = { at: new Date().toISOString(), unique, ...(await readCounts(tx, deps.group)) }
      return { snapshot, heldMs: performance.now() - started }
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) return null
    throw error
  }
}

type Row = { type: CountedType; accepted: string; projected: string; duplicates: string; conflicts: string }

const readCounts = async (tx: ISql, group: string): Promise<Omit<Snapshot, 'at' | 'unique'>> => {
  const offsets = await readOffsets(tx, group)
  const [passed] = await tx<{ over: string }[]>`
    SELECT coalesce(sum(next_offset - entries), 0) AS over FROM checkpoints WHERE consumer_group = ${group}`
  const rows = await tx<Row[]>`
    SELECT type, sum(accepted) AS accepted, sum(projected) AS projected, sum(duplicates) AS duplicates, sum(conflicts) AS conflicts
    FROM event_counts WHERE consumer_group = ${group} GROUP BY type`
  const of = (name: 'accepted' | 'projected' | 'duplicates') =>
    Object.fromEntries(rows.map(row => [row.type, Number(row[name])]))
  return {
    offsets: [...offsets],
    passedOver: Number(passed?.over),
    accepted: of('accepted'),
    projected: of('projected'),
    duplicates: of('duplicates'),
    conflicts: rows.reduce((sum, row) => sum + Number(row.conflicts), 0),
    deadLetters: await readDeadLetters(tx, group),
  }
}

const readDeadLetters = async (tx: ISql, group: string): Promise<TypeCounts> => {
  const rows = await tx<{ type: CountedType; n: string }[]>`
    SELECT counted.key AS type, sum(counted.value::bigint) AS n
    FROM dead_letters, jsonb_each_text(types) AS counted
    WHERE consumer_group = ${group} AND replayed_at IS NULL
    GROUP BY counted.key`
  return Object.fromEntries(rows.map(({ type, n }) => [type, Number(n)]))
}

/** From the tables that the dashboard reads, so that what it shows is what is checked. */
const readUnique = async ({ clickhouse, db }: SnapshotDeps): Promise<Snapshot['unique']> => {
  const result = await clickhouse.query({
    query: `
      SELECT type, bot, sum(counted.n) AS n, sumIf(counted.n, bot = 1 AND utm_source = {canary: String}) AS tests
      FROM ${db}.event_sums AS counted FINAL WHERE model IN ('traffic', 'ab_event') GROUP BY type, bot
      UNION ALL
      SELECT 'lead_recorded' AS type, 0 AS bot, sum(recorded) AS n, 0 AS tests FROM ${db}.leads FINAL
      UNION ALL
      SELECT 'lead_changed' AS type, 0 AS bot, sum(changed) AS n, 0 AS tests FROM ${db}.leads FINAL
      UNION ALL
      SELECT 'campaign_changed' AS type, 0 AS bot, sum(told) AS n, 0 AS tests FROM ${db}.campaign_settings FINAL
      UNION ALL
      SELECT 'spend_recorded' AS type, 0 AS bot, sum(told) AS n, 0 AS tests FROM ${db}.spend FINAL
      UNION ALL
      SELECT 'experiment_changed' AS type, 0 AS bot, sum(told) AS n, 0 AS tests FROM ${db}.experiment_changes FINAL`,
    query_params: { canary: CANARY_SOURCE },
    format: 'JSONEachRow',
  })
  const rows = await result.json<{ type: CountedType; bot: number; n: number; tests: number }>()
  const of = (bot: number, count: 'n' | 'tests'): TypeCounts =>
    Object.fromEntries(rows.filter(row => row.bot === bot).map(row => [row.type, Number(row[count])]))
  return { human: of(0, 'n'), bot: of(1, 'n'), tests: of(1, 'tests') }
}

/** Of an older release: what is projected and not unique. The first reconciliation shows what was lost among them. */
const countEarlierDuplicates = async (
  tx: ISql,
  deps: SnapshotDeps,
  unique: Snapshot['unique'],
): Promise<void> => {
  const { group } = deps
  const [row] = await tx<{ opened: boolean }[]>`
    SELECT opened FROM accounting WHERE consumer_group = ${group} AND NOT opened`
  if (!row || (await isTorn(deps, [...(await readOffsets(tx, group))])) || (await isBeingFilled(deps))) return
  const counted = JSON.stringify(
    [...Object.entries(unique.human), ...Object.entries(unique.bot)].map(([type, n]) => ({ type, n })),
  )
  await tx`UPDATE event_counts SET duplicates = 0 WHERE consumer_group = ${group}`
  await tx`
    INSERT INTO event_counts (consumer_group, partition, type, duplicates)
    SELECT ${group}, min(partition), type, sum(projected) - coalesce(
      (SELECT sum(n) FROM jsonb_to_recordset(${counted}::text::jsonb) AS counted (type text, n bigint) WHERE counted.type = event_counts.type), 0)
    FROM event_counts WHERE consumer_group = ${group} GROUP BY type
    ON CONFLICT (consumer_group, partition, type) DO UPDATE SET duplicates = EXCLUDED.duplicates`
  await tx`UPDATE accounting SET opened = true WHERE consumer_group = ${group}`
}

/** Read models that an older release did not keep are still being made from the log. */
const isBeingFilled = async ({ clickhouse, db }: SnapshotDeps): Promise<boolean> => {
  const query = `SELECT 1 FROM ${db}.progress FINAL WHERE edition < ${EDITION} LIMIT 1`
  const result = await clickhouse.query({ query, format: 'JSONEachRow' })
  return (await result.json()).length > 0
}

/** Whether the store holds what a batch or a replay left that died half-way, and that will be done again. */
export const isLeftHalfDone = async (deps: SnapshotDeps, { offsets }: Snapshot): Promise<boolean> => {
  const asked = await deps.sql`
    SELECT 1 FROM dead_letters
    WHERE consumer_group = ${deps.group} AND replay_requested_at IS NOT NULL AND replayed_at IS NULL LIMIT 1`
  return asked.count > 0 || isTorn(deps, offsets)
}

const isTorn = async ({ clickhouse, db }: SnapshotDeps, offsets: Snapshot['offsets']): Promise<boolean> => {
  const result = await clickhouse.query({
    query: `
      SELECT count() AS n FROM ${db}.events
      WHERE log_offset >= transform(log_partition, {partitions: Array(UInt16)}, {next: Array(UInt64)}, toUInt64(0))`,
    query_params: {
      partitions: offsets.map(([partition]) => partition),
      next: offsets.map(([, next]) => next),
    },
    format: 'JSONEachRow',
  })
  const [row] = await result.json<{ n: number }>()
  return Number(row?.n) > 0
}
