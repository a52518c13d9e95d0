/** Replays dead letters on request. A replay is a batch with one entry at its original offset. */

import type { LogRecord } from '@firsttouch/infra/log/log'
import { type Loop, repeat } from '@firsttouch/infra/platform/timing'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { ISql } from 'postgres'
import type { Turn } from '../jobs/turn.ts'
import { type BatchDeps, project } from '../run.ts'
import { NOTHING, type Projected } from '../steps/commit.ts'
import { deadLetterOf } from '../steps/dead-letters.ts'
import { failureClass } from '../steps/failure-class.ts'
import type { HalfDone } from '../steps/half-done.ts'
import { notify } from '../steps/notify.ts'

export const requestReplay = async (sql: ISql, groups: string[], reason?: string): Promise<number> => {
  const asked = await sql`
    UPDATE dead_letters SET replay_requested_at = now()
    WHERE consumer_group = ANY(${groups}) AND replayed_at IS NULL ${reason ? sql`AND reason = ${reason}` : sql``}`
  return asked.count
}

type ReplayDeps = Omit<BatchDeps, 'halfDone' | 'onError'> & { halfDone: Pick<HalfDone, 'replay'> }

const LOOK_EVERY_MS = 500
const AFTER_FAILURE_MS = 5_000

export const runReplays = (deps: ReplayDeps & Omit<Loop, 'everyMs'> & { turn: Turn }): Promise<void> => {
  const { signal, onError, turn } = deps
  const replayOne = openReplay(deps)
  return repeat({ signal, onError, everyMs: AFTER_FAILURE_MS }, async () => {
    while (!signal.aborted && (await turn(replayOne)));
    return LOOK_EVERY_MS
  })
}

/** The returned function replays one dead letter, or returns false if no replay is due. Throws in a store outage. */
export const openReplay =
  (
    { sql, db, store, commit, halfDone, isFilling, readRedaction }: ReplayDeps,
    next = () => firstRequested(sql, groupOf(db)),
  ) =>
  async (): Promise<boolean> => {
    const record = await next()
    if (!record) return false
    const redaction = await readRedaction(sql)
    const { changed } = await halfDone.replay(async () => {
      const projected = await attempt(record, () => project([record], { store, redaction, isFilling }))
      await commit([record], projected)
      return projected
    })
    await notify(sql, [record], changed)
    return true
  }

const attempt = async (record: LogRecord, work: () => Promise<Projected>): Promise<Projected> => {
  try {
    return await work()
  } catch (error) {
    if (failureClass(error) === 'transient') throw error
    return { ...NOTHING, deadLetters: [deadLetterOf(record, error)] }
  }
}

type Row = { partition: number; offset: string; key: Buffer; value: Buffer; appended_at: Date }

const firstRequested = async (sql: ISql, group: string): Promise<LogRecord | null> => {
  const [row] = await sql<Row[]>`
    SELECT partition, "offset", key, value, appended_at FROM dead_letters
    WHERE consumer_group = ${group} AND replay_requested_at IS NOT NULL AND replayed_at IS NULL
    ORDER BY partition, "offset" LIMIT 1`
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
