/** One write at a time; whatever waits meanwhile goes together in the next. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openLinger } from './linger.ts'
import type { LogEntry } from './log.ts'

type Waiting = { entries: LogEntry[]; size: number; resolve: () => void; reject: (error: unknown) => void }
type Limits = {
  entries: number
  size: number
  /** Writes begin so far apart, unless a part of the limits waits that is enough for one. */
  lingerMs: number
  enough: { entries: number; size: number }
}

export type GroupCommit = {
  add(entries: LogEntry[]): Promise<void>
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>
}

/** `size` counts characters. An entry that alone is larger is written alone. */
export const openGroupCommit = (
  write: (entries: LogEntry[]) => Promise<void>,
  limits: Limits,
): GroupCommit => {
  const waiting: Waiting[] = []
  let waitingEntries = 0
  let waitingSize = 0
  let draining: Promise<void> | undefined
  const linger = openLinger(
    limits.lingerMs,
    () => waitingEntries >= limits.enough.entries || waitingSize >= limits.enough.size,
  )

  const drain = async () => {
    while (waiting.length > 0) {
      // Requests that have already arrived join this write: fewer, larger writes for no noticeable wait.
      await nextTurn()
      await linger.over()
      const batch = takeBatch(waiting, limits)
      // A failed write rejects exactly the appends that it held.
      const entries = batch.flatMap(part => part.entries)
      waitingEntries -= entries.length
      waitingSize -= batch.reduce((sum, part) => sum + part.size, 0)
      const error = await write(entries).then(() => null, toError)
      for (const part of batch)
        if (error) part.reject(error)
        else part.resolve()
    }
    draining = undefined
  }
  const enqueue = (entries: LogEntry[]) =>
    new Promise<void>((resolve, reject) => {
      const size = sizeOf(entries)
      waiting.push({ entries, size, resolve, reject })
      waitingEntries += entries.length
      waitingSize += size
      linger.look()
      draining ??= drain()
    })
  return {
    add: async entries => {
      await Promise.all(split(entries, limits).map(enqueue))
    },
    idle: async () => draining,
  }
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

const takeBatch = (waiting: Waiting[], limits: Limits): Waiting[] => {
  let count = 0
  let entries = 0
  let size = 0
  for (const part of waiting) {
    entries += part.entries.length
    size += part.size
    if (count > 0 && (entries > limits.entries || size > limits.size)) break
    count += 1
  }
  return waiting.splice(0, count)
}

const split = (entries: LogEntry[], limits: Limits): LogEntry[][] => {
  const parts: LogEntry[][] = []
  let size = 0
  for (const entry of entries) {
    const last = parts.at(-1)
    size += sizeOf([entry])
    if (last && last.length < limits.entries && size <= limits.size) last.push(entry)
    else {
      parts.push([entry])
      size = sizeOf([entry])
    }
  }
  return parts
}

const sizeOf = (entries: LogEntry[]): number =>
  entries.reduce((sum, { key, value }) => sum + key.length + value.length, 0)
