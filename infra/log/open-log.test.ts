import { afterAll, beforeAll, describe } from 'vitest'
import { type Broker, startBroker } from '../rigs/testing/kafka/broker.ts'
import { brokerAvailable } from '../rigs/testing/kafka/jars.ts'
import { describeLog } from '../rigs/testing/log/log-contract.ts'
import { openTestPostgres } from '../rigs/testing/stores.ts'
import { createTopic } from './kafka/topic.ts'

describe('the log in PostgreSQL', () => {
  describeLog(async () => (await openTestPostgres()).url)
})

const kafka = await brokerAvailable()
describe.skipIf(!kafka.available)(`the log in Kafka${kafka.available ? '' : ` (${kafka.reason})`}`, () => {
  let broker: Broker
  let topics = 0
  beforeAll(async () => {
    broker = await startBroker()
  })
  afterAll(() => broker.close())

  describeLog(async () => {
    const url = `${broker.url(`topic-${topics++}`)}?sessionTimeoutMs=6000`
    await createTopic(url, { partitions: 4, replicationFactor: 1 })
    return url
  })
})
