/** The contract of every log. The log is the source of all events. */
import { crc32 } from 'node:zlib'

/** An entry to append. Entries with the same key stay in order. */
export type LogEntry = {
  key: string
  value: string
  /** W3C trace context of the request. Absent without tracing. */
  headers?: { traceparent: string }
}
export type LogRecord = LogEntry & { partition: number; offset: number; appendedAt: Date }

/**
 * Offsets count from 0 in each partition. `end`: next offset to write. `committed`: next offset to handle.
 * `reached`: highest offset ever committed, where the log stores it.
 */
export type Position = { partition: number; start: number; end: number; committed: number; reached?: number }

export type Place = { partition: number; offset: number }

export type ConsumeOptions = {
  /** After an abort, `consume` resolves once the running batch is done and committed. */
  signal: AbortSignal
  /** Upper bound of records per call. Default: 5,000. */
  maxBatch?: number
  /** Called once for each newly assigned partition. If it returns an offset below the committed one, reading starts there. */
  startAt?: (partition: number) => Promise<number | null>
  /** Receives the probable next batch while `handle` runs. The log may hand over a different batch. */
  ahead?: (batch: LogRecord[]) => void
  /** Receives errors of `handle`, `startAt` and of reading the log. All of them are retried. */
  onError?: (error: unknown) => void
}

export type Log = {
  /** Resolves only when every entry is durable. After a rejection some entries may still have been written. */
  append(entries: LogEntry[]): Promise<void>
  /**
   * Hands over batches of one partition each. A new group starts at the beginning of the log. Batches of one partition run one at a time,
   * batches of different partitions possibly in parallel. A batch whose `handle` throws is retried with back-off, while
   * other partitions continue. Consumers of a group in any number of processes share the partitions. When one ends or dies,
   * the others continue from its committed offsets, so a batch may be handled twice.
   */
  consume(
    group: string,
    handle: (batch: LogRecord[]) => Promise<void>,
    options: ConsumeOptions,
  ): Promise<void>
  positions(group: string): Promise<Position[]>
  /** Sets the committed offsets of a group that has no running consumer. */
  moveTo(group: string, places: readonly Place[]): Promise<void>
  /** The append time of the first entry at or after each position. Partitions without such an entry are absent. */
  timesAt(places: readonly Place[]): Promise<Map<number, Date>>
  /** Partitions that the group's consumers own. A dead consumer owns its partitions until the log notices, within ten seconds. */
  owned(group: string): Promise<Set<number>>
  /** Ends the consumers like an abort. Later calls of `append` reject. */
  close(): Promise<void>
}

/** The partition of a key. It must be the same in every process and release. */
export const partitionOf = (key: string, partitions: number): number => crc32(key) % partitions
