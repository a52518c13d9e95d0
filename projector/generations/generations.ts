/** Runs a projector for each live generation (new, serving, previous). Each has its own ClickHouse database. */

import type { Log } from '@firsttouch/infra/log/log'
import { reachesEnd } from '@firsttouch/infra/log/reaches-end'
import { allEnded, repeat, untilDone } from '@firsttouch/infra/platform/timing'
import type { Tracing } from '@firsttouch/infra/platform/tracing/tracing'
import type { ClickHouse } from '@firsttouch/infra/stores/clickhouse'
import { runMergeLimits } from '@firsttouch/infra/stores/merge-limits'
import { migrateReadModels } from '@firsttouch/infra/stores/migrate'
import {
  DEFINITIONS,
  databaseOf,
  type GenerationState,
  groupOf,
  readDefinitions,
} from '@firsttouch/infra/stores/read-models'
import pLimit from 'p-limit'
import type { Sql } from 'postgres'
import { runAccounting } from '../accounting/accounting.ts'
import { runReplays } from '../dead-letters/replay.ts'
import { openDays, runDays, withDays } from '../jobs/days.ts'
import { type Lease, whileLeading } from '../lease.ts'
import type { ProjectorMetrics } from '../monitoring/metrics.ts'
import { openRedaction } from '../privacy/redact.ts'
import { runErasures, runRetention } from '../privacy/run.ts'
import { runProjector } from '../run.ts'
import type { Resting } from '../steps/batcher.ts'
import { openCommit, readOffsets } from '../steps/commit.ts'
import { openHalfDone } from '../steps/half-done.ts'
import { openQuestions } from '../steps/questions.ts'
import { openStore } from '../steps/store.ts'
import { fenceOff, noteDefinitions, refreshRecent } from '../takeover.ts'
import { fill } from './fill.ts'
import { reportWhenCaughtUp } from './parity.ts'
import { takeStoredEvents } from './stored-events.ts'

type Generation = { generation: number; state: GenerationState }

type GenerationsDeps = {
  log: Pick<Log, 'consume' | 'positions' | 'moveTo' | 'timesAt'>
  clickhouse: Pick<ClickHouse, 'client'>
  sql: Sql
  signal: AbortSignal
  onError: (error: unknown) => void
  resting?: Resting
  /** Days after which retention removes the details of a visit. If 0 or absent, retention never removes them. */
  keepDetailsDays?: number
  /** Time zone of report days. UTC by default. */
  timeZone?: string
  metrics?: ProjectorMetrics | undefined
  tracing?: Tracing | undefined
  onProgress?: () => void
  onStopped?: () => void
}

const LOOK_EVERY_MS = 500

type Fed = { stop: AbortController; done: Promise<void> }

/** Milliseconds from retiring a generation to dropping it. In this time, queries end and API processes switch over. */
const DROP_AFTER_MS = 10_000
/** Milliseconds between attempts during an outage of a store. */
const RETRY_AFTER_MS = 2_000

/** Resolves when the signal has aborted and every running batch is done. Rejects when a loop fails. */
export const runGenerations = async (deps: GenerationsDeps): Promise<void> => {
  const fed = new Map<number, Fed>()
  const retiredAt = new Map<number, number>()
  const dropped = new Set<number>()
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)

  const feed = (generation: number): void => {
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, deps.signal])
    const done = feedOne(generation, { ...deps, signal })
    done.catch(failure.reject)
    fed.set(generation, { stop, done })
  }
  const retire = async (generation: number): Promise<void> => {
    const running = fed.get(generation)
    running?.stop.abort()
    await running?.done
    fed.delete(generation)
    const since = retiredAt.get(generation) ?? performance.now()
    retiredAt.set(generation, since)
    if (dropped.has(generation) || performance.now() - since < DROP_AFTER_MS) return
    await deps.clickhouse.client().command({ query: `DROP DATABASE IF EXISTS ${databaseOf(generation)}` })
    dropped.add(generation)
  }
  const look = async (): Promise<void> => {
    const all = await deps.sql<Generation[]>`SELECT generation, state FROM read_models`
    for (const one of all)
      if (one.state === 'retired') await retire(one.generation)
      else if (!fed.has(one.generation)) feed(one.generation)
  }

  await Promise.race([failure.promise, repeat({ ...deps, everyMs: LOOK_EVERY_MS }, look)])
  await Promise.all([...fed.values()].map(({ done }) => done))
}

/** Leads the generation. If another process leads it, waits until that process stops or fails. */
const feedOne = async (generation: number, deps: GenerationsDeps): Promise<void> => {
  const { clickhouse, sql, signal, onError } = deps
  const db = databaseOf(generation)
  const store = { clickhouse: clickhouse.client(), db }
  await untilDone({ signal, onError, everyMs: RETRY_AFTER_MS }, () =>
    migrateReadModels(sql, store.clickhouse, db),
  )
  const leasing = {
    sql,
    group: groupOf(db),
    signal,
    onError,
    highestEpoch: openQuestions(store.clickhouse, db).highestEpoch,
  }
  await whileLeading(leasing, lease => lead(generation, lease, deps))
}

/** `turn` is a mutex, so only one batch or job writes at a time. If one loop fails, all loops end. */
const lead = async (generation: number, lease: Lease, { clickhouse, ...deps }: GenerationsDeps) => {
  const db = databaseOf(generation)
  const group = groupOf(db)
  const stop = new AbortController()
  const signal = AbortSignal.any([lease.signal, stop.signal])
  const turn = pLimit(1)
  const open = () => {
    const client = clickhouse.client()
    const store = openStore(client, db, lease.nextVersion)
    const questions = openQuestions(client, db)
    return { ...deps, clickhouse: client, db, epoch: lease.epoch, store, questions, signal, turn }
  }
  const projecting = open()
  const isCurrent = (await readDefinitions(projecting.clickhouse, db)) === DEFINITIONS
  await fenceOff(projecting, lease.epoch, signal, isCurrent)
  // No query reads a generation that is being built, so its batches only insert events.
  let isFilling = (await stateOf(deps.sql, generation)) === 'building'
  if (isFilling) await takeStoredEvents(generation, projecting)
  else if (isCurrent) await refreshRecent(projecting, signal)
  else await fill(projecting)
  const days = await openDays({
    ...projecting,
    timeZone: deps.timeZone ?? 'UTC',
    isFilling: isFilling || !isCurrent,
  })
  if (!isFilling && !signal.aborted) await noteDefinitions(projecting, lease.epoch)
  const own = () => {
    const opened = open()
    return { ...opened, store: withDays(opened.store, days) }
  }
  const halfDone = openHalfDone(await projecting.questions.held(), await readOffsets(deps.sql, group))
  const fillAtEnd = async () => {
    if (!isFilling || !(await reachesEnd(deps.log, group, signal))) return
    await turn(async () => {
      await fill(own())
      if (!signal.aborted) await noteDefinitions(projecting, lease.epoch)
      isFilling = false
    })
  }
  const again = { ...deps, signal, everyMs: RETRY_AFTER_MS }
  const filled = untilDone(again, fillAtEnd)
  const batches = {
    ...{ ...own(), halfDone, isFilling: () => isFilling, commit: openCommit(projecting) },
    readRedaction: openRedaction(group),
  }
  const loops = [
    runProjector(batches),
    runReplays(batches),
    runErasures(own()),
    runRetention(own(), deps.keepDetailsDays ?? 0),
    runMergeLimits(own()),
    filled.then(() => untilDone(again, () => reportWhenCaughtUp(generation, own()))),
    filled.then(() => runAccounting({ ...own(), halfDone })),
    filled.then(() => reachesEnd(deps.log, group, signal)).then(() => runDays({ ...own(), days })),
  ]
  await allEnded(
    loops.map(loop =>
      loop.catch(error => {
        stop.abort()
        throw error
      }),
    ),
  )
}

const stateOf = async (sql: Sql, generation: number): Promise<GenerationState | undefined> => {
  const [row] = await sql<Generation[]>`SELECT state FROM read_models WHERE generation = ${generation}`
  return row?.state
}
