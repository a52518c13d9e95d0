/**
 * Events that wait to be delivered, oldest first. Each lies under a key of its own: two tabs that add and remove at the
 * same time never overwrite each other's list.
 */
import { timeOf } from './ids.ts'
import type { Store } from './store.ts'

const PREFIX = 'firsttouch_event:'
export const MAX_EVENTS = 500
export const MAX_BYTES = 256 * 1024
/** The server takes no older ones. */
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000
/** Only a clock that was changed makes an event so old: the server judges it. */
export const NEVER_SO_OLD_MS = 365 * 24 * 60 * 60 * 1000
/** A page leaves another page's events alone for this long, because it sees that page's removals late. */
export const ADOPT_AFTER_MS = 5_000
export const MAX_BATCH_EVENTS = 100
/** Keepalive requests and beacons of a page share about 64 KiB. */
export const MAX_BATCH_BYTES = 48 * 1024

export type Queued = { id: string; json: string }
export type Queue = {
  add: (id: string, json: string) => void
  remove: (events: readonly Queued[]) => void
  /** All that wait. */
  list: () => Queued[]
  /** Those that this page delivers: its own, and those that a closed page left. */
  ours: () => Queued[]
}

export const openQueue = (store: Store, now: () => number): Queue => {
  const own = new Set<string>()
  const remove = (events: readonly Queued[]) => {
    for (const { id } of events) store.remove(PREFIX + id)
  }
  const isTooOld = (age: number) => age >= MAX_AGE_MS && age < NEVER_SO_OLD_MS
  const list = () => {
    const all = store
      .keys()
      .filter(key => key.startsWith(PREFIX))
      .sort()
      .map(key => ({ id: key.slice(PREFIX.length), json: store.get(key) ?? '' }))
    const kept = newestWithin(all.filter(({ id, json }) => json && !isTooOld(now() - timeOf(id))))
    remove(all.filter(event => !kept.includes(event)))
    return kept
  }
  return {
    add: (id, json) => {
      own.add(id)
      store.set(PREFIX + id, json)
      list()
    },
    remove,
    list,
    // An event of the future was recorded by a clock that has been put right since.
    ours: () => list().filter(({ id }) => own.has(id) || Math.abs(now() - timeOf(id)) >= ADOPT_AFTER_MS),
  }
}

/** Above the limits the oldest events are dropped. */
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

/** As many of the first events as one request may carry; always at least one of a list that is not empty. */
export const firstBatch = (events: readonly Queued[]): Queued[] => {
  let bytes = 0
  const end = events.findIndex(({ json }, index) => {
    bytes += byteLength(json) + 1
    return index > 0 && (index >= MAX_BATCH_EVENTS || bytes > MAX_BATCH_BYTES - 64)
  })
  return end < 0 ? [...events] : events.slice(0, end)
}

/** Each attempt says when it was sent, so that the server can correct the times of a wrong clock. */
export const batchBody = (events: readonly Queued[], sentAt: number): string =>
  `{"sentAt":"${new Date(sentAt).toISOString()}","events":[${events.map(({ json }) => json).join(',')}]}`

const byteLength = (text: string): number =>
  /^[\0-\x7f]*$/.test(text) ? text.length : new TextEncoder().encode(text).length
