import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { recordsOf, visit } from '../testing/events.ts'
import { withoutRest } from '../testing/without-rest.ts'
import { asLongAsItTook, openBatcher } from './batcher.ts'

const records = (count: number) => recordsOf(Array.from({ length: count }, () => visit()))
/** A batcher that adds the size of each projected batch to `sizes`. */
const noteTo = (sizes: number[], maxRecords: number) =>
  openBatcher(async batch => void sizes.push(batch.length), { resting: withoutRest, maxRecords })

test('batches that wait during a projection are projected together next', async () => {
  const sizes: number[] = []
  let open = () => {}
  const gate = new Promise<void>(resolve => (open = resolve))
  const handle = openBatcher(
    async batch => {
      sizes.push(batch.length)
      await gate
    },
    { resting: withoutRest, maxRecords: 100 },
  )
  const all = [handle(records(1))]
  await vi.waitUntil(() => sizes.length === 1)
  all.push(handle(records(2)), handle(records(3)))
  open()
  await Promise.all(all)
  expect(sizes).toEqual([1, 5])
})

test('batches of several partitions that arrive in one turn are projected together', async () => {
  const sizes: number[] = []
  const handle = noteTo(sizes, 100)
  await Promise.all([handle(records(1)), Promise.resolve().then(() => handle(records(2)))])
  expect(sizes).toEqual([3])
})

test('after a large batch the batcher waits for other partitions and projects them together, because a large batch means a large lag', async () => {
  const sizes: number[] = []
  const handle = noteTo(sizes, 5_000)
  const late = async (count: number) => {
    await nextTurn()
    await nextTurn()
    await handle(records(count))
  }
  await Promise.all([handle(records(3)), handle(records(1_000)), late(1)])
  await Promise.all([handle(records(999)), late(2)])
  expect(sizes).toEqual([1_004, 999, 2])
})

test('the batcher stops waiting once as many partitions have arrived as ever arrived together', async () => {
  const sizes: number[] = []
  const handle = noteTo(sizes, 5_000)
  await Promise.all([handle(records(3)), handle(records(1_000))])
  const another = async () => {
    await nextTurn()
    await nextTurn()
    await handle(records(7))
  }
  await Promise.all([handle(records(1_000)), handle(records(4)), another()])
  expect(sizes).toEqual([1_003, 1_004, 7])
})

test('a projection has at most maxRecords entries, and a larger batch is projected alone', async () => {
  const sizes: number[] = []
  const handle = noteTo(sizes, 10)
  await Promise.all([
    handle(records(1)),
    handle(records(6)),
    handle(records(6)),
    handle(records(4)),
    handle(records(30)),
    handle(records(2)),
  ])
  expect(sizes).toEqual([7, 10, 30, 2])
})

test('the batcher projects nothing while no batch waits, and projects a later batch', async () => {
  const sizes: number[] = []
  const handle = noteTo(sizes, 10)
  await handle(records(1))
  await sleep(20)
  await handle(records(2))
  expect(sizes).toEqual([1, 2])
})

test('if a projection fails, all its batches fail, and the next projection runs', async () => {
  let broken = true
  const handle = openBatcher(
    async () => {
      if (broken) throw new Error('store is down')
    },
    { resting: withoutRest, maxRecords: 100 },
  )
  const outcomes = await Promise.allSettled([handle(records(1)), handle(records(1)), handle(records(1))])
  expect(outcomes.map(outcome => outcome.status)).toEqual(['rejected', 'rejected', 'rejected'])
  broken = false
  await handle(records(1))
})

/** Timers may fire up to two milliseconds early, so the tests allow five. */
const inTime = (ms: number) => ms - 5

test('the rest after each batch depends on its duration, and the log gets its answer after the rest', async () => {
  const took: number[] = []
  const starts: number[] = []
  const work = async () => {
    starts.push(performance.now())
    await sleep(20)
  }
  const resting = (tookMs: number) => {
    took.push(tookMs)
    return 50
  }
  const handle = openBatcher(work, { resting, maxRecords: 100 })
  const from = performance.now()
  for (let batch = 0; batch < 3; batch++) {
    await handle(records(1))
    expect(performance.now() - from).toBeGreaterThanOrEqual(inTime((batch + 1) * 70))
  }
  for (const [batch, start] of starts.entries())
    expect(start - from).toBeGreaterThanOrEqual(inTime(batch * 70))
  expect(took).toHaveLength(3)
  for (const ms of took) expect(ms).toBeGreaterThanOrEqual(inTime(20))
})

test.each([
  [0, 100],
  [40, 100],
  [70, 140],
  [120, 200],
  [200, 200],
  [900, 900],
])('batches that take %d ms begin %d ms apart', (took, apart) => {
  expect(took + asLongAsItTook(took)).toBe(apart)
})
