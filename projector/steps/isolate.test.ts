import type { LogRecord } from '@firsttouch/infra/log/log'
import { expect, test } from 'vitest'
import { recordsOf, visit } from '../testing/events.ts'
import { NOTHING } from './commit.ts'
import { openLimit, TooManyDeadLetters } from './dead-letter-limit.ts'
import { unreadable } from './dead-letters.ts'
import { openIsolation } from './isolate.ts'

const records = recordsOf(Array.from({ length: 20 }, () => visit()))
/** A store that rejects batches with any of these offsets. `taken`: the offsets that it accepted. */
const refusing = (...offsets: number[]) => {
  const taken: number[] = []
  const project = async (some: LogRecord[]) => {
    if (some.some(({ offset }) => offsets.includes(offset)))
      throw Object.assign(new Error('no such value'), { code: '27' })
    taken.push(...some.map(({ offset }) => offset))
    return NOTHING
  }
  return { taken, project }
}

test.each([[[0]], [[11]], [[19]], [[0, 1, 19]], [[]]])(
  'entries that the store refuses, at %j of 20, become dead letters, and all others are stored once and in order',
  async bad => {
    const { taken, project } = refusing(...bad)
    const { deadLetters } = await openIsolation().project(records, project)
    expect(deadLetters.map(({ offset, errorClass }) => [offset, errorClass])).toEqual(
      bad.map(offset => [offset, 'permanent']),
    )
    expect(taken).toEqual([...records.keys()].filter(offset => !bad.includes(offset)))
  },
)

test('an entry with an unknown failure becomes a dead letter of class unknown, after five attempts', async () => {
  const isolation = openIsolation()
  const odd = async (some: LogRecord[]) => {
    if (some.some(({ offset }) => offset === 3)) throw new Error('odd')
    return NOTHING
  }
  for (let attempt = 1; attempt < 5; attempt++)
    await expect(isolation.project(records, odd)).rejects.toThrow('odd')
  const { deadLetters } = await isolation.project(records, odd)
  await expect(isolation.project(records, odd)).rejects.toThrow('odd')
  expect(deadLetters).toMatchObject([{ offset: 3, reason: 'refused', errorClass: 'unknown', detail: 'odd' }])
})

test('no entry becomes a dead letter when the store goes down during the search', async () => {
  const isolation = openIsolation()
  const { project } = refusing(7)
  let calls = 0
  const goingDown = async (some: LogRecord[]) => {
    if (++calls > 2) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    return project(some)
  }
  await expect(isolation.project(records, goingDown)).rejects.toThrow('connect')
})

test('the projector stops if the store refuses everything, but not if as many refused entries are spread out', async () => {
  const isolation = openIsolation(openLimit({ window: 100, inWindow: 10, inARow: 2 }))
  const offsets = [...records.keys()]
  const inTwos = offsets.filter(offset => offset % 3 > 0)
  expect((await isolation.project(records, refusing(...inTwos).project)).deadLetters).toHaveLength(13)
  const tried: number[][] = []
  const refuse = (some: LogRecord[]) => {
    tried.push(some.map(({ offset }) => offset))
    return refusing(...offsets).project(some)
  }
  await expect(isolation.project(records, refuse)).rejects.toThrow(TooManyDeadLetters)
  expect(tried.slice(1).flat()).not.toContain(19)
})

test('earlier dead letters count towards the limit once their batches are committed, and not before', async () => {
  const isolation = openIsolation(openLimit({ window: 100, inWindow: 10, inARow: 5 }))
  const failing = async (some: LogRecord[]) => ({
    ...NOTHING,
    deadLetters: some.map(record => unreadable(record, { ok: false, reason: 'not_json', detail: '' })),
  })
  const [first, second] = [records.slice(0, 3), records.slice(3, 6)]
  const result = await isolation.project(first, failing)
  expect((await isolation.project(second, failing)).deadLetters).toHaveLength(3)
  isolation.confirm(first, result)
  await expect(isolation.project(second, failing)).rejects.toThrow(TooManyDeadLetters)
})
