/** A topic is filled from another log on a real broker: interrupted anywhere it holds each entry once, in order. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Broker, startBroker } from '../../rigs/testing/kafka/broker.ts'
import { brokerAvailable } from '../../rigs/testing/kafka/jars.ts'
import type { LogEntry } from '../log.ts'
import { partitionOf } from '../partition.ts'
import { fillTopic, heldOf } from './fill.ts'
import { openKafkaLog } from './kafka.ts'
import { createTopic } from './topic.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const kafka = await brokerAvailable()
const ENTRIES: LogEntry[] = Array.from({ length: 9_000 }, (_, n) => ({
  key: `utm_${n % 37}`,
  value: `entry ${n}`,
}))
const PARTITIONS = 6

describe.skipIf(!kafka.available)(`a topic${kafka.available ? '' : ` (${kafka.reason})`}`, () => {
  let broker: Broker
  beforeAll(async () => {
    broker = await startBroker()
  })
  afterAll(() => broker?.close())
  const topic = async (name: string): Promise<string> => {
    const url = broker.url(name)
    await createTopic(url, { partitions: PARTITIONS, replicationFactor: 1 })
    return url
  }
  /** `until`: where the log that is read breaks off. */
  const given = (until = ENTRIES.length) =>
    async function* () {
      for (const [n, entry] of ENTRIES.entries()) {
        if (n === until) throw new Error('broken off')
        yield entry
      }
    }
  const contents = async (url: string): Promise<Map<number, string[]>> => {
    const log = await openKafkaLog(url)
    const held = new Map<number, string[]>()
    const total = (await log.positions('test')).reduce((sum, { end }) => sum + end, 0)
    const done = new AbortController()
    let read = 0
    await log.consume(
      'test',
      async records => {
        for (const { partition, value } of records)
          held.set(partition, [...(held.get(partition) ?? []), value])
        read += records.length
        if (read >= total) done.abort()
      },
      { signal: done.signal },
    )
    await log.close()
    return held
  }
  const wanted = Map.groupBy(ENTRIES, ({ key }) => partitionOf(key, PARTITIONS))

  test('broken off again and again holds each entry once, in the order of its key', async () => {
    const url = await topic('broken-off')
    let most = 0
    for (const until of [2_500, 2_600, 7_000]) {
      await expect(fillTopic(url, given(until), written => (most = written))).rejects.toThrow('broken off')
      expect(await heldOf(url, given())).toBe(most)
    }
    await fillTopic(url, given())
    await fillTopic(url, given())
    const held = await contents(url)
    for (const [partition, entries] of wanted)
      expect(held.get(partition)).toEqual(entries.map(({ value }) => value))
  })

  test('that holds anything else is refused, and nothing is written to it', async () => {
    const url = await topic('other')
    const log = await openKafkaLog(url)
    await log.append([{ key: 'utm_1', value: 'of another installation' }])
    await log.close()
    await expect(heldOf(url, given())).rejects.toThrow(/holds other entries than this installation/)
    await expect(fillTopic(url, given())).rejects.toThrow(/Name another topic in LOG_URL/)
    expect([...(await contents(url)).values()].flat()).toEqual(['of another installation'])
  })

  test('to which somebody else writes meanwhile is found out', async () => {
    const url = await topic('shared')
    const log = await openKafkaLog(url)
    const disturbed = async function* () {
      yield* given()()
      await log.append([{ key: 'utm_1', value: 'too many' }])
    }
    await expect(fillTopic(url, disturbed)).rejects.toThrow(/another one writes to it/)
    await log.close()
  })
})
