/** Passes batches from kafkajs to `handle`, retries failed ones and commits offsets. */
import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs'
import { trackPending, untilDone } from '../../platform/timing.ts'
import type { ConsumeOptions, LogRecord, Position } from '../log.ts'

type Given = {
  kafka: Pick<Consumer, 'seek'>
  topic: string
  handle: (batch: LogRecord[]) => Promise<void>
  options: ConsumeOptions
  positions(): Promise<Position[]>
  heartbeatMs: number
}
type Payload = Pick<
  EachBatchPayload,
  'batch' | 'heartbeat' | 'pause' | 'isRunning' | 'isStale' | 'resolveOffset' | 'commitOffsetsIfNecessary'
>

export type HandOver = {
  /** Called after a rebalance, before the first entries of the new partitions. */
  take(partitions: number[]): void
  eachBatch(payload: Payload): Promise<void>
  has(partition: number): boolean
  /** True while `handle` runs for any partition, or while this partition waits for a retry. */
  isBusy(partition: number): boolean
  /** Resolves when the running batches are done and their offsets committed. */
  close(): Promise<void>
}

const MAX_BATCH = 5_000
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000

export const openHandOver = ({ kafka, topic, handle, options, positions, heartbeatMs }: Given): HandOver => {
  const { maxBatch = MAX_BATCH, onError = console.error, startAt } = options
  const taken = new Map<number, Promise<void>>()
  /** Last offset and back-off in ms of each failed batch. A retry ends at that offset, so it has the same entries. */
  const failed = new Map<number, { last: number; delay: number }>()
  const timers = new Set<NodeJS.Timeout>()
  const inHand = trackPending()
  const closing = new AbortController()
  const over = AbortSignal.any([options.signal, closing.signal])
  /** Aborts with the next rebalance. */
  let taking = new AbortController()

  /** Seeks back if `startAt` returns an offset below the committed one. Batches of the partition wait for the seek. */
  const goBack = async (partition: number, signal: AbortSignal) => {
    if (!startAt) return
    const loop = { signal, onError, everyMs: FIRST_DELAY_MS, mostMs: MAX_DELAY_MS }
    await untilDone(loop, async () => {
      const wanted = await startAt(partition)
      const place = (await positions()).find(found => found.partition === partition)
      if (wanted !== null && place && wanted < place.committed && !signal.aborted)
        kafka.seek({ topic, partition, offset: String(Math.max(wanted, place.start)) })
    })
  }

  /** Sends heartbeats while `work` runs. After a failed heartbeat, the commit fails too and reports it. */
  const alive = async <T>(heartbeat: () => Promise<void>, work: Promise<T>): Promise<T> => {
    const timer = setInterval(() => heartbeat().catch(() => undefined), heartbeatMs)
    try {
      return await work
    } finally {
      clearInterval(timer)
    }
  }

  /** Pauses only this partition. */
  const postpone = ({ batch, pause }: Payload, records: LogRecord[]) => {
    const before = failed.get(batch.partition)?.delay ?? FIRST_DELAY_MS / 2
    const delay = Math.min(before * 2, MAX_DELAY_MS)
    failed.set(batch.partition, { last: records.at(-1)?.offset ?? 0, delay })
    const resume = pause()
    const timer = setTimeout(() => {
      timers.delete(timer)
      resume()
    }, delay)
    timers.add(timer)
  }

  const handOne = async (payload: Payload, records: LogRecord[]): Promise<boolean> => {
    const { partition } = payload.batch
    try {
      await alive(payload.heartbeat, handle(records))
    } catch (error) {
      onError(error)
      postpone(payload, records)
      return false
    }
    failed.delete(partition)
    const last = records.at(-1)?.offset ?? 0
    payload.resolveOffset(String(last))
    const partitions = [{ partition, offset: String(last + 1) }]
    await payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions }] })
    // Throws during a rebalance. kafkajs then rejoins the group and redelivers the following entries.
    await payload.heartbeat()
    return true
  }

  const nextSlice = (partition: number, messages: KafkaMessage[], from: number): LogRecord[] => {
    const records = messages.slice(from, from + maxBatch).map(message => toRecord(partition, message))
    const before = failed.get(partition)
    return before ? records.filter(record => record.offset <= before.last) : records
  }

  return {
    take(partitions) {
      taken.clear()
      failed.clear()
      taking.abort()
      taking = new AbortController()
      const signal = AbortSignal.any([over, taking.signal])
      for (const partition of partitions) taken.set(partition, goBack(partition, signal))
    },
    async eachBatch(payload) {
      const { partition, messages } = payload.batch
      await alive(payload.heartbeat, taken.get(partition) ?? Promise.resolve())
      let done = 0
      while (done < messages.length && payload.isRunning() && !payload.isStale() && !over.aborted) {
        const records = nextSlice(partition, messages, done)
        if (!(await inHand.add(handOne(payload, records)))) return
        done += records.length
      }
    },
    has: partition => taken.has(partition),
    isBusy: partition => !inHand.isIdle() || failed.has(partition),
    async close() {
      closing.abort()
      for (const timer of timers) clearTimeout(timer)
      await inHand.settled()
    },
  }
}

const toRecord = (partition: number, message: KafkaMessage): LogRecord => {
  const { offset, key, value, timestamp, headers } = message
  const record: LogRecord = {
    partition,
    offset: Number(offset),
    key: key?.toString() ?? '',
    value: value?.toString() ?? '',
    appendedAt: new Date(Number(timestamp)),
  }
  if (headers?.traceparent) record.headers = { traceparent: headers.traceparent.toString() }
  return record
}
