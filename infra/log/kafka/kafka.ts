/** The log as a topic in Kafka, through kafkajs. Nothing outside of this folder knows kafkajs. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Admin } from 'kafkajs'
import { within } from '../../platform/timing.ts'
import { openConsumers } from '../consumers.ts'
import type { Log, Position } from '../log.ts'
import { openAppender } from './append.ts'
import {
  isMissingTopic,
  isPassing,
  type KafkaAddress,
  type KafkaClient,
  missingTopic,
  openClient,
  parseKafkaUrl,
} from './connection.ts'
import { consumeKafka } from './consume.ts'

const CONNECT_MS = 1_000
const REQUEST_MS = 5_000
/** A broker that has just started takes a moment to load its groups. */
const ANSWER_MS = 5_000
const PAUSE_MS = 200
const STALL_MS = 60_000

/** `kafka://host:9092,host:9092/topic`, or `kafkas://`. Kafka need not be there yet: appends fail and consumers wait. */
export const openKafkaLog = async (url: string, { stallMs = STALL_MS } = {}): Promise<Log> => {
  const address = parseKafkaUrl(url)
  const appender = openAppender(address)
  const reader = openPositions(address)
  const consumers = openConsumers()
  return {
    append: appender.append,
    consume: (group, handle, options) => {
      const positions = () => reader.positions(group)
      return consumers.run(options, until =>
        consumeKafka({ address, group, handle, positions, stallMs }, until),
      )
    },
    positions: reader.positions,
    close: async () => {
      await Promise.allSettled([consumers.close(), appender.close()])
      reader.close()
    },
  }
}

type Connection = { client: KafkaClient; admin: Admin; ready: Promise<void> }

const connectAdmin = (address: KafkaAddress): Connection => {
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

/** One connection for all questions; after a failure, a new one. */
const openPositions = (address: KafkaAddress) => {
  const { topic } = address
  let connection: Connection | undefined
  const disconnect = () => {
    connection?.admin.disconnect().catch(() => undefined)
    connection?.client.destroy()
    connection = undefined
  }
  const ask = async ({ admin, ready }: Connection, group: string): Promise<Position[]> => {
    await ready
    const [places, offsets] = await Promise.all([
      admin.fetchTopicOffsets(topic),
      admin.fetchOffsets({ groupId: group, topics: [topic] }),
    ])
    const committed = new Map(offsets[0]?.partitions.map(place => [place.partition, Number(place.offset)]))
    return places
      .map(({ partition, low, high }) => {
        const start = Number(low)
        // A group that has not committed has -1, and begins where the log does.
        return {
          partition,
          start,
          end: Number(high),
          committed: Math.max(committed.get(partition) ?? -1, start),
        }
      })
      .toSorted((a, b) => a.partition - b.partition)
  }
  return {
    close: disconnect,
    async positions(group: string): Promise<Position[]> {
      for (const began = Date.now(); ; await sleep(PAUSE_MS)) {
        connection ??= connectAdmin(address)
        const used = connection
        try {
          return await within(ANSWER_MS, ask(used, group))
        } catch (error) {
          if (used === connection) disconnect()
          if (isMissingTopic(error)) throw missingTopic(address, error)
          if (!isPassing(error) || Date.now() - began > ANSWER_MS) throw error
        }
      }
    },
  }
}

/**
 * Makes the log's topic: it keeps everything for ever, and an entry's time is when Kafka took it. True if it was not
 * there; one that is there is left as it is. More partitions later would move keys, and with them the order of a key.
 */
export const createTopic = async (
  url: string,
  { partitions, replicationFactor }: { partitions: number; replicationFactor: number },
): Promise<boolean> => {
  const address = parseKafkaUrl(url)
  const { client, admin, ready } = connectAdmin(address)
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
  try {
    await ready
    const isNew = await admin.createTopics({
      topics: [{ topic: address.topic, numPartitions: partitions, replicationFactor, configEntries }],
    })
    if (isNew) await untilOpen(admin, address.topic)
    return isNew
  } finally {
    await admin.disconnect().catch(() => undefined)
    client.destroy()
  }
}

/** A topic is announced a moment before the brokers have opened all of its partitions. */
const untilOpen = async (admin: Admin, topic: string): Promise<void> => {
  for (const began = Date.now(); ; await sleep(PAUSE_MS)) {
    try {
      await admin.fetchTopicOffsets(topic)
      return
    } catch (error) {
      if (Date.now() - began > ANSWER_MS) throw error
    }
  }
}
