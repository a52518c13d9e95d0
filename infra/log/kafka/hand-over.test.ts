/** Between kafkajs and the handler, with kafkajs's part played by the test. */
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

test('what comes at once is handed over in parts, and each is remembered before the next', async () => {
  const { handOver, give, handed, said } = open({ maxBatch: 2 })
  handOver.take([3])
  await give(
    3,
    [5, 6, 7].map(offset => message(offset)),
  )
  expect(handed).toEqual([[5, 6], [7]])
  expect(said).toEqual(['resolved 6', 'committed 7', 'alive', 'resolved 7', 'committed 8', 'alive'])
})

test('a record says what the message does, and one without a trace, key or value is one all the same', async () => {
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

test('a batch that fails pauses its partition for longer each time, and comes again without what is behind it', async () => {
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

test('a handler that takes long has signs of life given for it, and none once it is done', async () => {
  const gate = Promise.withResolvers<void>()
  const { handOver, give, said } = open({ handle: () => gate.promise })
  const given = give(3, [message(0)])
  await vi.advanceTimersByTimeAsync(3 * HEARTBEAT_MS)
  expect(said.splice(0)).toEqual(['alive', 'alive', 'alive'])
  expect(handOver.isBusy(9)).toBe(true)
  gate.resolve()
  await given
  expect(said).toEqual(['resolved 0', 'committed 1', 'alive'])
  expect(handOver.isBusy(9)).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['kafkajs no longer runs', { running: false }],
  ['the batch is stale', { stale: true }],
])('nothing is handed over where %s', async (_, now) => {
  const { give, handed, life } = open()
  Object.assign(life, now)
  await give(3, [message(0)])
  expect(handed).toEqual([])
})

test('after an abort, and after it was closed, nothing is handed over', async () => {
  const aborted = open()
  aborted.stop.abort()
  await aborted.give(3, [message(0)])
  const closed = open()
  await closed.handOver.close()
  await closed.give(3, [message(0)])
  expect([aborted.handed, closed.handed]).toEqual([[], []])
})

test('closing waits for the batch in hand, and resumes nothing that waits after a failure', async () => {
  const gate = Promise.withResolvers<void>()
  const { handOver, give, said } = open({
    maxBatch: 1,
    handle: async ([first]) => (first?.partition === 1 ? gate.promise : failing(1)()),
  })
  await give(2, [message(0)])
  const given = give(1, [message(0), message(1)])
  await vi.advanceTimersByTimeAsync(0)
  const closing = handOver.close().then(() => said.push('closed'))
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  gate.resolve()
  await Promise.all([given, closing])
  await vi.runAllTimersAsync()
  expect(said).toEqual(['pause 2', 'alive', 'resolved 0', 'committed 1', 'alive', 'closed'])
})

const place = (partition: number, start: number, committed: number): Position => ({
  ...{ partition, start, committed, end: 100 },
})
test.each([
  ['before the committed place is gone back to', 30, 30],
  ['before the log begins is where it begins', 3, 10],
  ['at the committed place is where it is', 40, null],
  ['behind it is not gone forward to', 41, null],
  ['that is none leaves it', null, null],
])('an opinion of the store %s', async (_, wanted, sought) => {
  const { handOver, give, seeks } = open({
    startAt: async partition => (partition === 2 ? wanted : null),
    places: [place(1, 0, 50), place(2, 10, 40)],
  })
  handOver.take([1, 2])
  expect([handOver.has(2), handOver.has(3)]).toEqual([true, false])
  await Promise.all([give(1, [message(0)]), give(2, [message(0)])])
  expect(seeks).toEqual(sought === null ? [] : [{ topic: 'log', partition: 2, offset: `${sought}` }])
})

test('while a store does not answer nothing is handed over, and an abort ends the wait for it', async () => {
  let asked = 0
  const { handOver, give, handed, errors, stop } = open({
    startAt: async () => {
      asked += 1
      throw new Error('not yet')
    },
  })
  handOver.take([2])
  const given = give(2, [message(0)])
  await vi.advanceTimersByTimeAsync(0)
  stop.abort()
  await given
  expect([asked, handed, errors]).toEqual([1, [], [NOT_YET]])
})

test('an opinion on a partition that has been shared out again meanwhile counts for nothing', async () => {
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
