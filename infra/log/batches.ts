/** Collects appends into batches and sends one batch at a time. Each append settles within its time limit. */
import { openLinger } from './linger.ts'
import type { LogEntry } from './log.ts'

export type Part = {
  entries: LogEntry[]
  bytes: number
  /** Settles the append. A call without an error means that the entries are durable. Only the first call counts. */
  settle(error?: unknown): void
  settled: boolean
  /** Error of the last attempt. The error after a timeout includes it. */
  trouble: unknown
}

export type BatchLimits = {
  entries: number
  bytes: number
  /**
   * Minimum number of milliseconds between the starts of two sends. Fewer sends are cheaper, because each costs as much
   * as twenty entries. Once `enough` entries or bytes wait, the next send starts at once.
   */
  lingerMs: number
  enough: { entries: number; bytes: number }
  timeoutMs: number
}

export type Batches = {
  /** If one of the entries is too large, rejects at once and appends none of them. */
  add(entries: LogEntry[]): Promise<void>
  idle(): Promise<void>
}

/** `deliver` must settle every part that a timeout has not already settled. */
export const openBatches = (deliver: (parts: Part[]) => Promise<void>, limits: BatchLimits): Batches => {
  let waiting: Part[] = []
  let waits = { entries: 0, bytes: 0 }
  let draining: Promise<void> | undefined
  const linger = openLinger(
    limits.lingerMs,
    () => waits.entries >= limits.enough.entries || waits.bytes >= limits.enough.bytes,
  )
  const take = () => {
    const live = waiting.filter(part => !part.settled)
    const count = countThatFits(live, limits)
    waiting = live.slice(count)
    waits = sizesOf(waiting)
    return live.slice(0, count)
  }
  const drain = async () => {
    while (waiting.length > 0) {
      // Let requests that have already arrived join this batch.
      await new Promise(setImmediate)
      await linger.over()
      const parts = take()
      if (parts.length > 0) await deliver(parts)
    }
    draining = undefined
  }
  const enqueue = (entries: LogEntry[], bytes: number) =>
    new Promise<void>((resolve, reject) => {
      waiting.push(openPart(entries, bytes, limits.timeoutMs, resolve, reject))
      waits.entries += entries.length
      waits.bytes += bytes
      linger.look()
      draining ??= drain()
    })
  return {
    async add(entries) {
      await Promise.all(split(entries, limits).map(part => enqueue(part.entries, part.bytes)))
    },
    idle: async () => draining,
  }
}

const openPart = (
  entries: LogEntry[],
  bytes: number,
  timeoutMs: number,
  resolve: () => void,
  reject: (error: unknown) => void,
): Part => {
  const part: Part = {
    entries,
    bytes,
    settled: false,
    trouble: undefined,
    settle(error) {
      if (part.settled) return
      part.settled = true
      clearTimeout(timer)
      if (error === undefined) resolve()
      else reject(error)
    },
  }
  const timer = setTimeout(() => {
    const why = part.trouble instanceof Error ? `: ${part.trouble.message}` : ''
    part.settle(
      new Error(`The log did not accept the entries within ${timeoutMs} ms${why}`, { cause: part.trouble }),
    )
  }, timeoutMs)
  return part
}

const sizesOf = (parts: Part[]) => ({
  entries: parts.reduce((sum, part) => sum + part.entries.length, 0),
  bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
})

const countThatFits = (parts: Part[], limits: BatchLimits): number => {
  let entries = 0
  let bytes = 0
  const fitting = parts.findIndex(part => {
    entries += part.entries.length
    bytes += part.bytes
    return entries > limits.entries || bytes > limits.bytes
  })
  return fitting === -1 ? parts.length : fitting
}

const split = (entries: LogEntry[], limits: BatchLimits): { entries: LogEntry[]; bytes: number }[] => {
  const parts: { entries: LogEntry[]; bytes: number }[] = []
  for (const entry of entries) {
    const bytes = sizeOf(entry)
    if (bytes > limits.bytes) throw new Error(`An entry of the log is larger than ${limits.bytes} bytes.`)
    const last = parts.at(-1)
    if (last && last.entries.length < limits.entries && last.bytes + bytes <= limits.bytes) {
      last.entries.push(entry)
      last.bytes += bytes
    } else parts.push({ entries: [entry], bytes })
  }
  return parts
}

/** Kafka's overhead per record is below 40 bytes, plus 80 for a trace header. */
const sizeOf = ({ key, value, headers }: LogEntry): number =>
  Buffer.byteLength(key) + Buffer.byteLength(value) + (headers ? 120 : 40)
