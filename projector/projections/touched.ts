/** Finds the buckets that events touch. Starts from distinct minutes, because there are fewer minutes than events. */
import { bucketOfMinute, type EventType, type Minutes, minuteFor, type Rollup } from './rollup.ts'

type Touching = Minutes & { type: EventType }

export const touchedBy = (events: Touching[], rollups: Rollup[]): Map<Rollup, number[]> => {
  const byType = new Map<EventType, Record<keyof Minutes, Set<number>>>()
  for (const { type, minute, sessionMinute } of events) {
    const seen = byType.get(type) ?? { minute: new Set(), sessionMinute: new Set() }
    seen.minute.add(minute)
    seen.sessionMinute.add(sessionMinute)
    byType.set(type, seen)
  }
  const bucketsIn = ({ reads, bucket }: Rollup): number[] => {
    const minutes = reads.flatMap(type => [...(byType.get(type)?.[minuteFor(bucket)] ?? [])])
    return [...new Set(minutes.map(minute => bucketOfMinute(bucket, minute)))]
  }
  return new Map(rollups.map(rollup => [rollup, bucketsIn(rollup)]))
}
