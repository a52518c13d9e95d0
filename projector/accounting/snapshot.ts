/** Reads, for one moment between two batches, what the projector counted and what the read models hold. */

import type { ClickHouseClient } from '@clickhouse/client'
import { CANARY_SOURCE } from '@firsttouch/ingest/events'
import type { ISql, Sql } from 'postgres'
import type { CountedType, TypeCounts } from '../entries/tally.ts'
import { readOffsets } from '../steps/commit.ts'
import type { Snapshot } from './balance.ts'

type SnapshotDeps = { sql: Sql; clickhouse: ClickHouseClient; db: string; group: string }

/** A job between two batches. `heldMs` is how long it kept batches waiting. */
export const readSnapshot = async (deps: SnapshotDeps): Promise<{ snapshot: Snapshot; heldMs: number }> => {
  const started = performance.now()
  const [unique, counts] = await Promise.all([readUnique(deps), readCounts(deps.sql, deps.group)])
  const snapshot = { at: new Date().toISOString(), unique, ...counts }
  return { snapshot, heldMs: performance.now() - started }
}

type Row = { type: CountedType; accepted: string; projected: string; duplicates: string; conflicts: string }

const readCounts = async (sql: ISql, group: string): Promise<Omit<Snapshot, 'at' | 'unique'>> => {
  const offsets = await readOffsets(sql, group)
  const [passed] = await sql<{ over: string }[]>`
    SELECT coalesce(sum(next_offset - entries), 0) AS over FROM checkpoints WHERE consumer_group = ${group}`
  const rows = await sql<Row[]>`
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
    deadLetters: await readDeadLetters(sql, group),
  }
}

const readDeadLetters = async (sql: ISql, group: string): Promise<TypeCounts> => {
  const rows = await sql<{ type: CountedType; n: string }[]>`
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
      SELECT type, toUInt8(counted.bot != 0) AS bot, sum(counted.n) AS n, sumIf(counted.n, counted.bot = 1 AND utm_source = {canary: String}) AS tests
      FROM ${db}.event_sums AS counted FINAL WHERE model IN ('traffic', 'ab_event', 'engagement') GROUP BY type, bot
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
