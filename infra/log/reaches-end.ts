/** Waits until a consumer group has read all entries that the log held at the call. Ignores later entries. */
import { pause } from '../platform/timing.ts'
import type { Log } from './log.ts'

type Positions = Pick<Log, 'positions'>

const LOOK_EVERY_MS = 500

/** Returns false when the signal aborts first. */
export const reachesEnd = async (log: Positions, group: string, signal: AbortSignal): Promise<boolean> => {
  const ends = new Map((await log.positions(group)).map(({ partition, end }) => [partition, end]))
  while (!signal.aborted) {
    const positions = await log.positions(group)
    if (positions.every(({ partition, committed }) => committed >= (ends.get(partition) ?? 0))) return true
    await pause(LOOK_EVERY_MS, signal)
  }
  return false
}
