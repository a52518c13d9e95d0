/** Hands over batches from a simulated kafkajs. */
import type { KafkaMessage } from 'kafkajs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConsumeOptions, LogRecord, Position } from '../log.ts'
import { openHandOver } from './hand-over.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const HEARTBEAT_MS = 400
const message = (offset: number, headers: KafkaMessage['headers'] = {}): KafkaMessage => ({
  ...{ offset: `${offset}`, key: Buffer.from(`key ${offset}`), value: Buffer.from(`value ${offset}`) },
  ...{ timestamp: '1772366400000', attributes: 0, headers },
})

type Given = Partial<ConsumeOptions> & {
  handle?: (batch: LogRecord[]) => Promise<void>
  places?: Position[]
}
const open = ({ handle = async () => undefined, places = [], ...options }: Given = {}) => {
  const stop = new AbortController()
  const handed: number[][] = []
  const seeks: object[] = []
  const said: string[] = []
  const errors: string[] = []
  const life = { running: true, stale: false }
  const handOver = openHandOver({
    kafka: { seek: place => void seeks.push(place) },
    topic: 'log',
    handle: async batch => {
      handed.push(batch.map(({ offset }) => offset))
      await handle(batch)
    },
    options: { signal: stop.signal, onError: error => errors.push(String(error)), ...options },
    positions: async () => places,
    heartbeatMs: HEARTBEAT_MS,
  })
  const give = (partition: number, messages: KafkaMessage[]) => {
    const batch = { partition, messages } as Parameters<typeof handOver.eachBatch>[0]['batch']
    return handOver.eachBatch({
      batch,
      heartbeat: async () => void said.push('alive'),
      pause: () => {
        said.push(`pause ${partition}`)
        return () => void said.push(`resume ${partition}`)
      },
      isRunning: () => life.running,
      isStale: () => life.stale,
      resolveOffset: offset => void said.push(`resolved ${offset}`),
      commitOffsetsIfNecessary: async offsets =>
        void said.push(`committed ${offsets?.topics[0]?.partitions[0]?.offset}`),
    })
  }
  return { handOver, give, handed, seeks, said, errors, stop, life }
}
const NOT_YET = 'Error: not yet'
const failing = (times: number) => {
  let left = times
  return async () => {
    if (left-- > 0) throw new Error('not yet')
  }
}

test('a record has the message’s contents, also without a trace, key or value', async () => {
  const seen: LogRecord[] = []
  const { give } = open({ handle: async batch => void seen.push(...batch) })
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await give(1, [
    message(0, { traceparent: Buffer.from(traceparent) }),
    { ...message(1), key: null, value: null },
  ])
  const appendedAt = new Date(1_772_366_400_000)
  expect(seen).toStrictEqual([
    { partition: 1, offset: 0, key: 'key 0', value: 'value 0', appendedAt, headers: { traceparent } },
    { partition: 1, offset: 1, key: '', value: '', appendedAt },
  ])
})

test('a failing batch pauses its partition with back-off, and its retry contains the same entries only', async () => {
  const { handOver, give, handed, said, errors } = open({ handle: failing(9), maxBatch: 2 })
  const all = [0, 1, 2].map(offset => message(offset))
  for (const pause of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    await give(3, all)
    expect(handOver.isBusy(3)).toBe(true)
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(said.splice(0)).toEqual(['pause 3'])
    await vi.advanceTimersByTimeAsync(1)
    expect(said.splice(0)).toEqual(['resume 3'])
  }
  expect(handOver.isBusy(4)).toBe(false)
  await give(
    3,
    [0].map(offset => message(offset)),
  )
  await give(3, all)
  expect(handed.slice(-4)).toEqual([[0, 1], [0], [0], [1, 2]])
  expect(errors).toEqual(Array(9).fill(NOT_YET))
  expect(said.slice(1)).toEqual(['resolved 0', 'committed 1', 'alive', 'resolved 2', 'committed 3', 'alive'])
  expect(handOver.isBusy(3)).toBe(false)
})

test.each([
  ['kafkajs no longer runs', { running: false }],
  ['the batch is stale', { stale: true }],
])('no batch is delivered while %s', async (_, now) => {
  const { give, handed, life } = open()
  Object.assign(life, now)
  await give(3, [message(0)])
  expect(handed).toEqual([])
})

const place = (partition: number, start: number, committed: number): Position => ({
  ...{ partition, start, committed, end: 100 },
})
test.each([
  ['below the committed offset is used', 30, 30],
  ['before the log’s start becomes the start', 3, 10],
  ['at the committed offset changes nothing', 40, null],
  ['above the committed offset is ignored', 41, null],
  ['null changes nothing', null, null],
])('a start offset of the store %s', async (_, wanted, sought) => {
  const { handOver, give, seeks } = open({
    startAt: async partition => (partition === 2 ? wanted : null),
    places: [place(1, 0, 50), place(2, 10, 40)],
  })
  handOver.take([1, 2])
  expect([handOver.has(2), handOver.has(3)]).toEqual([true, false])
  await Promise.all([give(1, [message(0)]), give(2, [message(0)])])
  expect(seeks).toEqual(sought === null ? [] : [{ topic: 'log', partition: 2, offset: `${sought}` }])
})

test('the store’s start offset for a partition that has been reassigned meanwhile is ignored', async () => {
  const answers = [0, 1].map(() => Promise.withResolvers<number>())
  let asked = 0
  const { handOver, give, seeks, errors } = open({
    startAt: () => answers[asked++]?.promise ?? Promise.resolve(0),
    places: [place(2, 0, 40)],
  })
  for (const answer of answers) {
    handOver.take([2])
    answer.promise.catch(() => undefined)
  }
  handOver.take([])
  expect(handOver.has(2)).toBe(false)
  answers[0]?.resolve(5)
  answers[1]?.reject(new Error('too late'))
  await give(2, [message(0)])
  await vi.runAllTimersAsync()
  expect([seeks, errors, asked]).toEqual([[], [], 2])
})
