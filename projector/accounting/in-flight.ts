/** The end of the log that was not projected at the last snapshot: counts by position, in memory and bounded. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { pause } from '@firsttouch/infra/platform/timing'
import type { Offsets } from '../pipeline/counted.ts'
import { type TypeCounts, tallyOf } from '../pipeline/tally.ts'

/** With so many events the log is not read further until the projector has come by them: about 100 bytes each. */
const MAX_EVENTS = 200_000
const LOOK_AGAIN_MS = 50

type Waiting = { offset: number; appendedAt: number; counts: TypeCounts }
export type InFlight = {
  counts: TypeCounts
  /** When the log took the oldest entry of each partition; milliseconds. */
  oldest: [partition: number, at: number][]
}

export const openInFlight = (projected: Offsets, signal: AbortSignal) => {
  const waiting = new Map<number, Waiting[]>()
  const next: Offsets = new Map(projected)
  const nextOf = (partition: number) => next.get(partition) ?? 0
  let events = 0

  const push = ({ partition, offset, appendedAt, value }: LogRecord): void => {
    // A batch comes again when the log could not note that it was handled.
    if (offset < nextOf(partition)) return
    next.set(partition, offset + 1)
    const { counts } = tallyOf(value)
    events += eventsIn(counts)
    const own = waiting.get(partition) ?? []
    own.push({ offset, appendedAt: appendedAt.getTime(), counts })
    waiting.set(partition, own)
  }

  return {
    nextOf,
    take: async (records: LogRecord[]): Promise<void> => {
      while (!signal.aborted && events >= MAX_EVENTS) await pause(LOOK_AGAIN_MS, signal)
      records.forEach(push)
    },
    pass: (offsets: Offsets): void => {
      for (const [partition, end] of offsets) {
        next.set(partition, Math.max(nextOf(partition), end))
        const own = waiting.get(partition) ?? []
        const kept = own.findIndex(({ offset }) => offset >= end)
        for (const { counts } of own.splice(0, kept === -1 ? own.length : kept)) events -= eventsIn(counts)
      }
    },
    read: (): InFlight => ({
      counts: sumOf([...waiting.values()].flatMap(own => own.map(({ counts }) => counts))),
      oldest: [...waiting].flatMap(([partition, [head]]) => (head ? [[partition, head.appendedAt]] : [])),
    }),
  }
}

const eventsIn = (counts: TypeCounts): number => Object.values(counts).reduce((sum, n) => sum + n, 0)

const sumOf = (all: TypeCounts[]): TypeCounts => {
  const sum: TypeCounts = {}
  for (const counts of all)
    for (const [type, n] of Object.entries(counts) as [keyof TypeCounts, number][])
      sum[type] = (sum[type] ?? 0) + n
  return sum
}
