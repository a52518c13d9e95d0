/** The faults of the projector again, with its log in a real Kafka. The broker's own faults: infra/log/kafka/faults.long.test.ts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTopic } from '../../log/kafka/topic.ts'
import { type Broker, startBroker } from '../testing/kafka/broker.ts'
import { brokerAvailable } from '../testing/kafka/jars.ts'
import { EXACT } from './judge.ts'
import { killAtRandom, killBeforeCommit } from './kills.ts'
import { FULL, openRandom } from './random.ts'
import { reportVerdict } from './results.ts'
import { openFaultStores } from './stores.ts'
import { makeTraffic } from './traffic.ts'

const kafka = await brokerAvailable()

describe.skipIf(!kafka.available)(`on Kafka${kafka.available ? '' : ` (${kafka.reason})`}`, () => {
  let broker: Broker
  let topics = 0
  beforeAll(async () => {
    broker = await startBroker()
  })
  afterAll(() => broker?.close())

  /** The broker gives a dead consumer's partitions to the next one after this long. */
  const openStores = async () => {
    const url = `${broker.url(`faults-${topics++}`)}?sessionTimeoutMs=6000`
    await createTopic(url, { partitions: 4, replicationFactor: 1 })
    return openFaultStores(url)
  }

  test('R-01 kill -9 of the projector at random moments: every number is exact', async () => {
    const random = openRandom('R-01 on Kafka')
    const stores = await openStores()
    const { entries } = makeTraffic(random, { events: FULL ? 20_000 : 1_500, now: Date.now() })
    const kills = FULL ? 15 : 1
    await killAtRandom(stores, random, { kills, entries, mostABatch: 400 })
    await stores.projectAll()
    const verdict = await stores.judge()
    await reportVerdict('R-01', 'kill -9 of the projector, log in Kafka', kills, verdict)
    expect(verdict).toMatchObject(EXACT)
  }, 900_000)

  test.skipIf(!FULL)(
    'R-04 kill -9 between a batch and its commit: it is handed over again, every number is exact',
    async () => {
      const random = openRandom('R-04 on Kafka')
      const stores = await openStores()
      await stores.append(makeTraffic(random, { events: 3_000, now: Date.now() }).entries)
      const kills = 5
      expect(await killBeforeCommit(stores, random, kills)).not.toHaveLength(0)
      await stores.projectAll()
      const verdict = await stores.judge()
      await reportVerdict('R-04', 'kill -9 between the writes and the commit, log in Kafka', kills, verdict)
      expect(verdict).toMatchObject(EXACT)
    },
    900_000,
  )
})
