import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { until } from '../rigs/testing/until.ts'
import { openGroupCommit } from './group-commit.ts'
import type { LogEntry } from './log.ts'

const LIMITS = { entries: 10, size: 100, lingerMs: 0, enough: { entries: 5, size: 50 } }
const entry = (value: string): LogEntry => ({ key: '', value })

/** A writer whose every write waits until the test lets it end. */
const heldWriter = () => {
  const writes: { values: string[]; end: (error?: Error) => void }[] = []
  const write = (entries: LogEntry[]) =>
    new Promise<void>((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve())
      writes.push({ values: entries.map(({ value }) => value), end })
    })
  return { writes, write }
}

test('what waits while one write is under way goes together in the next', async () => {
  const { writes, write } = heldWriter()
  const queue = openGroupCommit(write, LIMITS)
  const first = queue.add([entry('a')])
  await until(() => writes.length === 1, 5_000)
  const others = ['b', 'c'].map(value => queue.add([entry(value)]))
  writes[0]?.end()
  await until(() => writes.length === 2, 5_000)
  writes[1]?.end()
  await Promise.all([first, ...others, queue.idle()])
  expect(writes.map(({ values }) => values)).toEqual([['a'], ['b', 'c']])
})

test('what comes in one turn of the event loop goes in one write', async () => {
  const { writes, write } = heldWriter()
  const queue = openGroupCommit(write, LIMITS)
  const adds = ['a', 'b', 'c'].map(value => queue.add([entry(value)]))
  await until(() => writes.length === 1, 5_000)
  writes[0]?.end()
  await Promise.all(adds)
  expect(writes.map(({ values }) => values)).toEqual([['a', 'b', 'c']])
})

test('a failed write rejects exactly those whose entries it held', async () => {
  const { writes, write } = heldWriter()
  const queue = openGroupCommit(write, { ...LIMITS, entries: 2 })
  const adds = Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f'].map(value => queue.add([entry(value)])))
  for (const [i, error] of [undefined, new Error('disk full'), undefined].entries()) {
    await until(() => writes.length > i, 5_000)
    writes[i]?.end(error)
  }
  const failed = (await adds).map(({ status }) => status === 'rejected')
  expect(failed).toEqual([false, false, true, true, false, false])
  expect(writes.map(({ values }) => values)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
  ])
})

test('writes are bounded by number and by size, and one large entry goes alone', async () => {
  const sizes: number[][] = []
  const queue = openGroupCommit(
    async entries => {
      sizes.push(entries.map(({ value }) => value.length))
    },
    { ...LIMITS, entries: 3, size: 10 },
  )
  await queue.add([4, 4, 4, 50, 1, 1, 1, 1].map(length => entry('x'.repeat(length))))
  expect(sizes).toEqual([[4, 4], [4], [50], [1, 1, 1], [1]])
})

test('entries of one append that fit into one write are not torn apart', async () => {
  const writes: string[] = []
  const queue = openGroupCommit(
    async entries => {
      writes.push(entries.map(({ value }) => value).join(''))
    },
    { ...LIMITS, entries: 3 },
  )
  await Promise.all(['x', 'y', 'ab', 'z'].map(values => queue.add([...values].map(entry))))
  expect(writes).toEqual(['xy', 'abz'])
})

test.each([
  ['many', ['b', 'c', 'd', 'e', 'f']],
  ['much', ['b', 'c'.repeat(49)]],
])(
  'after a write a few entries wait for more to share the next, until %s of them wait',
  async (_, values) => {
    const { writes, write } = heldWriter()
    const queue = openGroupCommit(write, { ...LIMITS, lingerMs: 3_600_000 })
    const adds = [queue.add([entry('a')])]
    await until(() => writes.length === 1, 5_000)
    writes[0]?.end()
    for (const value of values) {
      adds.push(queue.add([entry(value)]))
      await setTimeout(5)
    }
    await until(() => writes.length === 2, 5_000)
    expect(writes[1]?.values).toEqual(values)
    writes[1]?.end()
    await Promise.all(adds)
  },
)
