/** The log in Kafka: the contract of every log, and Kafka's own address, topic and limits. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigResourceTypes, Kafka } from 'kafkajs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStores } from '../../open-stores.ts'
import { readEnv } from '../../platform/env.ts'
import { freePort } from '../../platform/free-port.ts'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { type Broker, startBroker } from '../../rigs/testing/kafka/broker.ts'
import { brokerAvailable } from '../../rigs/testing/kafka/jars.ts'
import { describeLog } from '../../rigs/testing/log/log-contract.ts'
import { describeFilling } from '../../rigs/testing/log/log-filling.ts'
import { serve } from '../../rigs/testing/servers/serve.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { until } from '../../rigs/testing/until.ts'
import type { ConsumeOptions, Log, LogRecord } from '../log.ts'
import { partitionOf } from '../log.ts'
import { openLog } from '../open-log.ts'
import { parseKafkaUrl } from './connection.ts'
import { openKafkaLog } from './kafka.ts'
import { createTopic } from './topic.ts'

test('an address names the brokers and the topic, and optionally the session timeout', () => {
  expect(parseKafkaUrl('kafka://b1:9092,b2/first.touch')).toEqual({
    brokers: ['b1:9092', 'b2:9092'],
    tls: false,
    topic: 'first.touch',
    sessionTimeoutMs: 6_000,
  })
  expect(parseKafkaUrl('kafkas://b1:9093/t').tls).toBe(true)
  expect(parseKafkaUrl('kafka://b1/t?sessionTimeoutMs=45000').sessionTimeoutMs).toBe(45_000)
  for (const wrong of [
    'kafka://b1',
    'kafka:///t',
    'kafka://b1,/t',
    'kafka://user:secret@b1/t',
    'kafka://b1:2:3/t',
    'kafka://b1:92x/t',
    'kafka://b1/t?x=1',
  ])
    expect(() => parseKafkaUrl(wrong)).toThrow('write kafka://host:9092,host:9092/topic')
})

const kafka = await brokerAvailable()
const reason = kafka.available ? '' : ` (${kafka.reason})`
let broker: Broker | undefined
let topics = 0
beforeAll(async () => {
  if (kafka.available) broker = await startBroker()
})
afterAll(() => broker?.close())

const makeTopic = async (): Promise<string> => {
  // The session timeout is longer than any stall of a busy machine.
  const url = `${broker?.url(`topic-${topics++}`)}?sessionTimeoutMs=6000`
  await createTopic(url, { partitions: 4, replicationFactor: 1 })
  return url
}

const noticedSoon = (url: string): string => url.replace(/\d+$/, '2000')
describe.skipIf(!kafka.available)(`the log in Kafka${reason}`, () => describeLog(makeTopic, noticedSoon))
describe.skipIf(!kafka.available)(`a topic${reason}`, () => describeFilling(makeTopic))

describe.skipIf(!kafka.available)(`with a broker${reason}`, () => {
  let url: string
  let log: Log
  const cleanUp = cleanUpAfter('each')

  beforeEach(async () => {
    url = await makeTopic()
    log = await openLog(url)
    cleanUp.push(log.close)
  })

  const follow = (handle: (batch: LogRecord[]) => Promise<void>, options: Partial<ConsumeOptions> = {}) => {
    const stop = new AbortController()
    const done = log.consume('readers', handle, { ...options, signal: stop.signal })
    const end = async () => {
      stop.abort()
      await done
    }
    cleanUp.push(end)
    return end
  }

  describe('the topic', () => {
    test('the topic is created once and retains everything for ever', async () => {
      const { topic } = parseKafkaUrl(url)
      expect(await createTopic(url, { partitions: 9, replicationFactor: 1 })).toBe(false)
      expect(await log.positions('readers')).toHaveLength(4)
      const admin = new Kafka({ brokers: [`127.0.0.1:${broker?.port}`], logLevel: 0 }).admin()
      await admin.connect()
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: ConfigResourceTypes.TOPIC, name: topic }],
      })
      await admin.disconnect()
      const settings = Object.fromEntries(
        resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]) ?? [],
      )
      expect(settings).toMatchObject({
        'retention.ms': '-1',
        'retention.bytes': '-1',
        'cleanup.policy': 'delete',
        'message.timestamp.type': 'LogAppendTime',
      })
    })

    test('the topic is created with the other stores, with the configured size', async () => {
      const { url: DATABASE_URL } = await openTestPostgres()
      // A server that accepts everything stands in for ClickHouse.
      const { port } = await serve((_, answer) => answer.end())
      const stores = await openStores(
        readEnv({
          ...{ DATABASE_URL, CLICKHOUSE_URL: `http://owner:token@127.0.0.1:${port}` },
          ...{ LOG_URL: broker?.url('with-stores'), KAFKA_PARTITIONS: '3' },
        }),
      )
      cleanUp.push(stores.close)
      expect(await stores.log.positions('readers')).toHaveLength(3)
    })

    test('a missing topic is reported at once by every call', async () => {
      const missing = await openLog(broker?.url('missing') ?? '')
      cleanUp.push(missing.close)
      const sentence = /topic missing does not exist on 127\.0\.0\.1:\d+: npm run migrate creates it/
      const began = Date.now()
      await expect(missing.append([{ key: '', value: '' }])).rejects.toThrow(sentence)
      await expect(missing.positions('readers')).rejects.toThrow(sentence)
      const { signal } = new AbortController()
      await expect(missing.consume('readers', async () => undefined, { signal })).rejects.toThrow(sentence)
      expect(Date.now() - began).toBeLessThan(5_000)
    })
  })

  test('a key maps to the same partition in all our logs', async () => {
    const seen: LogRecord[] = []
    await log.append(Array.from({ length: 40 }, (_, i) => ({ key: `key ${i}`, value: '' })))
    follow(async batch => void seen.push(...batch))
    await until(() => seen.length === 40, 10_000)
    expect(seen.map(record => record.partition)).toEqual(seen.map(record => partitionOf(record.key, 4)))
  })

  test('an append that one broker rejects goes to the next, and is confirmed only when it is stored', async () => {
    const { topic } = parseKafkaUrl(url)
    const other = await openLog(`kafka://127.0.0.1:${await freePort()},127.0.0.1:${broker?.port}/${topic}`)
    cleanUp.push(other.close)
    await other.append([{ key: 'a', value: 'first' }])
    expect((await log.positions('readers')).reduce((sum, place) => sum + place.end, 0)).toBe(1)
  })

  test('an entry that is too large is refused without harm to the others', async () => {
    const results = await Promise.allSettled([
      log.append([{ key: 'a', value: 'before' }]),
      log.append([{ key: 'a', value: 'x'.repeat(3 * 1024 * 1024) }]),
      log.append([{ key: 'a', value: 'after' }]),
    ])
    expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await log.positions('readers')).reduce((sum, place) => sum + place.end, 0)).toBe(2)
  })

  test('an error that Kafka calls permanent is not retried', async () => {
    const topic = 'small'
    const admin = new Kafka({ brokers: [`127.0.0.1:${broker?.port}`], logLevel: 0 }).admin()
    await admin.connect()
    await admin.createTopics({
      topics: [{ topic, configEntries: [{ name: 'max.message.bytes', value: '200' }] }],
    })
    await admin.disconnect()
    const small = await openLog(broker?.url(topic) ?? '')
    cleanUp.push(small.close)
    // All characters differ, so compression does not make the value fit.
    const value = String.fromCharCode(...Array.from({ length: 500 }, (_, i) => 0x4e00 + i))
    await until(
      () =>
        small.append([{ key: 'a', value: 'fits' }]).then(
          () => true,
          () => false,
        ),
      5_000,
    )
    await expect(small.append([{ key: 'a', value }])).rejects.toMatchObject({ type: 'MESSAGE_TOO_LARGE' })
  })

  test('entries that were appended separately are delivered together', async () => {
    for (const value of ['1', '2', '3', '4', '5']) await log.append([{ key: 'a', value }])
    const batches: string[][] = []
    follow(async batch => void batches.push(batch.map(({ value }) => value)))
    await until(() => batches.length > 0, 10_000)
    expect(batches).toEqual([['1', '2', '3', '4', '5']])
  })

  test('the watchdog reports no stall for entries in progress or entries of another consumer', async () => {
    const stallMs = 2_000
    const gate = Promise.withResolvers<void>()
    const heldBy: number[] = []
    const stop = new AbortController()
    const read = async (reader: number) => {
      const opened = await openKafkaLog(url, { stallMs })
      cleanUp.push(opened.close)
      const handle = async () => {
        heldBy.push(reader)
        await gate.promise
      }
      return { done: opened.consume('readers', handle, { signal: stop.signal }) }
    }
    const ends = (await Promise.all([0, 1].map(read))).map(({ done }) => done)
    try {
      await until(async () => (await log.owned('readers')).size === 4, 10_000)
      await log.append([{ key: 'a', value: '' }])
      await until(() => heldBy.length === 1, 10_000)
      expect(await Promise.race([...ends, sleep(2 * stallMs, 'still at it')])).toBe('still at it')
    } finally {
      gate.resolve()
    }
    await log.append([{ key: 'a', value: '' }])
    await until(() => heldBy.length === 2, 10_000)
    expect(heldBy[1]).toBe(heldBy[0])
    stop.abort()
    await Promise.all(ends)
  })

  test('startAt is retried until it succeeds, and no entry is delivered before', async () => {
    await log.append([{ key: 'a', value: 'first' }])
    let asked = 0
    const errors: unknown[] = []
    const seen: number[] = []
    follow(async batch => void seen.push(...batch.map(() => asked)), {
      startAt: async partition => {
        if (partition !== partitionOf('a', 4)) return null
        asked += 1
        if (asked < 3) throw new Error('the store is away')
        return null
      },
      onError: error => errors.push(error),
    })
    await until(() => seen.length === 1, 10_000)
    expect(seen).toEqual([3])
    expect(errors.map(String)).toEqual(['Error: the store is away', 'Error: the store is away'])
  })

  test('a partition whose batch fails does not hold up the others', async () => {
    const seen: number[] = []
    await log.append(Array.from({ length: 40 }, (_, i) => ({ key: `key ${i}`, value: '' })))
    follow(
      async batch => {
        if (batch[0]?.partition === 0) throw new Error('not yet')
        seen.push(...batch.map(record => record.partition))
      },
      { onError: () => undefined },
    )
    const expected = Array.from({ length: 40 }, (_, i) => partitionOf(`key ${i}`, 4)).filter(p => p > 0)
    await until(() => seen.length === expected.length, 10_000)
    expect(seen.toSorted()).toEqual(expected.toSorted())
  })

  test('the batches of all partitions are handled concurrently', async () => {
    await log.append(Array.from({ length: 40 }, (_, i) => ({ key: `key ${i}`, value: '' })))
    const all = Promise.withResolvers<void>()
    const inHand = new Set<number | undefined>()
    follow(async batch => {
      inHand.add(batch[0]?.partition)
      if (inHand.size === 4) all.resolve()
      await all.promise
    })
    await until(() => inHand.size === 4, 10_000).finally(all.resolve)
  })

  test('a process that uses Kafka prints no warnings', async () => {
    const code = `
      import { openLog } from ${JSON.stringify(import.meta.resolve('../open-log.ts'))}
      const log = await openLog(process.argv[1])
      await log.append([{ key: 'a', value: 'b' }])
      const stop = new AbortController()
      await log.consume('readers', async () => stop.abort(), { signal: stop.signal })
      await log.close()`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code, url], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [printed] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect(printed).toBe('')
    expect(child.exitCode).toBe(0)
  })
})
