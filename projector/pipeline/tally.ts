/**
 * What an entry of the log holds, for the books: which events, of which types. Deliberately not the projector's reading:
 * what the two agree on was counted twice.
 */
import { crc32 } from 'node:zlib'
import { type LoggedEvent, RECORD_EVENTS, timeInside } from '@firsttouch/ingest/events'
import { currentVersion, UPCASTS, type Upcast, upcast } from './upcasts.ts'

/** `unknown`: an entry, or an event of one, that does not say what it is. */
export type BookedType = LoggedEvent['type'] | 'unknown'
const EVENT_TYPES: LoggedEvent['type'][] = ['visit', 'conversion', 'ab_test', ...RECORD_EVENTS]
export const BOOKED_TYPES: BookedType[] = [...EVENT_TYPES, 'unknown']
export type Counts = Partial<Record<BookedType, number>>

/** `fingerprint`: of what reports count the event by. Two events with one id and different fingerprints conflict. */
export type Known = { type: LoggedEvent['type']; id: string; fingerprint: number }
export type Tally = { counts: Counts; known: Known[] }

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const NOT_AFTER = 2 ** 32 * 1000

/** Never throws: an entry that nobody can read counts as one `unknown`. */
export const tallyOf = (value: string, upcasts: Upcast[] = UPCASTS): Tally => {
  const events = eventsOf(value, upcasts)
  const known = events.flatMap(event => knownEvent(event) ?? [])
  const counts: Counts = {}
  for (const { type } of known) counts[type] = (counts[type] ?? 0) + 1
  const unknown = Math.max(events.length, 1) - known.length
  if (unknown > 0) counts.unknown = unknown
  return { counts, known }
}

export const addCounts = (to: Counts, more: Counts, sign: 1 | -1 = 1): Counts => {
  const sum = { ...to }
  for (const type of BOOKED_TYPES) if (more[type]) sum[type] = (sum[type] ?? 0) + sign * more[type]
  return sum
}

type Fields = Record<string, unknown>
const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined

const eventsOf = (value: string, upcasts: Upcast[]): unknown[] => {
  try {
    const entry = fieldsOf(JSON.parse(value)) ?? {}
    const { v } = entry
    const older = typeof v === 'number' && v >= 1 && v < currentVersion(upcasts)
    const { events } = older ? upcast(entry, v, upcasts) : entry
    return Array.isArray(events) ? events : []
  } catch {
    return []
  }
}

const knownEvent = (value: unknown): Known | undefined => {
  const event = fieldsOf(value)
  if (!event) return undefined
  const { id } = event
  const type = EVENT_TYPES.find(known => known === event.type)
  if (!type) return undefined
  if (typeof id !== 'string' || !ID.test(id) || timeInside(id) >= NOT_AFTER) return undefined
  return { type, id: id.toLowerCase(), fingerprint: fingerprintOf(event) }
}

const fingerprintOf = (event: Fields): number => {
  const utm = fieldsOf(event.utm)
  const counted = [
    event.type,
    event.sessionId,
    event.conversionType,
    event.testName,
    event.variant,
    event.event,
    event.version,
  ]
  return crc32([...counted, utm?.utm_source, utm?.utm_medium, utm?.utm_campaign].join('\0'))
}
