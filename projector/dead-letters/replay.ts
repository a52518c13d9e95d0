/** Takes dead letters again, on request: through the same projection, at the place that they have in the log. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { LogRecord } from '@firsttouch/infra/log/log'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { ISql, Sql, TransactionSql } from 'postgres'
import { openLedger } from '../pipeline/checkpoint.ts'
import { project, type Redact, type RoundResult } from '../pipeline/project.ts'
import { announce, typesOf } from '../pipeline/run.ts'
import { openStore } from '../pipeline/store.ts'
import { openRedaction } from '../privacy/redact.ts'
import { classOf } from './class.ts'
import { CODE_VERSION, type DeadLetter, letterOf } from './dead-letters.ts'

/** Asks for the letters that have not been replayed, all or those with a reason. Tells how many there are. */
export const requestReplay = async (sql: ISql, groups: string[], reason?: string): Promise<number> => {
  const asked = await sql`
    UPDATE dead_letters SET replay_requested_at = now()
    WHERE consumer_group = ANY(${groups}) AND replayed_at IS NULL ${reason ? sql`AND reason = ${reason}` : sql``}`
  return asked.count
}

export type ReplayDeps = {
  clickhouse: ClickHouseClient
  sql: Sql
  db: string
  signal: AbortSignal
  onError: (error: unknown) => void
}

const LOOK_EVERY_MS = 500
const AFTER_FAILURE_MS = 5_000

/** Runs until the signal aborts; any number of processes may. */
export const runReplays = async (deps: ReplayDeps): Promise<void> => {
  const { signal, onError } = deps
  const replayOne = openReplay(deps)
  let pause = LOOK_EVERY_MS
  while (!signal.aborted) {
    try {
      while (!signal.aborted && (await replayOne()));
      pause = LOOK_EVERY_MS
    } catch (error) {
      onError(error)
      pause = AFTER_FAILURE_MS
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined)
  }
}

/** Replays the first letter that is asked for. Tells whether there was one; throws when a store is not able just now. */
export const openReplay = ({ clickhouse, sql, db }: Pick<ReplayDeps, 'clickhouse' | 'sql' | 'db'>) => {
  const group = groupOf(db)
  const store = openStore(clickhouse, db)
  const ledger = openLedger(sql, group)
  const readRedaction = openRedaction(group)

  return async (): Promise<boolean> => {
    const { found, result } = await ledger.replay(async tx => {
      const record = await claim(tx, group)
      if (!record) return { found: false, result: null, entries: [] }
      const outcome = await take(record, await readRedaction(tx))
      await note(tx, group, record, outcome)
      const entries = 'result' in outcome ? outcome.result.entries.map(typesOf) : []
      return { found: true, result: 'result' in outcome ? outcome.result : null, entries }
    })
    if (result) await announce(sql, result)
    return found
  }

  async function take(
    record: LogRecord,
    redact: Redact,
  ): Promise<{ result: RoundResult } | { letter: DeadLetter }> {
    const letters: DeadLetter[] = []
    try {
      const result = await project([record], {
        store,
        redact,
        saveDeadLetters: async more => void letters.push(...more),
      })
      const [letter] = letters
      return letter ? { letter } : { result }
    } catch (error) {
      if (classOf(error) === 'transient') throw error
      return { letter: letterOf(record, error) }
    }
  }
}

type Row = { partition: number; offset: string; key: Buffer; value: Buffer; appended_at: Date }

const claim = async (tx: TransactionSql, group: string): Promise<LogRecord | null> => {
  const [row] = await tx<Row[]>`
    SELECT partition, "offset", key, value, appended_at FROM dead_letters
    WHERE consumer_group = ${group} AND replay_requested_at IS NOT NULL AND replayed_at IS NULL
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

/** A letter that fails again keeps its place in the list, with what it failed by this time. */
const note = (
  tx: TransactionSql,
  group: string,
  { partition, offset }: LogRecord,
  outcome: { result: RoundResult } | { letter: DeadLetter },
) => {
  const here = tx`consumer_group = ${group} AND partition = ${partition} AND "offset" = ${offset}`
  if ('result' in outcome)
    return tx`
      UPDATE dead_letters SET replayed_at = now(), replay_requested_at = NULL, attempts = attempts + 1 WHERE ${here}`
  const { reason, detail, errorClass } = outcome.letter
  return tx`
    UPDATE dead_letters
    SET replay_requested_at = NULL, attempts = attempts + 1, reason = ${reason}, detail = ${detail},
      error_class = ${errorClass}, code_version = ${CODE_VERSION}
    WHERE ${here}`
}
