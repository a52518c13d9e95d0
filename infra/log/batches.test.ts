import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type BatchLimits, openBatches, type Part } from './batches.ts'

const LIMITS: BatchLimits = {
  entries: 10,
  bytes: 10_000,
  lingerMs: 0,
  enough: { entries: 5, bytes: 5_000 },
  timeoutMs: 2_000,
}
const entry = (value: string) => ({ key: 'k', value })
// Fake timers, so a stalled machine cannot change the order of waits.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
/** Runs the fake clock until `work` settles, and returns its result. */
const run = async <T>(work: Promise<T>): Promise<T> => (await Promise.all([work, vi.runAllTimersAsync()]))[0]
/** Milliseconds until the work was done. */
const lasting = (work: Promise<unknown>): Promise<number> => {
  const began = performance.now()
  return run(work.then(() => performance.now() - began))
}

const valuesOf = (parts: Part[]) => parts.flatMap(part => part.entries.map(({ value }) => value))

/** Batches whose sends take `ms` each and always succeed. */
const collect = (limits: Partial<BatchLimits> = {}, ms = 20) => {
  const sent: { values: string[]; at: number }[] = []
  const batches = openBatches(
    async parts => {
      sent.push({ values: valuesOf(parts), at: performance.now() })
      await sleep(ms)
      for (const part of parts) part.settle()
    },
    { ...LIMITS, ...limits },
  )
  return { sent, batches, add: (...values: string[]) => batches.add(values.map(entry)) }
}

test('entries that wait during a send go together in the next one', async () => {
  const { sent, add } = collect()
  await run(Promise.all([add('a'), sleep(5).then(() => Promise.all([add('b'), add('c', 'd')]))]))
  expect(sent.map(({ values }) => values)).toEqual([['a'], ['b', 'c', 'd']])
})

test('an idle log sends at once, a busy one waits for more entries until a batch is full', async () => {
  const { sent, add } = collect({ lingerMs: 200 }, 0)
  expect(await lasting(add('a'))).toBe(0)
  await run(Promise.all([add('b'), sleep(50).then(() => add('c'))]))
  expect(sent.map(({ values }) => values)).toEqual([['a'], ['b', 'c']])
  expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(200)
  expect(await lasting(add('1', '2', '3', '4', '5'))).toBe(0)
})

test('a batch is full by its number of entries or bytes, including entries that an earlier batch left', async () => {
  const { sent, add } = collect({ lingerMs: 200, entries: 4, enough: { entries: 3, bytes: 5_000 } })
  await run(
    Promise.all([add('a'), sleep(5).then(() => Promise.all([add('1', '2', '3'), add('4', '5', '6')]))]),
  )
  expect(sent.map(({ values }) => values.length)).toEqual([1, 3, 3])
  const began = sent.map(({ at }) => at - (sent[0]?.at ?? 0))
  expect(began).toEqual([0, 20, 40])
  const large = collect({ lingerMs: 200 })
  await run(Promise.all([large.add('a'), sleep(5).then(() => large.add('x'.repeat(6_000)))]))
  expect(large.sent.map(({ at }) => at - (large.sent[0]?.at ?? 0))).toEqual([0, 20])
})

test('a batch keeps its limits, and a larger append goes in several batches', async () => {
  const { sent, add } = collect({ entries: 3 })
  await run(add('1', '2', '3', '4', '5', '6', '7'))
  expect(sent.map(({ values }) => values)).toEqual([['1', '2', '3'], ['4', '5', '6'], ['7']])
  const large = collect({ bytes: 1_000 })
  await run(Promise.all([large.add('x'.repeat(600)), large.add('y'.repeat(600), 'z')]))
  expect(large.sent.map(({ values }) => values.length)).toEqual([1, 2])
})

test('a batch may be as large as its limit, and no larger', async () => {
  // 500 bytes with the key and Kafka's overhead. A trace adds 80.
  const half = 'x'.repeat(459)
  const { sent, add, batches } = collect({ bytes: 1_000 })
  await run(Promise.all([add(half), add(half), add(half)]))
  await run(add(half, half, half))
  await run(add(half, `${half}y`))
  await run(Promise.all([add(half), add(`${half}y`)]))
  await run(add('x'.repeat(959)))
  const lengths = () => sent.map(({ values }) => values.length)
  expect(lengths()).toEqual([2, 1, 2, 1, 1, 1, 1, 1, 1])
  await expect(add('fits', 'x'.repeat(960))).rejects.toThrow('larger than 1000 bytes')
  await expect(add('é'.repeat(480))).rejects.toThrow('larger than 1000 bytes')
  const headers = { traceparent: '00' }
  await run(batches.add([{ ...entry('x'.repeat(879)), headers }]))
  await expect(batches.add([{ ...entry('x'.repeat(880)), headers }])).rejects.toThrow('larger')
  expect(lengths()).toHaveLength(10)
})

test('an append settles in time however long its send takes, and is not sent again', async () => {
  const sent: string[][] = []
  const batches = openBatches(
    async parts => {
      sent.push(valuesOf(parts))
      for (const part of parts) part.trouble = new Error('nobody is there')
      await sleep(300)
      for (const part of parts) part.settle()
    },
    { ...LIMITS, timeoutMs: 100 },
  )
  const results = Promise.allSettled([
    batches.add([entry('slow')]),
    sleep(5).then(() => batches.add([entry('waiting')])),
  ])
  expect(await lasting(results)).toBe(105)
  expect((await results).map(result => (result.status === 'rejected' ? String(result.reason) : ''))).toEqual([
    'Error: The log did not accept the entries within 100 ms: nobody is there',
    'Error: The log did not accept the entries within 100 ms',
  ])
  await run(batches.idle())
  expect(sent).toEqual([['slow']])
})

test('appends of one turn of the event loop go in one batch', async () => {
  const { sent, add } = collect()
  await run(Promise.all([add('a'), add('b'), add('c')]))
  expect(sent.map(({ values }) => values)).toEqual([['a', 'b', 'c']])
})
