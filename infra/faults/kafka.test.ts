/** The faults of the projector again, with its log in a real Kafka. The broker's own faults: infra/log/kafka-faults.test.ts. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Broker, startBroker } from '../kafka/broker.ts'
import { brokerAvailable } from '../kafka/jars.ts'
import { createTopic } from '../log/kafka.ts'
import { EXACT } from './judge.ts'
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
  }, 120_000)
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
    const part = Math.ceil(entries.length / (kills + 1))
    await stores.append(entries.slice(0, part))
    for (let kill = 1; kill <= kills; kill++) {
      const child = stores.startProjector({ MAX_BATCH: String(random.int(20, 400)) })
      await child.says(/^batch/, 90_000)
      const appending = stores.append(entries.slice(kill * part, (kill + 1) * part))
      await sleep(random.int(0, 700))
      await child.end('SIGKILL')
      await appending
    }
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
      const handedOver = new Map<string, number>()
      const kills = 5
      for (let kill = 0; kill < kills; kill++) {
        const child = stores.startProjector({ DIE_AFTER_BATCH: String(random.int(1, 3)), MAX_BATCH: '60' })
        expect(await child.ended).toBe(null)
        for (const line of child.lines.filter(line => line.startsWith('batch')))
          handedOver.set(line, (handedOver.get(line) ?? 0) + 1)
      }
      expect([...handedOver.values()].filter(times => times > 1)).not.toHaveLength(0)
      await stores.projectAll()
      const verdict = await stores.judge()
      await reportVerdict('R-04', 'kill -9 between the writes and the commit, log in Kafka', kills, verdict)
      expect(verdict).toMatchObject(EXACT)
    },
    900_000,
  )
})
