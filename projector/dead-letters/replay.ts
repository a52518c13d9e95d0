/** Takes dead letters again, on request: through the same projection, at the position that they have in the log. */

import type { ClickHouseClient } from '@clickhouse/client'
import type { LogRecord } from '@firsttouch/infra/log/log'
import { repeat } from '@firsttouch/infra/platform/timing'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { ISql, Sql, TransactionSql } from 'postgres'
import { lockIn, saveReplayed } from '../pipeline/checkpoint.ts'
import { CODE_VERSION, type DeadLetter, deadLetterOf } from '../pipeline/dead-letters.ts'
import { classOf } from '../pipeline/failure-class.ts'
import { type BatchResult, NOTHING, progressOf, project } from '../pipeline/project.ts'
import { depsIn, tellOf } from '../pipeline/run.ts'
import { openSharing } from '../pipeline/shared-ids/shared-ids.ts'
import { openStore } from '../pipeline/store.ts'
import { openRedaction } from '../privacy/redact.ts'

export const requestReplay = async (sql: ISql, groups: string[], reason?: string): Promise<number> => {
  const asked = await sql`
    UPDATE dead_letters SET replay_requested_at = now()
    WHERE consumer_group = ANY(${groups}) AND replayed_at IS NULL ${reason ? sql`AND reason = ${reason}` : sql``}`
  return asked.count
}

type ReplayDeps = {
  clickhouse: ClickHouseClient
  sql: Sql
  db: string
  signal: AbortSignal
  onError: (error: unknown) => void
}

const LOOK_EVERY_MS = 500
const AFTER_FAILURE_MS = 5_000

export const runReplays = (deps: ReplayDeps): Promise<void> => {
  const { signal, onError } = deps
  const replayOne = openReplay(deps)
  return repeat({ signal, onError, everyMs: AFTER_FAILURE_MS }, async () => {
    while (!signal.aborted && (await replayOne()));
    return LOOK_EVERY_MS
  })
}

/** Replays the first one that is asked for. Tells whether there was one; throws when a store is not able just now. */
export const openReplay = ({ clickhouse, sql, db }: Pick<ReplayDeps, 'clickhouse' | 'sql' | 'db'>) => {
  const group = groupOf(db)
  const store = openStore(clickhouse, db)
  const readRedaction = openRedaction(group)
  return async (): Promise<boolean> => {
    const letter = await claim(sql, group)
    if (!letter) return false
    const sharing = await openSharing(sql, group, [letter], true)
    const { records, changed } = await sharing.inTransaction(async tx => {
      await lockIn(tx, group)
      const record = await claim(tx, group, letter)
      if (!record) return { records: [], changed: [] }
      const [redaction] = await Promise.all([readRedaction(tx), sharing.lookIn(tx)])
      const deps = depsIn(tx, group, { store, redaction, sharing })
      const result = await attempt(record, async () => {
        const done = await project([record], deps)
        await store.saveProgress(progressOf([record], done))
        return done
      })
      const [failed] = result.deadLetters
      if (failed) await note(tx, group, failed)
      else await saveReplayed(tx, group, record, result, sharing.isKnown())
      return { records: [record], changed: result.changed }
    })
    await tellOf(sql, records, changed)
    return true
  }
}

const attempt = async (record: LogRecord, work: () => Promise<BatchResult>): Promise<BatchResult> => {
  try {
    return await work()
  } catch (error) {
    if (classOf(error) === 'transient') throw error
    return { ...NOTHING, deadLetters: [deadLetterOf(record, error)] }
  }
}

type Row = { partition: number; offset: string; key: Buffer; value: Buffer; appended_at: Date }

/** The given one, or the first that no other process is at. Outside of a transaction it is free again at once. */
const claim = async (sql: ISql, group: string, only?: LogRecord): Promise<LogRecord | null> => {
  const [row] = await sql<Row[]>`
    SELECT partition, "offset", key, value, appended_at FROM dead_letters
    WHERE consumer_group = ${group} AND replay_requested_at IS NOT NULL AND replayed_at IS NULL
      ${only ? sql`AND partition = ${only.partition} AND "offset" = ${only.offset}` : sql``}
    ORDER BY partition, "offset" LIMIT 1 FOR UPDATE SKIP LOCKED`
  if (!row) return null
  const { partition, appended_at: appendedAt } = row
  return {
    partition,
    offset: Number(row.offset),
    key: row.key.toString(),
    value: row.value.toString(),
    appendedAt,
  }
}

/** One that fails again keeps its position in the list, with what it failed by this time. */
const note = (
  tx: TransactionSql,
  group: string,
  { partition, offset, reason, detail, errorClass }: DeadLetter,
) => tx`
  UPDATE dead_letters
  SET replay_requested_at = NULL, attempts = attempts + 1, reason = ${reason}, detail = ${detail},
    error_class = ${errorClass}, code_version = ${CODE_VERSION}
  WHERE consumer_group = ${group} AND partition = ${partition} AND "offset" = ${offset}`
