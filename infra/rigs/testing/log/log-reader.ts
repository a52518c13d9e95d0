import type { ConsumeOptions, Log, LogEntry, LogRecord } from '../../../log/log.ts'
import { cleanUpAfter } from '../clean-up.ts'
import { until } from '../until.ts'

/** Time limit for a log to deliver records, and to reassign a dead consumer's partitions. */
export const PATIENCE_MS = 20_000
export const GROUP = 'readers'

const cleanUp = cleanUpAfter('each')
const reading = new Set<AbortController>()

/** Starts a consumer in the background. Returns its records and a function that stops it. */
export const follow = (log: Log, options: Partial<ConsumeOptions> & { group?: string } = {}) => {
  const stop = new AbortController()
  const seen: LogRecord[] = []
  const batches: LogRecord[][] = []
  const done = log.consume(
    options.group ?? GROUP,
    async batch => {
      batches.push(batch)
      seen.push(...batch)
    },
    { ...options, signal: stop.signal },
  )
  const end = async () => {
    stop.abort()
    await done
  }
  reading.add(stop)
  cleanUp.push(async () => {
    // Stop all readers before waiting for one, because each finishes its last read first.
    for (const one of reading) one.abort()
    reading.clear()
    await done
  })
  return { seen, batches, end, sees: (n: number) => until(() => seen.length >= n, PATIENCE_MS) }
}

export type Reader = ReturnType<typeof follow>

export const entries = (n: number, keys = 7): LogEntry[] =>
  Array.from({ length: n }, (_, i) => ({ key: `key ${i % keys}`, value: `value ${i}` }))

export const values = (records: { value: string }[]): string[] =>
  records.map(record => record.value).toSorted()
