/** Connects to Kafka through kafkajs: addresses, destroyable clients, error classes, and a patch for one bug. */
import { createRequire } from 'node:module'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSafely } from 'node:tls'
import { type Cluster, type ConsumerConfig, Kafka, type KafkaConfig, PartitionAssigners } from 'kafkajs'
import './records.ts'

export type KafkaAddress = {
  brokers: string[]
  /** Whether to use TLS. This process must trust the brokers' certificates. */
  tls: boolean
  topic: string
  /** Milliseconds. A consumer without a heartbeat for this long counts as dead and loses its partitions. */
  sessionTimeoutMs: number
}

const ADDRESS = /^kafka(s?):\/\/([^/?\s]+)\/([\w.-]+)(?:\?sessionTimeoutMs=(\d+))?$/
const LONGEST_TOPIC = 249
/** The shortest session timeout that brokers accept by default. */
const SESSION_TIMEOUT_MS = 6_000

/** Parses `kafka://host:9092,host:9092/topic?sessionTimeoutMs=6000`. The query is optional. `kafkas://` uses TLS. */
export const parseKafkaUrl = (url: string): KafkaAddress => {
  const [, tls = '', hosts = '', topic = '', session] = ADDRESS.exec(url) ?? []
  const brokers = hosts.split(',').map(host => (/:\d+$/.test(host) ? host : `${host}:9092`))
  const isBroker = (broker: string) => /^[^:@]+:\d+$/.test(broker)
  const rightSession = session === undefined || /^\d{4,6}$/.test(session)
  if (!brokers.every(isBroker) || topic.length > LONGEST_TOPIC || !rightSession)
    throw new Error(`"${url}" does not name a log in Kafka: write kafka://host:9092,host:9092/topic`)
  return { brokers, tls: tls !== '', topic, sessionTimeoutMs: Number(session ?? SESSION_TIMEOUT_MS) }
}

export type KafkaClient = {
  kafka: Kafka
  /** Closes every connection. Pending requests reject. kafkajs connects again when it retries them. */
  reset(): void
  /** Closes every connection and prevents reconnects. */
  destroy(): void
}

export const openClient = (config: Omit<KafkaConfig, 'socketFactory'>): KafkaClient => {
  const sockets = new Set<Socket>()
  let destroyed = false
  const giveUp = (socket: Socket) => socket.destroy(new Error('The connection was given up.'))
  const kafka = new Kafka({
    clientId: 'firsttouch',
    // Log nothing, because callers get every failure as a rejection or through `onError`.
    logLevel: 0,
    ...config,
    socketFactory: ({ host, port, ssl, onConnect }) => {
      const options = { host, port, noDelay: true, keepAlive: true }
      const socket = ssl
        ? connectSafely({ ...options, servername: isIP(host) ? '' : host }, onConnect)
        : connect(options, onConnect)
      sockets.add(socket)
      // Allow any number of listeners, because kafkajs adds one with each disconnect and Node would warn.
      socket.setMaxListeners(0)
      socket.once('close', () => sockets.delete(socket))
      // After `destroy`, kafkajs may still retry in the background and open a socket.
      if (destroyed) giveUp(socket)
      return socket
    },
  })
  const reset = () => {
    for (const socket of sockets) giveUp(socket)
  }
  return {
    kafka,
    reset,
    destroy() {
      destroyed = true
      reset()
    },
  }
}

/** Also returns kafkajs's internal cluster, which offers more requests. Only a partition assigner receives it. */
export const openConsumer = (kafka: Kafka, config: ConsumerConfig) => {
  const given: Cluster[] = []
  const consumer = kafka.consumer({
    ...config,
    partitionAssigners: [
      assigned => {
        given.push(assigned.cluster)
        return PartitionAssigners.roundRobin(assigned)
      },
    ],
  })
  const cluster = (): Cluster => {
    const [first] = given
    if (!first) throw new Error('kafkajs did not call the partition assigner.')
    return first
  }
  return { consumer, cluster }
}

type Coded = { name?: unknown; type?: unknown; retriable?: unknown; cause?: unknown }
const rootOf = (error: unknown): Coded => {
  let root: Coded = typeof error === 'object' && error !== null ? error : {}
  while (typeof root.cause === 'object' && root.cause !== null) root = root.cause
  return root
}

export const isMissingTopic = (error: unknown): boolean => rootOf(error).type === 'UNKNOWN_TOPIC_OR_PARTITION'

/** True while a broker loads the consumer group. This takes moments and is no failure. */
export const isLoading = (error: unknown): boolean => rootOf(error).type === 'GROUP_LOAD_IN_PROGRESS'

/** Errors that kafkajs 2.2.4 calls final although a retry helps. */
const PASSING = new Set<unknown>(['KafkaJSGroupCoordinatorNotFound', 'KafkaJSLockTimeout', 'KafkaJSTimeout'])

/** Whether a retry over a new connection may succeed. */
export const isPassing = (error: unknown): boolean => {
  const { retriable, name } = rootOf(error)
  return retriable === true || PASSING.has(name)
}

export const missingTopic = ({ brokers, topic }: KafkaAddress, cause: unknown): Error =>
  new Error(`The log's topic ${topic} does not exist on ${brokers.join(', ')}: npm run migrate creates it.`, {
    cause,
  })

type RequestQueue = {
  pending: unknown[]
  throttledUntil: number
  throttleCheckTimeoutId: NodeJS.Timeout | null
  checkPendingRequests(): void
}
type RequestQueueClass = { prototype: { scheduleCheckPendingRequests(this: RequestQueue): void } }
const requestQueue: RequestQueueClass = createRequire(import.meta.url)('kafkajs/src/network/requestQueue')

/**
 * Works around a bug of kafkajs 2.2.4 (issue 1751, whose fix is not released). kafkajs sets a timer with a negative
 * delay on every connection, again and again. The patched method sets the timer only while requests wait.
 */
requestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
  if (this.throttleCheckTimeoutId || this.pending.length === 0) return
  const throttled = this.throttledUntil - Date.now()
  this.throttleCheckTimeoutId = setTimeout(
    () => {
      this.throttleCheckTimeoutId = null
      this.checkPendingRequests()
    },
    throttled > 0 ? throttled : 10,
  )
}
