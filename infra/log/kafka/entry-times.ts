/** When Kafka took single entries: read from the partition's leader, as no question of its own asks for that. */
import { type Cluster, PartitionAssigners } from 'kafkajs'
import { rememberTimes } from '../known-times.ts'
import type { Place } from '../log.ts'
import { type KafkaAddress, openClient } from './connection.ts'

const CONNECT_MS = 1_000
const REQUEST_MS = 5_000

type Fetched = { responses: { partitions: { messages: { offset: string; timestamp: string }[] }[] }[] }

export const openEntryTimes = ({ brokers, tls, topic }: KafkaAddress) => {
  const client = openClient({
    brokers,
    ssl: tls,
    connectionTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 2 },
  })
  let given: Cluster | undefined
  // It joins no group: kafkajs hands the connections that it keeps only to those who assign partitions.
  const reader = client.kafka.consumer({
    groupId: 'firsttouch-entry-times',
    partitionAssigners: [
      config => {
        given = config.cluster
        return PartitionAssigners.roundRobin(config)
      },
    ],
  })
  const connected = async (): Promise<Cluster> => {
    if (!given) throw new Error('kafkajs asked for no assignment of partitions.')
    await given.addTargetTopic(topic)
    await given.refreshMetadataIfNecessary()
    return given
  }
  const ready = reader.connect().then(connected)
  ready.catch(() => undefined)

  return {
    timesAt: rememberTimes(async place => fetchTime(await ready, topic, place)),
    close: () => {
      reader.disconnect().catch(() => undefined)
      client.destroy()
    },
  }
}

/** One partition at a time: Kafka owes a batch that is larger than the limits to the first one of a request alone. */
const fetchTime = async (
  cluster: Cluster,
  topic: string,
  { partition, offset }: Place,
): Promise<Date | null> => {
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
  // A batch begins before the entry that is asked for.
  const first = messages.find(message => Number(message.offset) >= offset)
  return first ? new Date(Number(first.timestamp)) : null
}
