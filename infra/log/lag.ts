/**
 * How far something is behind the log, as the log itself says: its end, and when it took the oldest entry that waits. Gauges,
 * accounting and dashboard all show this number, also while no projector runs.
 */
import type { Log, Position } from './log.ts'

export type PartitionLag = {
  partition: number
  /** Entries that wait. */
  entries: number
  /** When the log took the oldest of them; null where none waits. */
  since: Date | null
}

/** `done`: by partition, the next offset to be done. Rejects when the log does not answer. */
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
  // Of entries that were removed nothing waits.
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

/** When the log took the oldest entry that waits anywhere; null where none does. */
export const oldestOf = (lag: readonly PartitionLag[]): Date | null =>
  lag.reduce<Date | null>(
    (oldest, { since }) => (since && (oldest === null || since < oldest) ? since : oldest),
    null,
  )

export const ageInSeconds = (since: Date | null, now: Date): number =>
  since === null ? 0 : Math.max(0, now.getTime() - since.getTime()) / 1000
