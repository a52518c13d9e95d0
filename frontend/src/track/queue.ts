/** Each event has its own storage key, so two tabs never overwrite each other's list. */
import { timeOf } from './ids.ts'
import type { Store } from './store.ts'

const PREFIX = 'firsttouch_event:'
export const MAX_EVENTS = 500
export const MAX_BYTES = 256 * 1024
/** The server rejects older events. */
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000
/** An event this old was dated by a wrong clock. Keep it, because the server can correct its time. */
export const IMPLAUSIBLE_AGE_MS = 365 * 24 * 60 * 60 * 1000
/** Younger events of another page stay in the queue, because that page may be sending them at this moment. */
export const ADOPT_AFTER_MS = 5_000
export const MAX_BATCH_EVENTS = 100
/** Browsers limit all keepalive requests and beacons of a page to about 64 KiB together. */
export const MAX_BATCH_BYTES = 48 * 1024

export type Queued = { id: string; json: string }
export type Queue = ReturnType<typeof openQueue>

export const openQueue = (store: Store, now: () => number) => {
  const own = new Set<string>()
  const remove = (events: readonly Queued[]) => {
    for (const { id } of events) store.remove(PREFIX + id)
  }
  const isTooOld = (age: number) => age >= MAX_AGE_MS && age < IMPLAUSIBLE_AGE_MS
  const list = () => {
    const all = store
      .keys()
      .filter(key => key.startsWith(PREFIX))
      .sort()
      .map(key => ({ id: key.slice(PREFIX.length), json: store.get(key) ?? '' }))
    const current = newestWithin(all.filter(({ id, json }) => json && !isTooOld(now() - timeOf(id))))
    remove(all.filter(event => !current.includes(event)))
    return current
  }
  return {
    add: (id: string, json: string): void => {
      own.add(id)
      store.set(PREFIX + id, json)
      list()
    },
    remove,
    list,
    /** This page's events, and old events of other pages. Takes the absolute age, as wrong clocks make ages negative. */
    ours: () => list().filter(({ id }) => own.has(id) || Math.abs(now() - timeOf(id)) >= ADOPT_AFTER_MS),
  }
}

const newestWithin = (events: Queued[]): Queued[] => {
  let bytes = 0
  let first = events.length
  while (first > 0 && events.length - first < MAX_EVENTS) {
    bytes += byteLength(events[first - 1]?.json ?? '')
    if (bytes > MAX_BYTES) break
    first--
  }
  return events.slice(first)
}

/** Returns as many of the first events as fit into one request, but at least one event. */
export const firstBatch = (events: readonly Queued[]): Queued[] => {
  let bytes = 0
  const end = events.findIndex(({ json }, index) => {
    bytes += byteLength(json) + 1
    return index > 0 && (index >= MAX_BATCH_EVENTS || bytes > MAX_BATCH_BYTES - 64)
  })
  return end < 0 ? [...events] : events.slice(0, end)
}

/** The server uses `sentAt` to correct the times of a wrong clock. */
export const batchBody = (events: readonly Queued[], sentAt: number): string =>
  `{"sentAt":"${new Date(sentAt).toISOString()}","events":[${events.map(({ json }) => json).join(',')}]}`

const byteLength = (text: string): number =>
  /^[\0-\x7f]*$/.test(text) ? text.length : new TextEncoder().encode(text).length
