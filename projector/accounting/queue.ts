/** What the books have read of the log and not yet settled: counts and ids by place, bounded. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { addCounts, type Counts, type Tally, tallyOf } from '../pipeline/tally.ts'

export type Places = Map<number, number>
export type Read = { partition: number; offset: number; appendedAt: number } & Tally

/** Beyond so many events the log is not read further: about 100 bytes each. */
const MAX_EVENTS = 200_000
const LOOK_AGAIN_MS = 50

/** Asked before records are taken, again and again while it says yes. */
export type Rests = (records: number) => Promise<boolean>

export type Queue = ReturnType<typeof openQueue>

/**
 * Starts at `places`, 0 for a partition not named; `signal` frees whoever waits for room, or while `rests` says that
 * others need the machine more.
 */
export const openQueue = (places: Places, signal: AbortSignal, rests: Rests = async () => false) => {
  const waiting = new Map<number, Read[]>()
  const ends: Places = new Map(places)
  let counts: Counts = {}
  let events = 0

  const push = (record: LogRecord): void => {
    const { partition, offset, appendedAt } = record
    // A batch comes again when the log could not note that it was handled.
    if (offset < (ends.get(partition) ?? 0)) return
    const read = { partition, offset, appendedAt: appendedAt.getTime(), ...tallyOf(record.value) }
    const own = waiting.get(partition) ?? []
    own.push(read)
    waiting.set(partition, own)
    ends.set(partition, offset + 1)
    counts = addCounts(counts, read.counts)
    events += read.known.length
  }

  return {
    /** Resolves when there is room for more. */
    take: async (records: LogRecord[]): Promise<void> => {
      while (!signal.aborted && (events >= MAX_EVENTS || (await rests(records.length))))
        await new Promise(resolve => setTimeout(resolve, LOOK_AGAIN_MS))
      records.forEach(push)
    },
    /** One after the newest entry that was read. */
    end: (partition: number): number => ends.get(partition) ?? 0,
    before: (limits: Places): Read[] =>
      [...limits].flatMap(([partition, limit]) => {
        const own = waiting.get(partition) ?? []
        const count = own.findIndex(read => read.offset >= limit)
        return count === -1 ? own : own.slice(0, count)
      }),
    drop: (limits: Places): void => {
      for (const [partition, limit] of limits) {
        const own = waiting.get(partition) ?? []
        const kept = own.findIndex(read => read.offset >= limit)
        for (const read of own.splice(0, kept === -1 ? own.length : kept)) {
          counts = addCounts(counts, read.counts, -1)
          events -= read.known.length
        }
      }
    },
    /** Of all that waits. */
    counts: (): Counts => counts,
    /** How many entries wait from these places on. */
    beyond: (places: Places): number =>
      [...waiting].reduce((sum, [partition, own]) => {
        const next = places.get(partition) ?? 0
        return sum + own.length - own.filter(read => read.offset < next).length
      }, 0),
    /** When the log took the oldest that waits in each partition; milliseconds. */
    oldest: (): Map<number, number> =>
      new Map([...waiting].flatMap(([partition, [head]]) => (head ? [[partition, head.appendedAt]] : []))),
  }
}
