/** Computes the lag: how many entries are not projected yet, and since when the oldest of them has waited. */

import type { ClickHouseClient } from '@clickhouse/client'
import type { Registry } from 'prom-client'
import { openMeters } from '../platform/metrics.ts'
import { within } from '../platform/timing.ts'
import type { Sql } from '../stores/postgres.ts'
import { groupOf, type Progress, readProgress, servingDatabase } from '../stores/read-models.ts'
import type { Log, Position } from './log.ts'

export type PartitionLag = {
  partition: number
  entries: number
  /** Append time of the oldest waiting entry. null when none waits. */
  since: Date | null
}

/** `done` maps each partition to the next offset to process. Rejects when the log does not answer. */
export const readLag = async (
  log: Pick<Log, 'positions' | 'timesAt'>,
  group: string,
  done: ReadonlyMap<number, number>,
): Promise<PartitionLag[]> => {
  const places = (await log.positions(group)).map(({ partition, start, end }) => {
    const offset = Math.max(start, done.get(partition) ?? 0)
    return { partition, offset, entries: Math.max(0, end - offset) }
  })
  const waiting = places.filter(({ entries }) => entries > 0)
  const times = waiting.length === 0 ? new Map<number, Date>() : await log.timesAt(waiting)
  // If there is no append time, all waiting entries have been deleted. Deleted entries do not count as lag.
  return places.map(({ partition, entries }) => {
    const since = times.get(partition) ?? null
    return { partition, entries: since ? entries : 0, since }
  })
}

/** True if the read models hold every entry that was ever committed. At first false after a restore of ClickHouse. */
export const isFilled = (
  positions: readonly Position[],
  progress: readonly { partition: number; next: number }[],
): boolean => {
  const done = new Map(progress.map(({ partition, next }) => [partition, next]))
  return positions.every(
    ({ partition, start, reached = 0 }) => Math.max(start, done.get(partition) ?? 0) >= reached,
  )
}

/** null when no entry waits in any partition. */
export const oldestOf = (lag: readonly PartitionLag[]): Date | null =>
  lag.reduce<Date | null>(
    (oldest, { since }) => (since && (oldest === null || since < oldest) ? since : oldest),
    null,
  )

export const ageInSeconds = (since: Date | null, now: Date): number =>
  since === null ? 0 : Math.max(0, now.getTime() - since.getTime()) / 1000

export type LagMetrics = ReturnType<typeof lagMetrics>
/** Gauges for each partition, absent while unknown. The API exports them too, in case the projector has stopped. */
export const lagMetrics = (registry: Registry) => {
  const { gauge } = openMeters(registry)
  return {
    lagEvents: gauge(
      'projector_lag_events',
      'Entries of the log that the dashboard does not count yet.',
      'partition',
    ),
    lagSeconds: gauge(
      'projector_lag_seconds',
      'Age of the oldest entry that the dashboard does not count yet.',
      'partition',
    ),
    owned: gauge('projector_partition_owned', '1 while a projector reads the partition.', 'partition'),
  }
}

export const setLag = ({ lagEvents, lagSeconds, owned }: LagMetrics, serving: ServingLag | null): void => {
  for (const gauge of [lagEvents, lagSeconds, owned]) gauge.reset()
  const now = new Date()
  for (const { partition, entries, since } of serving?.lag ?? []) {
    const label = { partition: String(partition) }
    lagEvents.set(label, entries)
    lagSeconds.set(label, ageInSeconds(since, now))
    owned.set(label, serving?.owned.has(partition) ? 1 : 0)
  }
}

export type ServingLag = {
  lag: PartitionLag[]
  allOwned: boolean
  owned: ReadonlySet<number>
}

type ServingLagDeps = {
  log: Pick<Log, 'positions' | 'timesAt' | 'owned'>
  sql: Sql
  clickhouse: { client(): ClickHouseClient }
}

/** Progress as last read. It stays valid while ClickHouse is down, because the projector makes no progress then. */
type Known = { progress: Progress[]; readAt: number; awaySince?: number }

const KNOWN_FOR_MS = 60_000
const STORE_WITHIN_MS = 500
const ANSWER_WITHIN_MS = 1_500

/** The returned function rejects if PostgreSQL or the log does not answer, or if the progress is unknown. */
export const openServingLag = ({ log, sql, clickhouse }: ServingLagDeps): (() => Promise<ServingLag>) => {
  let client: ClickHouseClient | undefined
  const last = new Map<string, Known>()

  const progressOf = async (db: string): Promise<Progress[]> => {
    client ??= clickhouse.client()
    const asking = readProgress(client, db).then(progress => {
      // Store the result even if this caller has stopped waiting. The next caller gets it.
      last.set(db, { progress, readAt: performance.now() })
      return progress
    })
    try {
      return await within(STORE_WITHIN_MS, asking)
    } catch (error) {
      const known = last.get(db)
      if (!known) throw error
      known.awaySince ??= performance.now()
      if (known.awaySince - known.readAt > KNOWN_FOR_MS) throw error
      return known.progress
    }
  }
  const read = async (): Promise<ServingLag> => {
    const db = await servingDatabase(sql)
    const group = groupOf(db)
    const progress = await progressOf(db)
    const done = new Map(progress.map(({ partition, next }) => [partition, next]))
    const [lag, owned] = await Promise.all([readLag(log, group, done), log.owned(group)])
    return { lag, owned, allOwned: lag.every(({ partition }) => owned.has(partition)) }
  }
  return () => within(ANSWER_WITHIN_MS, read())
}
