/** Hashes the content of an event. Two events with one id and different hashes conflict. */
import { hash } from 'node:crypto'
import type { EventType } from '../projections/rollup.ts'
import { EVENT_COLUMNS, type EventPosition, type EventRow } from './rows.ts'

/** `content` is the hash of the event's content. */
export type Occurrence = EventPosition & { id: string; type: EventType; content: string }

/** The hash also includes the time that the client sent (`SAID_SQL`). */
const CONTENT: (typeof EVENT_COLUMNS)[number][] = [
  'type',
  'ab_event',
  'session',
  'user_agent',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'referrer',
  'page_path',
  'conversion_type',
  'test_name',
  'variant',
  'properties',
  'click_ids',
  'link_faults',
  'host',
]
const [OCCURRED, SKEW, ...CONTENT_AT] = (['occurred_at', 'clock_skew', ...CONTENT] as const).map(column =>
  EVENT_COLUMNS.indexOf(column),
) as [number, number, ...number[]]
/** The time that the client sent. Ingest may correct it differently when the client retries. */
const SAID_SQL = 'toUnixTimestamp64Milli(occurred_at) - clock_skew'

export const contentOf = (row: EventRow): string => {
  const said = Date.parse(String(row[OCCURRED])) - Number(row[SKEW])
  return hash('sha256', [said, ...CONTENT_AT.map(at => row[at])].join('\0'))
}

/** SQL that computes the same hash from a row of `events`. */
export const CONTENT_SQL = `lower(hex(SHA256(arrayStringConcat([${[SAID_SQL, ...CONTENT].map(value => `toString(${value})`).join(', ')}], '\\0'))))`
