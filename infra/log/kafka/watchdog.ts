/** Notices a consumer that has stalled inside kafkajs: entries wait, nothing fails, and none is handed over. */
import type { Position } from '../log.ts'

type Watched = {
  positions(): Promise<Position[]>
  /** Whether this partition's entries should be coming: it is ours, and we are neither busy nor pausing it. */
  isOwed(partition: number): boolean
  stallMs: number
  clock?: () => number
}

/** To be called now and then; throws once a partition has stalled. */
export const openWatchdog = ({ positions, isOwed, stallMs, clock = () => performance.now() }: Watched) => {
  const seen = new Map<number, { committed: number; at: number }>()
  return async (): Promise<void> => {
    const places = await positions().catch(() => undefined)
    // An outage is no stall: time counts from when Kafka answers again.
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
