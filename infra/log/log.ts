/** The log, from which everything else is derived: one contract for every store that can hold it. */
/** Entries with the same key stay in their order. */
export type LogEntry = {
  key: string
  value: string
  /** The trace context of the request (W3C Trace Context). Absent without tracing. */
  headers?: { traceparent: string }
}
export type LogRecord = LogEntry & { partition: number; offset: number; appendedAt: Date }

/**
 * Offsets count from 0 in each partition. `end` is the next one to be written, `committed` the next one to be handled.
 * `reached` is the highest that was ever committed, where the log stores it.
 */
export type Position = { partition: number; start: number; end: number; committed: number; reached?: number }

export type Place = { partition: number; offset: number }

export type ConsumeOptions = {
  /** When it aborts, `consume` resolves as soon as the batch that is being handled is done and remembered. */
  signal: AbortSignal
  /** The largest number of records in one call. Default: 5,000. */
  maxBatch?: number
  /** Asked once for each partition that is taken up. A lower offset than the committed one is where reading begins. */
  startAt?: (partition: number) => Promise<number | null>
  /** Shown what is likely to be handed over next, where the log knows it while a batch is handled. It may never come. */
  ahead?: (batch: LogRecord[]) => void
  /** Called with errors of `handle` and `startAt`, and with errors of reading the log. All are retried. */
  onError?: (error: unknown) => void
}

export type Log = {
  /** Resolves only when every entry is durable. When it rejects, some of them may have been written all the same. */
  append(entries: LogEntry[]): Promise<void>
  /**
   * Hands over batches of one partition each, from the beginning for a new group: one at a time of the same partition,
   * of different partitions possibly at the same time. While `handle` throws, the batch comes again after a growing pause, and
   * other partitions go on. Consumers of one group, in any number of processes, share the partitions; when one ends or dies,
   * the others go on from what it had committed, so a batch may be handled twice.
   */
  consume(
    group: string,
    handle: (batch: LogRecord[]) => Promise<void>,
    options: ConsumeOptions,
  ): Promise<void>
  positions(group: string): Promise<Position[]>
  /** Lets a group that no consumer runs go on from these places, as if it had handled what lies before them. */
  moveTo(group: string, places: readonly Place[]): Promise<void>
  /** When the log took the first entry at or after each place. A partition that holds none there is left out. */
  timesAt(places: readonly Place[]): Promise<Map<number, Date>>
  /** The partitions that a consumer of the group has. One that died has them until the log notices, within ten seconds. */
  owned(group: string): Promise<Set<number>>
  /** Ends the consumers as an abort does; `append` rejects from now on. */
  close(): Promise<void>
}
