/** Reads the time at which Kafka appended an entry. Kafka has no request for it, so the entry itself is fetched. */
import type { Cluster } from 'kafkajs'
import type { Place } from '../log.ts'

type Fetched = { responses: { partitions: { messages: { offset: string; timestamp: string }[] }[] }[] }

/** One partition per request. Kafka returns a batch above the size limits only for the first partition of a request. */
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
  // A batch may begin before the requested entry.
  const first = messages.find(message => Number(message.offset) >= offset)
  return first ? new Date(Number(first.timestamp)) : null
}
