/** The log as a topic in Kafka, through kafkajs. Only this folder imports kafkajs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Admin, AssignerProtocol, type Cluster } from 'kafkajs'
import { within } from '../../platform/timing.ts'
import { openConsumers } from '../consumers.ts'
import { memoizeTimes } from '../known-times.ts'
import type { Log, Place, Position } from '../log.ts'
import { openAppender } from './append.ts'
import {
  isMissingTopic,
  isPassing,
  type KafkaAddress,
  missingTopic,
  openConsumer,
  parseKafkaUrl,
} from './connection.ts'
import { consumeKafka } from './consume.ts'
import { ANSWER_MS, connectAdmin, PAUSE_MS } from './topic.ts'

const STALL_MS = 60_000
/** Time limit in ms for setting the offsets of a group. Long, because kafkajs must join the group first. */
const MOVE_MS = 30_000

/** Does not wait for Kafka. Until Kafka is reachable, appends fail and consumers wait. */
export const openKafkaLog = async (url: string, { stallMs = STALL_MS } = {}): Promise<Log> => {
  const address = parseKafkaUrl(url)
  const { topic } = address
  const appender = openAppender(address)
  const consumers = openConsumers()
  const { ask, close } = openConnection(address)
  const positions = (group: string) => ask(({ admin }) => positionsOf(admin, topic, group))
  return {
    append: appender.append,
    consume: (group, handle, options) => {
      const consumer = { address, group, handle, positions: () => positions(group), stallMs }
      return consumers.run(options, until => consumeKafka(consumer, until))
    },
    positions,
    moveTo: async (group, places) => {
      const partitions = places.map(({ partition, offset }) => ({ partition, offset: String(offset) }))
      if (partitions.length > 0)
        await ask(({ admin }) => admin.setOffsets({ groupId: group, topic, partitions }), MOVE_MS)
    },
    owned: group => ask(({ admin }) => ownedOf(admin, topic, group)),
    timesAt: memoizeTimes(place => ask(({ cluster }) => fetchTime(cluster, topic, place))),
    close: async () => {
      await Promise.allSettled([consumers.close(), appender.close()])
      close()
    },
  }
}

const positionsOf = async (admin: Admin, topic: string, group: string): Promise<Position[]> => {
  const [places, offsets] = await Promise.all([
    admin.fetchTopicOffsets(topic),
    admin.fetchOffsets({ groupId: group, topics: [topic] }),
  ])
  const committed = new Map(offsets[0]?.partitions.map(place => [place.partition, Number(place.offset)]))
  return places
    .map(({ partition, low, high }) => {
      const start = Number(low)
      // Kafka answers -1 if the group has not committed an offset.
      return {
        partition,
        start,
        end: Number(high),
        committed: Math.max(committed.get(partition) ?? -1, start),
      }
    })
    .toSorted((a, b) => a.partition - b.partition)
}

/** Returns an empty set during a rebalance. */
const ownedOf = async (admin: Admin, topic: string, group: string): Promise<Set<number>> => {
  const { groups } = await admin.describeGroups([group])
  const members = groups.filter(({ state }) => state === 'Stable').flatMap(({ members }) => members)
  return new Set(
    members.flatMap(
      ({ memberAssignment }) =>
        AssignerProtocol.MemberAssignment.decode(memberAssignment)?.assignment[topic] ?? [],
    ),
  )
}

type Questioned = { admin: Admin; cluster: Cluster }

const connect = (address: KafkaAddress) => {
  const { client, admin, ready } = connectAdmin(address)
  // This consumer never runs. Its internal `Cluster` can fetch single entries.
  const { consumer, cluster } = openConsumer(client.kafka, { groupId: 'firsttouch-entry-times' })
  const connected = Promise.all([ready, consumer.connect()]).then(
    (): Questioned => ({ admin, cluster: cluster() }),
  )
  connected.catch(() => undefined)
  return {
    connected,
    close: () => {
      for (const one of [admin, consumer]) one.disconnect().catch(() => undefined)
      client.destroy()
    },
  }
}

/** All queries share this connection. After a transient failure, a query is retried over a new connection. */
const openConnection = (address: KafkaAddress) => {
  let kept: ReturnType<typeof connect> | undefined
  const close = () => {
    kept?.close()
    kept = undefined
  }
  return {
    close,
    async ask<T>(question: (asked: Questioned) => Promise<T>, answerMs = ANSWER_MS): Promise<T> {
      for (const began = performance.now(); ; await sleep(PAUSE_MS)) {
        kept ??= connect(address)
        const used = kept
        try {
          return await within(answerMs, used.connected.then(question))
        } catch (error) {
          if (used === kept) close()
          if (isMissingTopic(error)) throw missingTopic(address, error)
          if (!isPassing(error) || performance.now() - began > answerMs) throw error
        }
      }
    },
  }
}

type Fetched = { responses: { partitions: { messages: { offset: string; timestamp: string }[] }[] }[] }

/**
 * Fetches the entry, because Kafka has no request for its append time. Asks for one partition at a time, because Kafka
 * may return a large batch only for the first partition of a request.
 */
const fetchTime = async (cluster: Cluster, topic: string, { partition, offset }: Place) => {
  await cluster.addTargetTopic(topic)
  await cluster.refreshMetadataIfNecessary()
  const [leader] = Object.keys(cluster.findLeaderForPartitions(topic, [partition]))
  if (leader === undefined) return null
  const broker = await cluster.findBroker({ nodeId: leader })
  const { responses }: Fetched = await broker.fetch({
    maxWaitTime: 0,
    minBytes: 0,
    maxBytes: 1,
    topics: [{ topic, partitions: [{ partition, fetchOffset: String(offset), maxBytes: 1 }] }],
  })
  const messages = responses.flatMap(({ partitions }) => partitions.flatMap(found => found.messages))
  // A batch may begin before the requested entry.
  const first = messages.find(message => Number(message.offset) >= offset)
  return first ? new Date(Number(first.timestamp)) : null
}
