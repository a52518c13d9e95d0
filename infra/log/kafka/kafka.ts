/** The log as a topic in Kafka, through kafkajs. Nothing outside of this folder knows kafkajs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { within } from '../../platform/timing.ts'
import { openConsumers } from '../consumers.ts'
import type { Log, Position } from '../log.ts'
import { openAppender } from './append.ts'
import { isMissingTopic, isPassing, type KafkaAddress, missingTopic, parseKafkaUrl } from './connection.ts'
import { consumeKafka } from './consume.ts'
import { ANSWER_MS, type Connection, connectAdmin, PAUSE_MS } from './topic.ts'

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
