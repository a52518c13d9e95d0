import type { Admin } from 'kafkajs'
import { untilDone } from '../../platform/timing.ts'
import { type KafkaAddress, type KafkaClient, openClient, parseKafkaUrl } from './connection.ts'

const CONNECT_MS = 1_000
const REQUEST_MS = 5_000
/** Milliseconds to wait for an answer. A broker that has just started must first load its groups. */
export const ANSWER_MS = 5_000
export const PAUSE_MS = 200

export type Connection = { client: KafkaClient; admin: Admin; ready: Promise<void> }

export const connectAdmin = (address: KafkaAddress): Connection => {
  const client = openClient({
    brokers: address.brokers,
    ssl: address.tls,
    connectionTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 2 },
  })
  const admin = client.kafka.admin()
  return { client, admin, ready: admin.connect() }
}

/**
 * Creates the log's topic with unlimited retention. Returns false if the topic exists, and leaves it unchanged. Never
 * add partitions later: keys would move to other partitions, and the entries of a key would lose their order.
 */
export const createTopic = (
  url: string,
  { partitions, replicationFactor }: { partitions: number; replicationFactor: number },
): Promise<boolean> => {
  const settings = {
    'retention.ms': '-1',
    'retention.bytes': '-1',
    'cleanup.policy': 'delete',
    'message.timestamp.type': 'LogAppendTime',
    'max.message.bytes': String(4 * 1024 * 1024),
    'min.insync.replicas': String(Math.max(1, replicationFactor - 1)),
    'unclean.leader.election.enable': 'false',
    'compression.type': 'producer',
  }
  const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }))
  return withAdmin(url, async (admin, topic) => {
    const isNew = await admin.createTopics({
      topics: [{ topic, numPartitions: partitions, replicationFactor, configEntries }],
    })
    if (isNew) await untilOpen(admin, topic)
    return isNew
  })
}

/** Number of entries ever written to the topic. 0 if the topic does not exist. */
export const entriesIn = (url: string): Promise<number> =>
  withAdmin(url, async (admin, topic) => {
    if (!(await admin.listTopics()).includes(topic)) return 0
    const places = await admin.fetchTopicOffsets(topic)
    return places.reduce((sum, { high }) => sum + Number(high), 0)
  })

const withAdmin = async <T>(url: string, work: (admin: Admin, topic: string) => Promise<T>): Promise<T> => {
  const address = parseKafkaUrl(url)
  const { client, admin, ready } = connectAdmin(address)
  try {
    await ready
    return await work(admin, address.topic)
  } finally {
    await admin.disconnect().catch(() => undefined)
    client.destroy()
  }
}

const OPEN_WITHIN_MS = 60_000

/** Waits for all partitions. Kafka announces a topic before its brokers have opened every partition. */
const untilOpen = async (admin: Admin, topic: string): Promise<void> => {
  let cause: unknown
  const onError = (error: unknown) => {
    cause = error
  }
  const signal = AbortSignal.timeout(OPEN_WITHIN_MS)
  const opened = await untilDone({ signal, onError, everyMs: PAUSE_MS }, () => admin.fetchTopicOffsets(topic))
  if (!opened)
    throw new Error(`The log's topic ${topic} was created, but Kafka has not opened its partitions yet.`, {
      cause,
    })
}
