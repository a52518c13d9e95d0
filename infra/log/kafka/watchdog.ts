/** Detects a consumer that receives nothing although entries wait. kafkajs reports no error for this. */
import type { Position } from '../log.ts'

type Watched = {
  positions(): Promise<Position[]>
  /** True if entries should arrive: we own the partition and are idle, or a rebalance has taken too long. */
  isOwed(partition: number): boolean
  stallMs: number
  clock?: () => number
}

/** Returns a function to call periodically. It throws once a partition has stalled. */
export const openWatchdog = ({ positions, isOwed, stallMs, clock = () => performance.now() }: Watched) => {
  const seen = new Map<number, { committed: number; at: number }>()
  return async (): Promise<void> => {
    const places = await positions().catch(() => undefined)
    // An outage of Kafka is not a stall.
    if (!places) return seen.clear()
    for (const { partition, committed, end } of places) {
      const last = seen.get(partition)
      if (!last || last.committed !== committed || committed >= end || !isOwed(partition))
        seen.set(partition, { committed, at: clock() })
      else if (clock() - last.at >= stallMs)
        throw new Error(
          `The consumer has stalled: ${end - committed} entries wait in partition ${partition} of the log, and none arrived for ${stallMs / 1000} s.`,
        )
    }
  }
}
