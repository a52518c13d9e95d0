/** The leader's main loop over the log. The steps of a batch are idempotent. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { Log, LogRecord } from '@firsttouch/infra/log/log'
import type { Span, Tracing } from '@firsttouch/infra/platform/tracing/tracing'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { ISql, Sql } from 'postgres'
import type { Turn } from './jobs/turn.ts'
import { asLongAsItTook, openBatcher, type Resting } from './steps/batcher.ts'
import { type Commit, type Projected, readOffsets } from './steps/commit.ts'
import { TooManyDeadLetters } from './steps/dead-letter-limit.ts'
import { DEAD_LETTER_REASONS } from './steps/dead-letters.ts'
import { errorLabel } from './steps/failure-class.ts'
import type { HalfDone } from './steps/half-done.ts'
import { openIsolation } from './steps/isolate.ts'
import type { PipelineMetrics } from './steps/metrics.ts'
import { notify } from './steps/notify.ts'
import { openQuestions } from './steps/questions.ts'
import { NO_REDACTION, type Redaction, read, readAhead } from './steps/read.ts'
import { refresh } from './steps/refresh.ts'
import type { Store } from './steps/store.ts'
import { tracedBatch } from './steps/traced-batch.ts'
import { openResume } from './takeover.ts'

type ProjectDeps = {
  store: Pick<Store, 'known' | 'insertEvents' | 'refresh'>
  redaction?: Redaction
  /** True until `generations/fill.ts` has computed the read models. While it is true, batches only insert events. */
  isFilling?: (() => boolean) | undefined
}

export const project = async (
  records: LogRecord[],
  { store, redaction = NO_REDACTION, isFilling = () => false }: ProjectDeps,
): Promise<Projected> => {
  const { rows, deadLetters } = read(records, redaction)
  const known = await store.known(rows.map(({ id }) => id))
  await store.insertEvents(rows.map(({ row }) => row))
  const changed = isFilling() ? [] : await refresh(rows, known, store)
  return { events: rows, known, deadLetters, changed }
}

export type BatchDeps = {
  sql: Sql
  db: string
  store: ProjectDeps['store']
  commit: Commit
  halfDone: Pick<HalfDone, 'batch'>
  isFilling?: (() => boolean) | undefined
  readRedaction: (sql: ISql) => Promise<Redaction>
  onError: (error: unknown) => void
  onProgress?: (() => void) | undefined
  metrics?: PipelineMetrics | undefined
}

export const openBatch = (deps: BatchDeps) => {
  const { sql, store, commit, halfDone, isFilling, readRedaction, metrics, onError, onProgress } = deps
  const isolation = openIsolation()
  return async (records: LogRecord[], span?: Span): Promise<void> => {
    const end = metrics?.batchSeconds.startTimer()
    const redaction = await readRedaction(sql)
    const { projected, replayed } = await halfDone.batch(records, async () => {
      const projected = await isolation.project(records, some =>
        project(some, { store, redaction, isFilling }),
      )
      return { projected, ...(await commit(records, projected)) }
    })
    isolation.confirm(records, projected)
    end?.()
    span?.add({
      'firsttouch.events': projected.events.length,
      'firsttouch.events.replayed': replayed,
      'firsttouch.dead_letters': projected.deadLetters.length,
    })
    metrics?.replayed.inc(replayed)
    for (const { reason } of projected.deadLetters) metrics?.deadLetters.inc({ reason })
    onProgress?.()
    await notify(sql, records, projected.changed).catch(onError)
  }
}

type ProjectorDeps = BatchDeps & {
  store: Pick<Store, 'saveProgress'>
  log: Pick<Log, 'consume'>
  clickhouse: ClickHouseClient
  turn: Turn
  signal: AbortSignal
  resting?: Resting
  tracing?: Tracing | undefined
  /** Called after `onError`, when the projector stops because too many entries failed. */
  onStopped?: (() => void) | undefined
}

const MAX_RECORDS = 50_000

/** If too many entries fail, stops reading and waits for the signal. A corrected release reads these entries again. */
export const runProjector = async (deps: ProjectorDeps): Promise<void> => {
  const { log, clickhouse, db, turn, signal, metrics, tracing, resting = asLongAsItTook } = deps
  // Start each series at 0. Prometheus sees no increase in a series that begins with its first dead letter.
  for (const reason of DEAD_LETTER_REASONS) metrics?.deadLetters.inc({ reason }, 0)
  const stop = new AbortController()
  const onError = onceEach(deps.onError)
  const untraced = openBatch(deps)
  const batch = tracing ? tracedBatch(untraced, tracing, groupOf(db)) : untraced
  const batcher = openBatcher(records => turn(() => batch(records)), { resting, maxRecords: MAX_RECORDS })
  const resume = openResume({
    questions: openQuestions(clickhouse, db),
    store: deps.store,
    checkpoint: async partition => (await readOffsets(deps.sql, groupOf(db))).get(partition) ?? 0,
  })
  const handle = (records: LogRecord[]) =>
    batcher(records).catch(error => {
      onError(error)
      metrics?.failures.inc({ error: errorLabel(error) })
      if (error instanceof TooManyDeadLetters) stop.abort()
      throw error
    })
  await log.consume(groupOf(db), handle, {
    signal: AbortSignal.any([signal, stop.signal]),
    onError,
    ahead: records => void readAhead(records).catch(onError),
    startAt: async partition => {
      const next = await resume(partition)
      metrics?.rebalances.inc()
      return next
    },
  })
  if (signal.aborted || !stop.signal.aborted) return
  metrics?.stopped.set(1)
  deps.onStopped?.()
  await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
}

/** Reports an error once, even if it rejects the batches of several partitions. */
const onceEach = (onError: (error: unknown) => void) => {
  const reported = new WeakSet<object>()
  return (error: unknown) => {
    if (typeof error === 'object' && error !== null) {
      if (reported.has(error)) return
      reported.add(error)
    }
    onError(error)
  }
}
