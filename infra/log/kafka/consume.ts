import { once } from 'node:events'
import type { Broker, Cluster, Consumer } from 'kafkajs'
import { untilDone, within } from '../../platform/timing.ts'
import type { ConsumeOptions, LogRecord, Position } from '../log.ts'
import {
  isLoading,
  isMissingTopic,
  isPassing,
  type KafkaAddress,
  type KafkaClient,
  missingTopic,
  openClient,
  openConsumer,
} from './connection.ts'
import { type HandOver, openHandOver } from './hand-over.ts'
import { openWatchdog } from './watchdog.ts'

type KafkaConsumer = {
  address: KafkaAddress
  group: string
  handle: (batch: LogRecord[]) => Promise<void>
  positions: () => Promise<Position[]>
  stallMs: number
}

const CONNECT_MS = 1_000
const REQUEST_MS = 10_000
/** Milliseconds that a poll waits for entries while the log is idle. A stop waits for the poll to end. */
const POLL_MS = 300
const STOP_MS = 2_000
/** Heartbeats per session timeout. Their answers announce a rebalance, so frequent heartbeats speed up rebalances. */
const HEARTBEATS = 15
const SLOWEST_HEARTBEAT_MS = 3_000
/** A rebalance waits this many session timeouts for a member that is still processing a batch. */
const REBALANCE_SESSIONS = 5
const RECONNECT_AFTER_MS = 500
const PARTITION_BYTES = 4 * 1024 * 1024
const FETCH_BYTES = 16 * 1024 * 1024
/** Larger than any number of partitions, so that kafkajs hands over batches of all partitions at once. */
const PARTITIONS_AT_ONCE = 256

/**
 * Resolves when the signal aborts. Waits while Kafka is down. Rejects for errors that waiting does not cure, such as a
 * missing topic or a stalled consumer. The process should then restart.
 */
export const consumeKafka = async (consumer: KafkaConsumer, options: ConsumeOptions): Promise<void> => {
  const { signal, onError: report = console.error } = options
  const former: Former = { member: undefined }
  const onError = reportOrThrow(consumer.address, report)
  await untilDone({ signal, onError, everyMs: RECONNECT_AFTER_MS }, () =>
    runSession(consumer, options, former),
  )
}

/** The returned function reports transient errors and rethrows others. It ignores a broker that is still loading. */
export const reportOrThrow =
  (address: KafkaAddress, report: (error: unknown) => void) =>
  (error: unknown): void => {
    if (isMissingTopic(error)) throw missingTopic(address, error)
    if (!isPassing(error)) throw error
    if (!isLoading(error)) report(error)
  }

/** Member id of this consumer in its previous session with Kafka. */
type Former = { member: string | undefined }

const runSession = async (
  { address, group, handle, positions, stallMs }: KafkaConsumer,
  options: ConsumeOptions,
  former: Former,
): Promise<void> => {
  const { topic, sessionTimeoutMs } = address
  const { client, kafka, cluster, heartbeatMs } = connect(address, group)
  const handOver = openHandOver({ kafka, topic, handle, options, positions, heartbeatMs })
  const trouble = Promise.withResolvers<never>()
  const over = new AbortController()
  let outSince: number | null = performance.now()

  kafka.on(kafka.events.CRASH, ({ payload }) => trouble.reject(payload.error))
  // Close all connections after a timeout, because kafkajs would retry on the same connection.
  kafka.on(kafka.events.REQUEST_TIMEOUT, client.reset)
  kafka.on(kafka.events.REBALANCING, () => {
    outSince = performance.now()
  })
  kafka.on(kafka.events.GROUP_JOIN, ({ payload }) => {
    outSince = null
    former.member = payload.memberId
    handOver.take(payload.memberAssignment[topic] ?? [])
  })
  const isOwed = (partition: number) =>
    outSince === null
      ? handOver.has(partition) && !handOver.isBusy(partition)
      : performance.now() - outSince > REBALANCE_SESSIONS * sessionTimeoutMs
  const watch = openWatchdog({ positions, isOwed, stallMs })
  const watching = setInterval(() => watch().catch(trouble.reject), stallMs / 6)

  const starting = (async () => {
    await kafka.connect()
    await kafka.subscribe({ topics: [topic], fromBeginning: true })
    if (former.member) await leaveGroup(cluster(), group, former.member)
    await kafka.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
      eachBatch: handOver.eachBatch,
    })
  })()
  starting.catch(trouble.reject)
  try {
    await Promise.race([trouble.promise, aborted(options.signal, over.signal)])
  } finally {
    over.abort()
    clearInterval(watching)
    await stop({ client, kafka, handOver, starting })
  }
}

export const heartbeatInterval = (sessionTimeoutMs: number): number =>
  Math.min(SLOWEST_HEARTBEAT_MS, Math.floor(sessionTimeoutMs / HEARTBEATS))

const connect = ({ brokers, tls, sessionTimeoutMs }: KafkaAddress, group: string) => {
  const timeouts = { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS }
  const client = openClient({ brokers, ssl: tls, ...timeouts })
  const heartbeatMs = heartbeatInterval(sessionTimeoutMs)
  const { consumer: kafka, cluster } = openConsumer(client.kafka, {
    groupId: group,
    sessionTimeout: sessionTimeoutMs,
    rebalanceTimeout: REBALANCE_SESSIONS * sessionTimeoutMs,
    heartbeatInterval: heartbeatMs,
    maxWaitTimeInMs: POLL_MS,
    maxBytesPerPartition: PARTITION_BYTES,
    maxBytes: FETCH_BYTES,
    allowAutoTopicCreation: false,
    // kafkajs would restart a crashed consumer on its old connections. `runSession` opens new ones.
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5, restartOnFailure: async () => false },
  })
  return { client, kafka, heartbeatMs, cluster }
}

type Session = { client: KafkaClient; kafka: Consumer; handOver: HandOver; starting: Promise<void> }

/** Finishes the current batch, then leaves the group within a short time limit. */
const stop = async ({ client, kafka, handOver, starting }: Session): Promise<void> => {
  const handedOver = handOver.close()
  await within(STOP_MS, starting).catch(() => undefined)
  const disconnecting = kafka.disconnect()
  disconnecting.catch(() => undefined)
  await handedOver
  await within(STOP_MS, disconnecting).catch(() => undefined)
  client.destroy()
}

const aborted = async (signal: AbortSignal, over: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort', { signal: over }).catch(() => undefined)
}

/** Removes the previous session's member, which would block the group. kafkajs's types lack this request. */
const leaveGroup = async (cluster: Cluster, groupId: string, memberId: string): Promise<void> => {
  type Leaving = { leaveGroup(request: { groupId: string; memberId: string }): Promise<unknown> }
  const coordinator: (Broker & Partial<Leaving>) | undefined = await cluster.findGroupCoordinator({
    groupId,
  })
  await coordinator?.leaveGroup?.({ groupId, memberId }).catch(() => undefined)
}
