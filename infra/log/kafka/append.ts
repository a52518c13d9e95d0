import { setTimeout as sleep } from 'node:timers/promises'
import type { Producer } from 'kafkajs'
import { LateError, within } from '../../platform/timing.ts'
import { type BatchLimits, openBatches, type Part } from '../batches.ts'
import type { LogEntry } from '../log.ts'
import { partitionOf } from '../log.ts'
import {
  isMissingTopic,
  isPassing,
  type KafkaAddress,
  type KafkaClient,
  missingTopic,
  openClient,
} from './connection.ts'
import { COMPRESSION } from './records.ts'

export type Appender = { append(entries: LogEntry[]): Promise<void>; close(): Promise<void> }

/** All entries of a batch may go to one partition, so a whole batch must stay below the topic's `max.message.bytes`. */
const LIMITS: BatchLimits = {
  entries: 500,
  bytes: 2 * 1024 * 1024,
  lingerMs: 2,
  enough: { entries: 32, bytes: 2 * 1024 * 1024 },
  timeoutMs: 5_000,
}
/** Milliseconds. Less than half of an append's time limit, so a second attempt over a new connection still fits. */
const ATTEMPT_MS = 2_400
const CONNECT_MS = 1_000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 500

type Connection = { client: KafkaClient; producer: Producer; ready: Promise<void> }

export const openAppender = (address: KafkaAddress, changed: Partial<BatchLimits> = {}): Appender => {
  const limits = { ...LIMITS, ...changed }
  let connection: Connection | undefined
  let attempts = 0
  let hasSent = false
  let closed = false

  const send = async (entries: LogEntry[]) => {
    connection ??= connectProducer(address, attempts++)
    const { producer, ready } = connection
    const sent = ready.then(() =>
      producer.send({
        topic: address.topic,
        acks: -1,
        timeout: ATTEMPT_MS,
        compression: COMPRESSION,
        messages: entries,
      }),
    )
    await within(ATTEMPT_MS, sent)
    hasSent = true
  }
  const disconnect = () => {
    connection?.producer.disconnect().catch(() => undefined)
    connection?.client.destroy()
    connection = undefined
  }
  const deliver = async (parts: Part[]) => {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const wanted = parts.filter(part => !part.settled)
      if (wanted.length === 0) return
      try {
        await send(wanted.flatMap(part => part.entries))
        for (const part of wanted) part.settle()
        return
      } catch (error) {
        // Connect again after every error, because a producer in a bad state may never recover.
        disconnect()
        const final = finalError(error, address, hasSent)
        for (const part of wanted) {
          part.trouble = error
          if (final) part.settle(final)
        }
        if (!final) await sleep(pause)
      }
    }
  }
  const batches = openBatches(deliver, limits)
  return {
    async append(entries) {
      if (closed) throw new Error('The log is closed.')
      await batches.add(entries)
    },
    async close() {
      closed = true
      await batches.idle()
      disconnect()
    },
  }
}

const connectProducer = (address: KafkaAddress, attempt: number): Connection => {
  const client = openClient({
    brokers: rotated(address.brokers, attempt),
    ssl: address.tls,
    connectionTimeout: CONNECT_MS,
    requestTimeout: ATTEMPT_MS,
    // `deliver` retries, because it knows the time limit of every append.
    retry: { retries: 0 },
  })
  const producer = client.kafka.producer({
    allowAutoTopicCreation: false,
    // kafkajs's idempotent producer can acknowledge entries that Kafka drops as duplicates (see faults.long.test.ts).
    idempotent: false,
    // Use CRC-32, like librdkafka and the log in PostgreSQL. The murmur2 of kafkajs costs 1 µs more per entry.
    createPartitioner:
      () =>
      ({ message, partitionMetadata }) =>
        partitionOf(String(message.key), partitionMetadata.length),
  })
  return { client, producer, ready: producer.connect() }
}

const rotated = (brokers: string[], by: number): string[] => {
  const first = by % brokers.length
  return [...brokers.slice(first), ...brokers.slice(0, first)]
}

/** Returns undefined if a retry may help. If the topic goes missing after a send, Kafka is only moving it. */
const finalError = (error: unknown, address: KafkaAddress, hasSent: boolean): unknown => {
  if (isMissingTopic(error)) return hasSent ? undefined : missingTopic(address, error)
  return isPassing(error) || error instanceof LateError ? undefined : error
}
