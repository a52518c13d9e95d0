/** The log as a topic in Kafka, through kafkajs. Nothing outside of this folder knows kafkajs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Admin, AssignerProtocol } from 'kafkajs'
import { within } from '../../platform/timing.ts'
import { openConsumers } from '../consumers.ts'
import type { Log, Place, Position } from '../log.ts'
import { openAppender } from './append.ts'
import { isMissingTopic, isPassing, type KafkaAddress, missingTopic, parseKafkaUrl } from './connection.ts'
import { consumeKafka } from './consume.ts'
import { openEntryTimes } from './entry-times.ts'
import { ANSWER_MS, type Connection, connectAdmin, PAUSE_MS } from './topic.ts'

const STALL_MS = 60_000
/** kafkajs joins the group to set its offsets. */
const MOVE_MS = 30_000

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
    moveTo: reader.moveTo,
    timesAt: reader.timesAt,
    owned: reader.owned,
    close: async () => {
      await Promise.allSettled([consumers.close(), appender.close()])
      reader.close()
    },
  }
}

/** One connection for all questions of a kind; after a failure, a new one. */
const openPositions = (address: KafkaAddress) => {
  const { topic } = address
  const admin = reopened(address, () => {
    const connection = connectAdmin(address)
    return { ...connection, close: () => closeAdmin(connection) }
  })
  const times = reopened(address, () => openEntryTimes(address))
  return {
    positions: (group: string): Promise<Position[]> =>
      admin.ask(async connection => {
        await connection.ready
        return positionsOf(connection.admin, topic, group)
      }),
    moveTo: async (group: string, places: readonly Place[]): Promise<void> => {
      if (places.length > 0)
        await admin.ask(async connection => {
          await connection.ready
          const partitions = places.map(({ partition, offset }) => ({ partition, offset: String(offset) }))
          await connection.admin.setOffsets({ groupId: group, topic, partitions })
        }, MOVE_MS)
    },
    owned: (group: string): Promise<Set<number>> =>
      admin.ask(async connection => {
        await connection.ready
        return ownedOf(connection.admin, topic, group)
      }),
    timesAt: (places: readonly Place[]): Promise<Map<number, Date>> =>
      times.ask(connection => connection.timesAt(places)),
    close: () => {
      admin.close()
      times.close()
    },
  }
}

const closeAdmin = ({ admin, client }: Connection): void => {
  admin.disconnect().catch(() => undefined)
  client.destroy()
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
      // -1 for a group that has not committed: it begins where the log begins.
      return {
        partition,
        start,
        end: Number(high),
        committed: Math.max(committed.get(partition) ?? -1, start),
      }
    })
    .toSorted((a, b) => a.partition - b.partition)
}

/** While the group is being shared out anew nobody has anything: its members stand still until that is done. */
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

/** Asks over a connection that is kept, and while Kafka is passingly away over new ones. */
const reopened = <Kept extends { close(): void }>(address: KafkaAddress, open: () => Kept) => {
  let kept: Kept | undefined
  const close = () => {
    kept?.close()
    kept = undefined
  }
  return {
    close,
    async ask<T>(question: (connection: Kept) => Promise<T>, answerMs = ANSWER_MS): Promise<T> {
      for (const began = Date.now(); ; await sleep(PAUSE_MS)) {
        kept ??= open()
        const used = kept
        try {
          return await within(answerMs, question(used))
        } catch (error) {
          if (used === kept) close()
          if (isMissingTopic(error)) throw missingTopic(address, error)
          if (!isPassing(error) || Date.now() - began > answerMs) throw error
        }
      }
    },
  }
}
