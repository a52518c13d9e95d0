import { expect, test } from 'vitest'
import { type Bucket, type EventType, eventsWhere, type Rollup } from './rollup.ts'
import { touchedBy } from './touched.ts'

const rollup = (table: string, bucket: Bucket, ...reads: EventType[]): Rollup => ({
  table,
  reads,
  bucket,
  from: eventsWhere('true'),
  bucketOf: '',
  keys: {},
  weight: '',
  measures: {},
  erasure: 'nothing',
})
const ROLLUPS = [
  rollup('minutes', 'minute', 'visit', 'ab_test'),
  rollup('quarter_hours', 'quarter_hour', 'visit', 'ab_test'),
  rollup('session_minutes', 'session_minute', 'conversion', 'ab_test'),
  rollup('session_quarter_hours', 'session_quarter_hour', 'conversion', 'ab_test'),
]
const event = (type: EventType, minute: number, sessionMinute: number) => ({
  type,
  minute: minute * 60,
  sessionMinute: sessionMinute * 60,
})
const bucketsBy = (...events: ReturnType<typeof event>[]) =>
  Object.fromEntries(
    [...touchedBy(events, ROLLUPS)].map(([{ table }, buckets]) => [table, buckets.map(at => at / 60)]),
  )

test('a batch touches the buckets of events that a read model reads, or of the starts of their sessions', () => {
  const events = [
    event('visit', 16, 1),
    event('visit', 16, 2),
    event('ab_test', 31, 29),
    event('conversion', 44, 30),
  ]
  expect(bucketsBy(...events)).toEqual({
    minutes: [16, 31],
    quarter_hours: [15, 30],
    session_minutes: [30, 29],
    session_quarter_hours: [30, 15],
  })
})

test('a batch does not touch a read model that reads none of its events', () => {
  expect(bucketsBy(event('visit', 16, 1))).toEqual({
    minutes: [16],
    quarter_hours: [15],
    session_minutes: [],
    session_quarter_hours: [],
  })
})
