/** The loop: batches of the log → a round → only then does the log move on. */

import type { ClickHouseClient } from '@clickhouse/client'
import type { Log, LogRecord } from '@firsttouch/infra/log/log'
import type { ProjectorMetrics } from '@firsttouch/infra/platform/metrics'
import { CHANGED_CHANNEL, groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { saveDeadLetters } from '../dead-letters/dead-letters.ts'
import { openIsolation } from '../dead-letters/isolate.ts'
import { openLimit, TooManyDeadLetters } from '../dead-letters/limit.ts'
import { openFilling } from '../generations/backfill.ts'
import { openRedaction } from '../privacy/redact.ts'
import { openRounds } from './batcher.ts'
import { type Entry, type Ledger, openLedger } from './checkpoint.ts'
import { project, type Redact, type RoundResult } from './project.ts'
import { openResume } from './resume.ts'
import { openStore, type Store } from './store.ts'

export type ProjectorDeps = {
  log: Pick<Log, 'consume'>
  /** A session of its own. */
  clickhouse: ClickHouseClient
  sql: Sql
  /** The read models' generation that is filled: its database and its consumer group. */
  db: string
  signal: AbortSignal
  onError: (error: unknown) => void
  paceMs?: number
  metrics?: ProjectorMetrics | undefined
  onProgress?: () => void
  /** Told when too many entries failed; the reason was told to `onError`. */
  onStopped?: () => void
}

/** The channel on which the API hears that read models have changed. */

/**
 * Resolves when the signal has aborted and the round under way is done. When too many entries fail it stops where it
 * is and waits for the signal: a restart, best with a better release, goes on from there.
 */
export const runProjector = async (deps: ProjectorDeps): Promise<void> => {
  const { log, clickhouse, sql, db, signal, onError, metrics, paceMs = 200 } = deps
  const store = openStore(clickhouse, db)
  const ledger = openLedger(sql, groupOf(db))
  const round = openRounds(openRound(deps, store, ledger), { paceMs, maxRecords: 50_000 })
  const resume = openResume(store, ledger, openFilling(deps))
  const stop = new AbortController()
  const told = new WeakSet<object>()
  const tell = (error: unknown) => {
    if (typeof error === 'object' && error !== null && told.has(error)) return
    if (typeof error === 'object' && error !== null) told.add(error)
    onError(error)
  }
  const handle = async (records: LogRecord[]) => {
    try {
      await round(records)
    } catch (error) {
      tell(error)
      if (error instanceof TooManyDeadLetters) stop.abort()
      throw error
    }
  }
  await log.consume(groupOf(db), handle, {
    signal: AbortSignal.any([signal, stop.signal]),
    onError: tell,
    startAt: async partition => {
      metrics?.rebalances.inc()
      return resume(partition)
    },
  })
  if (signal.aborted || !stop.signal.aborted) return
  metrics?.stopped.set(1)
  deps.onStopped?.()
  await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
}

/** One round: the read models, then, in one transaction, dead letters, counts and the place in the log. */
const openRound = (
  { sql, db, metrics, onError, onProgress }: ProjectorDeps,
  store: Store,
  ledger: Ledger,
) => {
  const readRedaction = openRedaction(groupOf(db))
  let redact: Redact = envelope => envelope
  const isolate = openIsolation(
    (records, setAside) => project(records, { store, saveDeadLetters: setAside, redact }),
    openLimit(),
  )
  return async (records: LogRecord[]): Promise<void> => {
    const end = metrics?.batchSeconds.startTimer()
    const { result, letters, taken, replayed } = await ledger.round(records, async tx => {
      redact = await readRedaction(tx)
      const isolated = await isolate(records)
      await saveDeadLetters(tx, groupOf(db), isolated.letters)
      return { ...isolated, entries: isolated.result.entries.map(typesOf) }
    })
    taken()
    end?.()
    metrics?.replayed.inc(replayed)
    for (const { reason } of letters) metrics?.deadLetters.inc({ reason })
    onProgress?.()
    await announce(sql, result).catch(onError)
  }
}

export const typesOf = ({ record, envelope }: RoundResult['entries'][number]): Entry => ({
  partition: record.partition,
  offset: record.offset,
  types: envelope.events.map(event => event.type),
})

/** A hint to those who watch: what it names is fetched again. Nobody's numbers depend on it. */
export const announce = async (sql: Sql, { changed, oldestAppend }: RoundResult): Promise<void> => {
  if (changed.length === 0 || !oldestAppend) return
  const now = new Date()
  const message = { changed, asOf: now.toISOString(), lagMs: now.getTime() - oldestAppend.getTime() }
  await sql.notify(CHANGED_CHANNEL, JSON.stringify(message))
}
