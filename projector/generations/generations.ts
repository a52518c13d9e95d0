/** Feeds every generation of read models that is alive: the one that serves, one being rebuilt, one kept for a roll-back. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Log } from '@firsttouch/infra/log/log'
import type { ProjectorMetrics } from '@firsttouch/infra/platform/metrics'
import { change } from '@firsttouch/infra/stores/cluster'
import { migrateClickHouse } from '@firsttouch/infra/stores/migrate'
import { databaseOf, groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { runAccounting } from '../accounting/accounting.ts'
import { runReplays } from '../dead-letters/replay.ts'
import { runProjector } from '../pipeline/run.ts'
import { runErasures } from '../privacy/erasures-apply.ts'
import { openForgetting } from '../privacy/redact.ts'
import { runAgeing } from '../privacy/retention-apply.ts'
import { openFilling } from './backfill.ts'
import { reportWhenCaughtUp } from './parity.ts'

export type GenerationState = 'building' | 'ready' | 'serving' | 'kept' | 'retired'
export type Generation = { generation: number; state: GenerationState }

export type GenerationsDeps = {
  log: Pick<Log, 'consume' | 'positions'>
  clickhouse: { client(): ClickHouseClient }
  sql: Sql
  signal: AbortSignal
  onError: (error: unknown) => void
  paceMs?: number
  /** How long visits keep more than their count; 0 or absent: for ever. */
  keepDetailsDays?: number
  metrics?: ProjectorMetrics | undefined
  onProgress?: () => void
  /** Told when too many entries failed and a generation is no longer fed. */
  onStopped?: () => void
}

const LOOK_EVERY_MS = 500

type Fed = { stop: AbortController; done: Promise<void> }

/** Answers that are still on their way, and API processes that remember for a second which generation serves. */
const DROP_AFTER_MS = 10_000
const RETRY_AFTER_MS = 2_000

/** Resolves when the signal has aborted and every round under way is done; rejects when a loop cannot go on. */
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
    const since = retiredAt.get(generation) ?? Date.now()
    retiredAt.set(generation, since)
    if (dropped.has(generation) || Date.now() - since < DROP_AFTER_MS) return
    await drop(deps, generation)
    dropped.add(generation)
  }
  const look = async (): Promise<void> => {
    const all = await deps.sql<Generation[]>`SELECT generation, state FROM read_models ORDER BY generation`
    for (const { generation, state } of all)
      if (state === 'retired') await retire(generation)
      else if (!fed.has(generation)) feed(generation)
  }

  while (!deps.signal.aborted) {
    await look().catch(deps.onError)
    await Promise.race([failure.promise, pause(LOOK_EVERY_MS, deps.signal)])
  }
  await Promise.all([...fed.values()].map(({ done }) => done))
}

const drop = async ({ clickhouse }: GenerationsDeps, generation: number): Promise<void> => {
  await change(clickhouse.client(), { query: `DROP DATABASE IF EXISTS ${databaseOf(generation)}` })
}

const feedOne = async (generation: number, { clickhouse, ...deps }: GenerationsDeps): Promise<void> => {
  const db = databaseOf(generation)
  await untilDone(() => migrateClickHouse(clickhouse.client(), db), deps)
  if (deps.signal.aborted) return
  const session = { ...deps, clickhouse: clickhouse.client(), db }
  const projecting = runProjector({
    ...session,
    readRedaction: openForgetting(groupOf(db)),
    backfill: openFilling(session),
  })
  const report = { ...deps, clickhouse: clickhouse.client() }
  const reporting = untilDone(() => reportWhenCaughtUp(generation, report), deps)
  const replaying = runReplays({ ...deps, clickhouse: clickhouse.client(), db })
  const accounting = runAccounting({ ...deps, clickhouse, db })
  const erasing = runErasures({ ...deps, clickhouse: clickhouse.client(), db })
  const { keepDetailsDays = 0 } = deps
  const ageing = runAgeing({ ...deps, clickhouse: clickhouse.client(), db, keepDetailsDays })
  await Promise.all([projecting, reporting, replaying, accounting, erasing, ageing])
}

/** A store that is down is asked again until it answers: nothing else may end because of it. */
const untilDone = async (
  work: () => Promise<void>,
  { signal, onError }: Pick<GenerationsDeps, 'signal' | 'onError'>,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      return await work()
    } catch (error) {
      onError(error)
      await pause(RETRY_AFTER_MS, signal)
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)
