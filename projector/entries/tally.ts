/** Counts the events of a raw entry without `readEntry`, so the accounting compares two independent counts. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { type LoggedEvent, RECORD_EVENTS, timeInside } from '@firsttouch/ingest/events'
import { jsonOf } from './json.ts'

/** `unknown` counts entries and events without a valid type or id. */
export type CountedType = LoggedEvent['type'] | 'unknown'
const EVENT_TYPES: LoggedEvent['type'][] = ['visit', 'conversion', 'ab_test', 'engagement', ...RECORD_EVENTS]
export const COUNTED_TYPES: CountedType[] = [...EVENT_TYPES, 'unknown']
export type TypeCounts = Partial<Record<CountedType, number>>
type Tally = { counts: TypeCounts; known: { type: LoggedEvent['type']; id: string }[] }

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const NOT_AFTER = 2 ** 32 * 1000

/** Counts an unreadable entry as one `unknown` event. Never throws. */
export const tallyOf = (value: string): Tally => {
  const { events: said } = fieldsOf(jsonOf(value))
  const events = Array.isArray(said) ? said : []
  const known: Tally['known'] = []
  const counts: TypeCounts = events.length === 0 ? { unknown: 1 } : {}
  for (const event of events) {
    const one = knownEvent(event)
    if (one) known.push(one)
    const type = one?.type ?? 'unknown'
    counts[type] = (counts[type] ?? 0) + 1
  }
  return { counts, known }
}

const tallies = new WeakMap<LogRecord, Tally>()

/** Memoized, because a batch needs the tally twice: when it reads the entry and when it commits. */
export const tallyOfRecord = (record: LogRecord): Tally => {
  const tally = tallies.get(record) ?? tallyOf(record.value)
  tallies.set(record, tally)
  return tally
}

type Fields = Record<string, unknown>
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

const knownEvent = (value: unknown): Tally['known'][number] | undefined => {
  const { id, type: said } = fieldsOf(value)
  const type = EVENT_TYPES.find(known => known === said)
  if (!type || typeof id !== 'string' || !ID.test(id) || timeInside(id) >= NOT_AFTER) return undefined
  return { type, id: id.toLowerCase() }
}
