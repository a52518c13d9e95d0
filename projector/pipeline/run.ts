/** The way of the log's batches: projected in one transaction with the checkpoint, and only then does the log move on. */

import type { ClickHouseClient } from '@clickhouse/client'
import type { Log, LogRecord } from '@firsttouch/infra/log/log'
import type { ProjectorMetrics } from '@firsttouch/infra/platform/metrics'
import { allEnded, untilDone } from '@firsttouch/infra/platform/timing'
import type { Span, Tracing } from '@firsttouch/infra/platform/tracing/tracing'
import { whileLocked } from '@firsttouch/infra/stores/holding'
import { CHANGED_CHANNEL, groupOf } from '@firsttouch/infra/stores/read-models'
import type { ISql, Sql, TransactionSql } from 'postgres'
import { givenFrom, versionsFrom } from '../projections/versions.ts'
import { lockOffsets, saveCheckpoint } from './checkpoint.ts'
import { TooManyDeadLetters } from './dead-letter-limit.ts'
import { DEAD_LETTER_REASONS } from './dead-letters.ts'
import { type Redaction, readAhead } from './entry-rows.ts'
import { wordOf } from './failure-class.ts'
import { openFollowing } from './followed/followed.ts'
import { openIsolation } from './isolate.ts'
import { type ProjectDeps, progressOf, project } from './project.ts'
import { openResume, refreshRecent } from './resume.ts'
import { openBatcher } from './rounds/batcher.ts'
import { asLongAsItTook, type Resting } from './rounds/resting.ts'
import { openSharing, type Sharing } from './shared-ids/shared-ids.ts'
import { openStore, type Store } from './store.ts'
import { tracedBatch } from './traced-batch.ts'
import { WRITING } from './writing.ts'

type ProjectorDeps = {
  log: Pick<Log, 'consume'>
  clickhouse: ClickHouseClient
  sql: Sql
  db: string
  /** Asked inside each batch's transaction, so that nobody is erased between asking and writing. */
  readRedaction: (sql: ISql) => Promise<Redaction>
  signal: AbortSignal
  onError: (error: unknown) => void
  resting?: Resting
  metrics?: ProjectorMetrics | undefined
  tracing?: Tracing | undefined
  onProgress?: () => void
  /** Told when too many entries failed; the reason was told to `onError`. */
  onStopped?: () => void
}

type ProjectingIn = { store: Store; redaction: Redaction; sharing: Sharing }

const MAX_RECORDS = 50_000
const AGAIN_AFTER_MS = 500

/** When too many entries fail it stops where it is and waits for the signal: a restart, best with a better release, goes on. */
export const runProjector = async (deps: ProjectorDeps): Promise<void> => {
  const { log, clickhouse, sql, db, signal, metrics, tracing, resting = asLongAsItTook } = deps
  // A series that begins with its first failure shows no increase: the alarm for it would not ring.
  for (const reason of DEAD_LETTER_REASONS) metrics?.deadLetters.inc({ reason }, 0)
  const stop = new AbortController()
  const onError = onceEach(deps.onError)
  const shown: LogRecord[][] = []
  const project = openBatch(deps, () => void readAhead(shown.splice(0).flat()).catch(onError))
  const batch = tracing ? tracedBatch(project, tracing, groupOf(db)) : project
  const batcher = openBatcher(batch, { resting, maxRecords: MAX_RECORDS })
  const resuming = { store: openStore(clickhouse, db), sql, group: groupOf(db) }
  const resume = openResume(resuming)
  const handle = (records: LogRecord[]) =>
    batcher(records).catch(error => {
      onError(error)
      metrics?.failures.inc({ error: wordOf(error) })
      if (error instanceof TooManyDeadLetters) stop.abort()
      throw error
    })
  await untilDone({ signal, onError, everyMs: AGAIN_AFTER_MS }, () => refreshRecent(resuming, signal))
  await log.consume(groupOf(db), handle, {
    signal: AbortSignal.any([signal, stop.signal]),
    onError,
    ahead: records => void shown.push(records),
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

/** One failure fails the batches of several partitions, and comes from the log again. */
const onceEach = (onError: (error: unknown) => void) => {
  const told = new WeakSet<object>()
  return (error: unknown) => {
    if (typeof error === 'object' && error !== null) {
      if (told.has(error)) return
      told.add(error)
    }
    onError(error)
  }
}

export const openBatch = (
  deps: Omit<ProjectorDeps, 'log' | 'signal'>,
  beforeRefresh?: () => void,
  following = openFollowing({ client: deps.clickhouse, db: deps.db }),
) => {
  const { clickhouse, sql, db, readRedaction, metrics, onError, onProgress } = deps
  const group = groupOf(db)
  const store = openStore(clickhouse, db)
  const isolation = openIsolation()
  return async (records: LogRecord[], span?: Span): Promise<void> => {
    const end = metrics?.batchSeconds.startTimer()
    const sharing = await openSharing(sql, group, records)
    const done = await sharing.inTransaction(async tx => {
      // Sent at once, and done in this order.
      const [offsets, redaction] = await Promise.all([
        lockOffsets(tx, group, records),
        readRedaction(tx),
        sharing.lookIn(tx),
      ])
      const own = { beforeRefresh, following, nextVersion: following.versions(givenFrom(tx)) }
      const deps = { ...depsIn(tx, group, { store, redaction, sharing }), ...own }
      const result = await isolation.project(records, some => project(some, deps))
      const shares = sharing.isKnown()
      const [saved] = await allEnded([
        saveCheckpoint(tx, group, { offsets, records, result, shares }),
        store.saveProgress(progressOf(records, result)),
      ])
      return { ...result, ...saved }
    })
    isolation.confirm(records, done)
    end?.()
    span?.add({
      'firsttouch.events': done.events.length,
      'firsttouch.events.replayed': done.replayed,
      'firsttouch.dead_letters': done.deadLetters.length,
    })
    metrics?.replayed.inc(done.replayed)
    for (const { reason } of done.deadLetters) metrics?.deadLetters.inc({ reason })
    onProgress?.()
    await tellOf(sql, records, done.changed).catch(onError)
  }
}

export const depsIn = (
  tx: TransactionSql,
  group: string,
  { store, redaction, sharing }: ProjectingIn,
): ProjectDeps => ({
  store,
  redaction,
  beforeInsert: sharing.noteIn(tx),
  isShared: sharing.isSharedIn(tx),
  nextVersion: versionsFrom(tx),
  locked: (writing, work) => whileLocked(tx, WRITING[writing], group, work),
})

/** A hint to those who watch: what it names is fetched again. Nobody's numbers depend on it. */
export const tellOf = async (sql: Sql, records: LogRecord[], changed: string[]): Promise<void> => {
  if (changed.length === 0) return
  const now = new Date()
  const oldest = Math.min(...records.map(({ appendedAt }) => appendedAt.getTime()))
  const message = { changed, asOf: now.toISOString(), lagMs: now.getTime() - oldest }
  await sql.notify(CHANGED_CHANNEL, JSON.stringify(message))
}
