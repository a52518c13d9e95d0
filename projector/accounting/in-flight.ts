/** The end of the log that was not projected at the last snapshot: counts by position, in memory and bounded. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { pause } from '@firsttouch/infra/platform/timing'
import type { Offsets } from '../pipeline/counted.ts'
import { type CountedType, type TypeCounts, tallyOf } from '../pipeline/entries/tally.ts'

/** With so many events the log is not read further until the projector has come by them: about 100 bytes each. */
const MAX_EVENTS = 200_000
const LOOK_AGAIN_MS = 50
/** What comes soon after is read with the next: whoever says what is in flight does so four times a second. */
const READ_EVERY_MS = 200

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
  const sum = openSum()

  const push = ({ partition, offset, appendedAt, value }: LogRecord): void => {
    // A batch comes again when the log could not note that it was handled.
    if (offset < nextOf(partition)) return
    next.set(partition, offset + 1)
    const { counts } = tallyOf(value)
    sum.add(counts, 1)
    const own = waiting.get(partition) ?? []
    own.push({ offset, appendedAt: appendedAt.getTime(), counts })
    waiting.set(partition, own)
  }

  return {
    nextOf,
    take: async (records: LogRecord[]): Promise<void> => {
      while (!signal.aborted && sum.events() >= MAX_EVENTS) await pause(LOOK_AGAIN_MS, signal)
      records.forEach(push)
      await pause(READ_EVERY_MS, signal)
    },
    pass: (offsets: Offsets): void => {
      for (const [partition, end] of offsets) {
        next.set(partition, Math.max(nextOf(partition), end))
        const own = waiting.get(partition) ?? []
        const kept = own.findIndex(({ offset }) => offset >= end)
        for (const { counts } of own.splice(0, kept === -1 ? own.length : kept)) sum.add(counts, -1)
      }
    },
    read: (): InFlight => ({
      counts: { ...sum.counts },
      oldest: [...waiting].flatMap(([partition, [head]]) => (head ? [[partition, head.appendedAt]] : [])),
    }),
  }
}

const openSum = () => {
  const counts: TypeCounts = {}
  let events = 0
  return {
    counts,
    events: () => events,
    add: (more: TypeCounts, sign: 1 | -1): void => {
      for (const [type, n] of Object.entries(more) as [CountedType, number][]) {
        const sum = (counts[type] ?? 0) + sign * n
        if (sum === 0) delete counts[type]
        else counts[type] = sum
        events += sign * n
      }
    },
  }
}
