/** The interface of every log, in Kafka or in PostgreSQL. The log is the source of truth for all events. */
import { crc32 } from 'node:zlib'

/** An entry to append. Entries with the same key stay in order. */
export type LogEntry = {
  key: string
  value: string
  /** W3C trace context of the request that sent the entry. Absent without tracing. */
  headers?: { traceparent: string }
}
export type LogRecord = LogEntry & { partition: number; offset: number; appendedAt: Date }

/**
 * Offsets count from 0. `end` is the next offset to write, `committed` the next to handle. `reached` is the highest
 * offset that was ever committed. Only the log in PostgreSQL stores `reached`.
 */
export type Position = { partition: number; start: number; end: number; committed: number; reached?: number }

export type Place = { partition: number; offset: number }

export type ConsumeOptions = {
  /** After an abort, `consume` resolves once the running batch is done and committed. */
  signal: AbortSignal
  /** Upper bound of records per call. Default: 5,000. */
  maxBatch?: number
  /** Called once per newly assigned partition. Reading starts at the result if it is below the committed offset. */
  startAt?: (partition: number) => Promise<number | null>
  /** Receives the probable next batch while `handle` runs. The log may hand over a different batch. */
  ahead?: (batch: LogRecord[]) => void
  /** Receives errors of `handle`, of `startAt` and of reading the log. The consumer retries after each error. */
  onError?: (error: unknown) => void
}

export type Log = {
  /** Resolves only when every entry is durable. After a rejection some entries may still have been written. */
  append(entries: LogEntry[]): Promise<void>
  /**
   * Calls `handle` with batches, each of one partition. A new group starts at the beginning of the log. Batches of one
   * partition run one at a time, and those of different partitions in parallel. If `handle` throws, the batch is
   * retried with back-off while other partitions continue. The consumers of a group share the partitions, even across
   * processes. A batch may be handled twice, because after a consumer dies, others continue from its committed offsets.
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
  /** Partitions that consumers of the group own. A dead consumer counts as an owner for up to ten seconds. */
  owned(group: string): Promise<Set<number>>
  /** Ends all consumers as if their signals had aborted. Later calls of `append` reject. */
  close(): Promise<void>
}

/** The partition of a key. It must be the same in every process and release. */
export const partitionOf = (key: string, partitions: number): number => crc32(key) % partitions
