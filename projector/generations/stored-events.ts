/** Starts a generation with the stored events of another generation, so only the read models must be computed. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { Log, Place } from '@firsttouch/infra/log/log'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import { databaseOf, groupOf } from '@firsttouch/infra/stores/read-models'
import { selectRows } from '@firsttouch/infra/stores/rows'
import type { Sql, TransactionSql } from 'postgres'
import { readOffsets } from '../steps/commit.ts'

type Deps = { sql: Sql; clickhouse: ClickHouseClient; log: Pick<Log, 'moveTo'> }

/**
 * Copies the checkpoint before it copies the events. The projector rereads events that arrive between these two
 * steps, but a repeated event does not count twice. Commits last, so a restart after a crash repeats everything.
 * Does nothing if the generation reads the log from its start or already has a checkpoint.
 */
export const takeStoredEvents = async (generation: number, { sql, clickhouse, log }: Deps): Promise<void> => {
  const [row] = await sql<{ source: number | null }[]>`
    SELECT events_of AS source FROM read_models WHERE generation = ${generation}`
  const group = groupOf(databaseOf(generation))
  if (row?.source == null || (await readOffsets(sql, group)).size > 0) return
  const source = databaseOf(row.source)
  await inTransaction(sql, async tx => {
    const places = await copyCounts(tx, groupOf(source), group)
    await attachEvents(clickhouse, source, databaseOf(generation))
    await log.moveTo(group, places)
  })
}

/** Uses one statement, so that all rows come from one snapshot. Returns the checkpoint. */
const copyCounts = async (tx: TransactionSql, from: string, to: string): Promise<Place[]> => {
  const rows = await tx<{ partition: number; offset: string }[]>`
    WITH counts AS (
      INSERT INTO event_counts (consumer_group, partition, type, accepted, projected, duplicates, conflicts)
      SELECT ${to}, partition, type, accepted, projected, duplicates, conflicts FROM event_counts WHERE consumer_group = ${from}
    ), letters AS (
      INSERT INTO dead_letters (consumer_group, partition, "offset", key, value, reason, detail, error_class, attempts, code_version,
        types, appended_at, first_seen_at, replay_requested_at, replayed_at)
      SELECT ${to}, partition, "offset", key, value, reason, detail, error_class, attempts, code_version,
        types, appended_at, first_seen_at, replay_requested_at, replayed_at FROM dead_letters WHERE consumer_group = ${from}
    )
    INSERT INTO checkpoints (consumer_group, partition, next_offset, entries)
    SELECT ${to}, partition, next_offset, entries FROM checkpoints WHERE consumer_group = ${from}
    RETURNING partition, next_offset AS offset`
  return rows.map(({ partition, offset }) => ({ partition, offset: Number(offset) }))
}

/**
 * Attaches parts as hard links. After a crash, ReplacingMergeTree collapses rows that were attached twice. Do not empty
 * the table first, because a former leader that wakes up would delete its successor's events.
 */
const attachEvents = async (clickhouse: ClickHouseClient, source: string, db: string): Promise<void> => {
  const parts = await selectRows<{ id: string }>(
    clickhouse,
    `SELECT DISTINCT partition_id AS id FROM system.parts WHERE database = '${source}' AND table = 'events' AND active`,
  )
  for (const { id } of parts)
    await clickhouse.command({
      query: `ALTER TABLE ${db}.events ATTACH PARTITION ID '${id}' FROM ${source}.events`,
    })
}
