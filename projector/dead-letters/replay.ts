/** Takes dead letters again, on request: through the same projection, at the position that they have in the log. */

import type { LogRecord } from '@firsttouch/infra/log/log'
import { repeat } from '@firsttouch/infra/platform/timing'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { ISql, Sql } from 'postgres'
import type { Turn } from '../jobs/turn.ts'
import { openRedaction } from '../privacy/redact.ts'
import { project } from '../run.ts'
import {
  NOTHING,
  openTransactions,
  type Projected,
  progressOf,
  saveReplayed,
  type Transact,
} from '../steps/commit.ts'
import { deadLetterOf } from '../steps/dead-letters.ts'
import { classOf } from '../steps/failure-class.ts'
import type { HalfDone } from '../steps/half-done.ts'
import { notify } from '../steps/notify.ts'
import type { Redaction } from '../steps/read.ts'
import type { Days } from '../steps/refresh.ts'
import type { Store } from '../steps/store.ts'

export const requestReplay = async (sql: ISql, groups: string[], reason?: string): Promise<number> => {
  const asked = await sql`
    UPDATE dead_letters SET replay_requested_at = now()
    WHERE consumer_group = ANY(${groups}) AND replayed_at IS NULL ${reason ? sql`AND reason = ${reason}` : sql``}`
  return asked.count
}

type ReplayDeps = {
  sql: Sql
  db: string
  epoch: number
  store: Store
  halfDone: HalfDone
  days?: Days | undefined
  isFilling?: (() => boolean) | undefined
  turn: Turn
  signal: AbortSignal
  onError: (error: unknown) => void
}

const LOOK_EVERY_MS = 500
const AFTER_FAILURE_MS = 5_000

export const runReplays = (deps: ReplayDeps): Promise<void> => {
  const { signal, onError, turn } = deps
  const replayOne = openReplay(deps)
  return repeat({ signal, onError, everyMs: AFTER_FAILURE_MS }, async () => {
    while (!signal.aborted && (await turn(replayOne)));
    return LOOK_EVERY_MS
  })
}

export const openReplay = ({ sql, db, epoch, ...deps }: Omit<ReplayDeps, 'turn' | 'signal' | 'onError'>) => {
  const group = groupOf(db)
  const readRedaction = openRedaction(group)
  return replayWith({
    ...deps,
    firstRequested: () => firstRequested(sql, group),
    readRedaction: () => readRedaction(sql),
    transact: openTransactions(sql, group, epoch),
    notify: (record, changed) => notify(sql, [record], changed),
  })
}

type Ports = {
  store: Pick<Store, 'known' | 'insertEvents' | 'refresh' | 'saveProgress'>
  halfDone: Pick<HalfDone, 'replay'>
  days?: Days | undefined
  isFilling?: (() => boolean) | undefined
  firstRequested: () => Promise<LogRecord | null>
  readRedaction: () => Promise<Redaction>
  transact: Transact
  notify: (record: LogRecord, changed: string[]) => Promise<void>
}

/** A job: replays the first one that is asked for. Answers whether there was one; throws when a store is not able just now. */
export const replayWith = (ports: Ports) => async (): Promise<boolean> => {
  const record = await ports.firstRequested()
  if (!record) return false
  const redaction = await ports.readRedaction()
  const { changed } = await ports.halfDone.replay(() => replay(record, redaction, ports))
  await ports.notify(record, changed)
  return true
}

const replay = async (
  record: LogRecord,
  redaction: Redaction,
  { store, days, isFilling, transact }: Ports,
): Promise<Projected> => {
  const result = await attempt(record, async () => {
    const done = await project([record], { store, redaction, days, isFilling })
    await store.saveProgress(progressOf([record], done))
    return done
  })
  await transact(async (ledger, offsets) => {
    const [failed] = result.deadLetters
    if (failed) await ledger.noteAgain(failed)
    else await saveReplayed(ledger, offsets, record, result)
  })
  return result
}

const attempt = async (record: LogRecord, work: () => Promise<Projected>): Promise<Projected> => {
  try {
    return await work()
  } catch (error) {
    if (classOf(error) === 'transient') throw error
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
