/** When Kafka took single entries: read from the partition's leader, as no question of its own asks for that. */
import type { Cluster } from 'kafkajs'
import type { Place } from '../log.ts'

type Fetched = { responses: { partitions: { messages: { offset: string; timestamp: string }[] }[] }[] }

/** One partition at a time: Kafka owes a batch that is larger than the limits to the first one of a request alone. */
export const fetchTime = async (
  cluster: Cluster,
  topic: string,
  { partition, offset }: Place,
): Promise<Date | null> => {
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
  // A batch begins before the entry that is asked for.
  const first = messages.find(message => Number(message.offset) >= offset)
  return first ? new Date(Number(first.timestamp)) : null
}
