/** Which read models a batch touches, and in which buckets. Asked of its minutes by kind: these are far fewer than its events. */
import type { Kind } from './kinds.ts'
import type { Projection } from './projection.ts'
import { bucketOfMinute, type Minutes, minuteFor, type Rollup } from './rollup.ts'

type Seen = Record<keyof Minutes, Set<number>>

export const touchedBy = (
  events: (Minutes & { kind: Kind })[],
  conflicts: Minutes[],
  projections: Projection[],
): { touched: Projection[]; bucketsOf: Map<Rollup, number[]> } => {
  const byKind = new Map<Kind, Seen>()
  for (const event of events) {
    const seen = byKind.get(event.kind) ?? nothing()
    see(seen, event)
    byKind.set(event.kind, seen)
  }
  const everywhere = nothing()
  for (const conflict of conflicts) see(everywhere, conflict)
  const touched = projections.filter(
    ({ reads }) => conflicts.length > 0 || reads.some(kind => byKind.has(kind)),
  )
  const readBy = new Map<Rollup, Set<Kind>>()
  for (const { reads, rollups } of touched)
    for (const rollup of rollups) readBy.set(rollup, new Set([...(readBy.get(rollup) ?? []), ...reads]))
  const bucketsOf = [...readBy].map(([rollup, reads]) => {
    const seen = [everywhere, ...[...reads].flatMap(kind => byKind.get(kind) ?? [])]
    return [rollup, bucketsIn(rollup, seen)] as const
  })
  return { touched, bucketsOf: new Map(bucketsOf) }
}

const nothing = (): Seen => ({ minute: new Set(), sessionMinute: new Set() })

const see = (seen: Seen, { minute, sessionMinute }: Minutes): void => {
  seen.minute.add(minute)
  seen.sessionMinute.add(sessionMinute)
}

const bucketsIn = ({ bucket }: Rollup, all: Seen[]): number[] => {
  const minutes = all.flatMap(seen => [...seen[minuteFor(bucket)]])
  return [...new Set(minutes.map(minute => bucketOfMinute(bucket, minute)))]
}
