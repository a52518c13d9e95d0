/** Waits until a consumer group has read all entries that the log held at the call. Ignores later entries. */
import { pause } from '../platform/timing.ts'
import type { Log } from './log.ts'

type Positions = Pick<Log, 'positions'>
type Ends = Map<number, number>

const LOOK_EVERY_MS = 500

export const endsOf = async (log: Positions, group: string): Promise<Ends> =>
  new Map((await log.positions(group)).map(({ partition, end }) => [partition, end]))

export const isAt = async (log: Positions, group: string, ends: Ends): Promise<boolean> =>
  (await log.positions(group)).every(({ partition, committed }) => committed >= (ends.get(partition) ?? 0))

/** Returns false when the signal aborts first. */
export const reachesEnd = async (log: Positions, group: string, signal: AbortSignal): Promise<boolean> => {
  const ends = await endsOf(log, group)
  while (!signal.aborted) {
    if (await isAt(log, group, ends)) return true
    await pause(LOOK_EVERY_MS, signal)
  }
  return false
}
