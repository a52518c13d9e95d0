/**
 * Computes the lag behind the log from the log itself: its end, and the append time of the oldest waiting entry. Gauges, accounting and
 * dashboard all show this number, even while no projector runs.
 */
import type { Log, Position } from './log.ts'

export type PartitionLag = {
  partition: number
  /** Number of waiting entries. */
  entries: number
  /** Append time of the oldest waiting entry. null when none waits. */
  since: Date | null
}

/** `done`: next offset to process, by partition. Rejects when the log does not answer. */
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
  // Deleted entries do not count as lag.
  return places.map(({ partition, entries }) => {
    const since = times.get(partition) ?? null
    return { partition, entries: since ? entries : 0, since }
  })
}

/** Whether the read models hold all that was ever committed. After a restore they do not until the projector has caught up. */
export const isFilled = (
  positions: readonly Position[],
  progress: readonly { partition: number; next: number }[],
): boolean => {
  const done = new Map(progress.map(({ partition, next }) => [partition, next]))
  return positions.every(
    ({ partition, start, reached = 0 }) => Math.max(start, done.get(partition) ?? 0) >= reached,
  )
}

/** Append time of the oldest waiting entry in any partition. null when none waits. */
export const oldestOf = (lag: readonly PartitionLag[]): Date | null =>
  lag.reduce<Date | null>(
    (oldest, { since }) => (since && (oldest === null || since < oldest) ? since : oldest),
    null,
  )

export const ageInSeconds = (since: Date | null, now: Date): number =>
  since === null ? 0 : Math.max(0, now.getTime() - since.getTime()) / 1000
