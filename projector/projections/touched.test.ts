import { expect, test } from 'vitest'
import type { Projection } from './projection.ts'
import { type Bucket, eventsWhere, type Rollup } from './rollup.ts'
import { touchedBy } from './touched.ts'

const rollup = (table: string, bucket: Bucket): Rollup => ({
  table,
  bucket,
  from: eventsWhere('true'),
  bucketOf: '',
  keys: {},
  weight: '',
  measures: {},
  erasure: 'nothing',
})
const projection = (reads: Projection['reads'], ...rollups: Rollup[]): Projection => ({
  reads,
  rollups,
  feeds: [],
})
const minutes = rollup('minutes', 'minute')
const quarterHours = rollup('quarter_hours', 'quarter_hour')
const sessionMinutes = rollup('session_minutes', 'session_minute')
const sessionQuarterHours = rollup('session_quarter_hours', 'session_quarter_hour')
const visits = projection(['visit', 'tagged visit'], minutes, quarterHours)
const conversions = projection(['conversion', 'tagged visit'], sessionMinutes, sessionQuarterHours)

const event = (kind: Projection['reads'][number], minute: number, sessionMinute: number) => ({
  kind,
  minute: minute * 60,
  sessionMinute: sessionMinute * 60,
})
const bucketsBy = (...given: Parameters<typeof touchedBy>) =>
  Object.fromEntries(
    [...touchedBy(...given).bucketsOf].map(([{ table }, buckets]) => [table, buckets.map(at => at / 60)]),
  )

test('a roll-up is touched where events of the kinds that its projection reads happened, or their sessions began', () => {
  const events = [
    event('visit', 16, 1),
    event('visit', 16, 2),
    event('tagged visit', 31, 29),
    event('conversion', 44, 30),
  ]
  expect(bucketsBy(events, [], [visits, conversions])).toEqual({
    minutes: [16, 31],
    quarter_hours: [15, 30],
    session_minutes: [30, 29],
    session_quarter_hours: [30, 15],
  })
})

test('a projection that reads nothing of a batch is not touched', () => {
  const events = [event('visit', 16, 1)]
  expect(touchedBy(events, [], [visits, conversions]).touched).toEqual([visits])
  expect(touchedBy([], [], [visits, conversions]).touched).toEqual([])
})

test('two projections that share a roll-up touch it where either was touched, and no other projection does', () => {
  const [ofVisits, ofConversions] = [
    projection(['visit', 'tagged visit'], minutes, quarterHours, sessionMinutes),
    projection(['conversion', 'tagged visit'], minutes, sessionMinutes, sessionQuarterHours),
  ]
  const unlike = projection(['ab_test conversion'], rollup('others', 'minute'))
  const both = [
    event('visit', 16, 1),
    event('tagged visit', 31, 29),
    event('conversion', 44, 30),
    event('ab_test variant_assigned', 61, 46),
  ]
  for (const projections of [
    [ofVisits, ofConversions, unlike],
    [unlike, ofConversions, ofVisits],
  ]) {
    const { touched, bucketsOf } = touchedBy(both, [], projections)
    expect(touched).toEqual(projections.filter(one => one !== unlike))
    expect(
      new Map(
        [...bucketsOf].map(([of, buckets]) => [of, buckets.toSorted((a, b) => a - b).map(at => at / 60)]),
      ),
    ).toEqual(
      new Map([
        [minutes, [16, 31, 44]],
        [quarterHours, [15, 30]],
        [sessionMinutes, [1, 29, 30]],
        [sessionQuarterHours, [15, 30]],
      ]),
    )
  }
  const ofOne = bucketsBy([event('conversion', 44, 30)], [], [ofVisits, ofConversions])
  expect(ofOne).toEqual({ minutes: [44], session_minutes: [30], session_quarter_hours: [30] })
})

test('what was counted under another content until now is counted again everywhere', () => {
  const conflict = { minute: 61 * 60, sessionMinute: 46 * 60 }
  expect(bucketsBy([event('visit', 16, 1)], [conflict], [visits, conversions])).toEqual({
    minutes: [61, 16],
    quarter_hours: [60, 15],
    session_minutes: [46],
    session_quarter_hours: [45],
  })
})
