import { expect, test } from 'vitest'
import { uuidv7 } from './ids.ts'
import {
  batchBody,
  firstBatch,
  IMPLAUSIBLE_AGE_MS,
  MAX_AGE_MS,
  MAX_BATCH_BYTES,
  MAX_BATCH_EVENTS,
  MAX_BYTES,
  MAX_EVENTS,
  openQueue,
} from './queue.ts'
import { openStore } from './store.ts'
import { handStorage, handStore } from './testing/hand.ts'

const now = () => 1_767_225_600_000

test('the queue lists events oldest first, including those of another tab', () => {
  const storage = handStorage()
  const [one, two] = [
    openQueue(
      openStore(() => storage),
      now,
    ),
    openQueue(
      openStore(() => storage),
      now,
    ),
  ]
  one.add(uuidv7(now() - 3), '{"n":1}')
  two.add(uuidv7(now() - 2), '{"n":2}')
  one.add(uuidv7(now() - 1), '{"n":3}')
  expect(batchBody(two.list(), now())).toBe(
    '{"sentAt":"2026-01-01T00:00:00.000Z","events":[{"n":1},{"n":2},{"n":3}]}',
  )
})

test('removing sent events keeps those that another tab added', () => {
  const storage = handStorage()
  const [one, two] = [
    openQueue(
      openStore(() => storage),
      now,
    ),
    openQueue(
      openStore(() => storage),
      now,
    ),
  ]
  one.add(uuidv7(now() - 2), '{"n":1}')
  const sent = one.list()
  two.add(uuidv7(now() - 1), '{"n":2}')
  one.remove(sent)
  expect(one.list().map(event => event.json)).toEqual(['{"n":2}'])
})

test('above 500 events the oldest are dropped', () => {
  const queue = openQueue(handStore(), now)
  for (let n = 0; n < MAX_EVENTS + 2; n++) queue.add(uuidv7(now() - 1_000 + n), `{"n":${n}}`)
  const list = queue.list()
  expect(list).toHaveLength(MAX_EVENTS)
  expect(list[0]?.json).toBe('{"n":2}')
})

test('above 256 KiB the oldest are dropped', () => {
  const queue = openQueue(handStore(), now)
  for (let n = 0; n < 5; n++) queue.add(uuidv7(now() - 10 + n), 'x'.repeat(MAX_BYTES / 4))
  expect(queue.list()).toHaveLength(4)
  // Two bytes per character.
  for (let n = 0; n < 5; n++) queue.add(uuidv7(now() - 5 + n), 'é'.repeat(MAX_BYTES / 8))
  expect(queue.list()).toHaveLength(4)
})

test('an event is dropped after 30 days, unless only a changed clock explains its age', () => {
  const queue = openQueue(handStore(), now)
  queue.add(uuidv7(now() - MAX_AGE_MS), '{}')
  const kept = [0, now() - IMPLAUSIBLE_AGE_MS, now() - MAX_AGE_MS + 1].map(time => uuidv7(time))
  for (const id of kept) queue.add(id, '{}')
  queue.add(uuidv7(now() - IMPLAUSIBLE_AGE_MS + 1), '{}')
  expect(queue.list().map(({ id }) => id)).toEqual(kept)
})

test('dropped events leave the storage at once, and storage keys of other code are not events', () => {
  const store = handStore()
  const queue = openQueue(store, now)
  const foreign = `${'x'.repeat('firsttouch_event:'.length)}${uuidv7(now())}`
  store.set(foreign, '{}')
  queue.add(uuidv7(now() - MAX_AGE_MS), '{}')
  expect([queue.list(), store.keys()]).toEqual([[], [foreign]])
  for (let n = 0; n < MAX_EVENTS + 2; n++) queue.add(uuidv7(now() - 1_000 + n), '{}')
  expect(store.keys()).toHaveLength(MAX_EVENTS + 1)
})

test.each([
  [0, 2],
  [1, 1],
])('a batch reserves 64 bytes for its envelope: %i more bytes make it %i events', (more, count) => {
  const half = (MAX_BATCH_BYTES - 64) / 2 - 1
  const events = [half, half + more].map((length, n) => ({ id: String(n), json: 'x'.repeat(length) }))
  expect(firstBatch(events)).toHaveLength(count)
})

test('a batch holds at most 100 events and 48 KiB, and at least one event', () => {
  const small = Array.from({ length: 150 }, (_, n) => ({ id: String(n), json: '{}' }))
  expect(firstBatch(small)).toHaveLength(MAX_BATCH_EVENTS)
  const large = Array.from({ length: 50 }, (_, n) => ({
    id: String(n),
    json: JSON.stringify('é'.repeat(1_000)),
  }))
  const bytes = (events: typeof large) => new TextEncoder().encode(batchBody(events, now())).length
  expect(bytes(firstBatch(large))).toBeLessThanOrEqual(MAX_BATCH_BYTES)
  expect(bytes(large.slice(0, firstBatch(large).length + 1))).toBeGreaterThan(MAX_BATCH_BYTES - 64)
  expect(firstBatch([{ id: '1', json: 'x'.repeat(100_000) }])).toHaveLength(1)
  expect(firstBatch([])).toEqual([])
})

test('events that the storage refuses wait in memory', () => {
  const queue = openQueue(
    handStore(() => true),
    now,
  )
  queue.add(uuidv7(now()), '{}')
  expect(queue.list()).toHaveLength(1)
})

test('an event of a closed page is adopted whether its clock was behind or ahead', () => {
  const storage = handStorage()
  const times = [0, now() - 5_000, now() - 4_999, now() + 4_999, now() + 5_000, Date.UTC(2099, 0, 1)]
  const closed = openQueue(
    openStore(() => storage),
    now,
  )
  for (const time of times) closed.add(uuidv7(time), `${time}`)
  const next = openQueue(
    openStore(() => storage),
    now,
  )
  expect(next.ours().map(({ json }) => Number(json))).toEqual([0, now() - 5_000, now() + 5_000, times[5]])
})
