/** Feeds every generation of read models that is alive: the one that serves, one being rebuilt, one kept for a roll-back. */

import type { Log } from '@firsttouch/infra/log/log'
import { reachesEnd } from '@firsttouch/infra/log/reaches-end'
import type { ProjectorMetrics } from '@firsttouch/infra/platform/metrics'
import { repeat, untilDone } from '@firsttouch/infra/platform/timing'
import type { Tracing } from '@firsttouch/infra/platform/tracing/tracing'
import type { ClickHouse } from '@firsttouch/infra/stores/clickhouse'
import { dropDatabases } from '@firsttouch/infra/stores/cluster'
import { migrateReadModels } from '@firsttouch/infra/stores/migrate'
import { databaseOf, type GenerationState, groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { runAccounting } from '../accounting/accounting.ts'
import { runClosing } from '../days/close.ts'
import { runReplays } from '../dead-letters/replay.ts'
import { runMergeLimits } from '../merges/limit.ts'
import type { Resting } from '../pipeline/rounds/resting.ts'
import { runProjector } from '../pipeline/run.ts'
import { openRedaction } from '../privacy/redact.ts'
import { runErasures, runRetention } from '../privacy/run.ts'
import { goOnAbove } from '../projections/versions.ts'
import { reportWhenCaughtUp } from './parity.ts'

type Generation = { generation: number; state: GenerationState }

export type GenerationsDeps = {
  log: Pick<Log, 'consume' | 'positions' | 'timesAt'>
  clickhouse: Pick<ClickHouse, 'client'>
  sql: Sql
  signal: AbortSignal
  onError: (error: unknown) => void
  resting?: Resting
  /** How long visits keep more than their count; 0 or absent: for ever. */
  keepDetailsDays?: number
  /** In which reports cut their days; UTC where nobody reads them. */
  timeZone?: string
  metrics?: ProjectorMetrics | undefined
  tracing?: Tracing | undefined
  onProgress?: () => void
  /** Told when too many entries failed and a generation is no longer fed. */
  onStopped?: () => void
}

const LOOK_EVERY_MS = 500

type Fed = { stop: AbortController; done: Promise<void> }

/** Answers that are still on their way, and API processes that remember for a second which generation serves. */
const DROP_AFTER_MS = 10_000
/** A store that is down is asked again until it answers: nothing else may end because of it. */
const RETRY_AFTER_MS = 2_000

/** Resolves when the signal has aborted and every batch under way is done; rejects when a loop cannot go on. */
export const runGenerations = async (deps: GenerationsDeps): Promise<void> => {
  const fed = new Map<number, Fed>()
  const retiredAt = new Map<number, number>()
  const dropped = new Set<number>()
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)

  const feed = ({ generation, state }: Generation): void => {
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, deps.signal])
    const done = feedOne({ generation, state }, { ...deps, signal })
    done.catch(failure.reject)
    fed.set(generation, { stop, done })
  }
  const retire = async (generation: number): Promise<void> => {
    const running = fed.get(generation)
    running?.stop.abort()
    await running?.done
    fed.delete(generation)
    const since = retiredAt.get(generation) ?? Date.now()
    retiredAt.set(generation, since)
    if (dropped.has(generation) || Date.now() - since < DROP_AFTER_MS) return
    await dropDatabases(deps.clickhouse.client(), databaseOf(generation))
    dropped.add(generation)
  }
  const look = async (): Promise<void> => {
    const all = await deps.sql<Generation[]>`SELECT generation, state FROM read_models`
    for (const one of all)
      if (one.state === 'retired') await retire(one.generation)
      else if (!fed.has(one.generation)) feed(one)
  }

  await Promise.race([failure.promise, repeat({ ...deps, everyMs: LOOK_EVERY_MS }, look)])
  await Promise.all([...fed.values()].map(({ done }) => done))
}

const feedOne = async (
  { generation, state }: Generation,
  { clickhouse, ...deps }: GenerationsDeps,
): Promise<void> => {
  const db = databaseOf(generation)
  const again = { ...deps, everyMs: RETRY_AFTER_MS }
  await untilDone(again, async () => {
    await migrateReadModels(deps.sql, clickhouse.client(), db)
    await goOnAbove(deps.sql, clickhouse.client(), db)
  })
  if (deps.signal.aborted) return
  const own = () => ({ ...deps, clickhouse: clickhouse.client(), db })
  const report = own()
  // Nobody is told of one that does not serve: until it is at the log's end, counting what it lacks would be a second reading of the log.
  const account = async () => {
    if (state === 'building') await untilDone(again, () => reachesEnd(deps.log, groupOf(db), deps.signal))
    await runAccounting({ ...deps, clickhouse, db })
  }
  await Promise.all([
    runProjector({
      ...own(),
      clickhouse: clickhouse.client(),
      readRedaction: openRedaction(groupOf(db)),
    }),
    untilDone(again, () => reportWhenCaughtUp(generation, report)),
    runReplays(own()),
    account(),
    runErasures(own()),
    runRetention(own(), deps.keepDetailsDays ?? 0),
    runMergeLimits(own()),
    runClosing({ ...own(), timeZone: deps.timeZone ?? 'UTC' }),
  ])
}
