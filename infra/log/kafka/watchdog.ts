/** Detects a consumer that has stalled inside kafkajs: entries wait and none is handed over, without an error. */
import type { Position } from '../log.ts'

type Watched = {
  positions(): Promise<Position[]>
  /** Whether entries of this partition should arrive: we own it, and it is neither busy nor paused. */
  isOwed(partition: number): boolean
  stallMs: number
  clock?: () => number
}

/** Returns a check for periodic calls. It throws once a partition has stalled. */
export const openWatchdog = ({ positions, isOwed, stallMs, clock = () => performance.now() }: Watched) => {
  const seen = new Map<number, { committed: number; at: number }>()
  return async (): Promise<void> => {
    const places = await positions().catch(() => undefined)
    // An outage is not a stall. The time counts from Kafka's next answer.
    if (!places) return seen.clear()
    for (const { partition, committed, end } of places) {
      const last = seen.get(partition)
      if (!last || last.committed !== committed || committed >= end || !isOwed(partition))
        seen.set(partition, { committed, at: clock() })
      else if (clock() - last.at >= stallMs)
        throw new Error(
          `The consumer has stalled: ${end - committed} entries wait in partition ${partition} of the log, and none came for ${stallMs / 1000} s.`,
        )
    }
  }
}
