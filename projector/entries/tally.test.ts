import { expect, test } from 'vitest'
import { conversion, envelopeOf, recordsOf, visit } from '../testing/events.ts'
import { tallyOf, tallyOfRecord } from './tally.ts'

const [one, two, other] = [visit(), visit(), conversion()]
/** An id with the time as its prefix. */
const idOf = (time: string) => `${time}-${one.id.slice(14)}`
const countsOf = (value: unknown) => tallyOf(JSON.stringify(value)).counts

test('the tally of an entry counts its events by type and lists their ids', () => {
  const shouted = { ...two, id: two.id.toUpperCase() }
  const latest = visit({ id: idOf('03e7ffff-ffff') })
  expect(tallyOf(JSON.stringify(envelopeOf([one, shouted, other, latest])))).toEqual({
    counts: { visit: 3, conversion: 1 },
    known: [one, two, other, latest].map(({ type, id }) => ({ type, id })),
  })
})

test.each([
  ['a text that is not JSON', 'this is not JSON'],
  ['null', 'null'],
  ['a number', '7'],
  ['an entry without events', '{"v":1}'],
  ['an entry with no events', '{"v":1,"events":[]}'],
  ['events that are no list', '{"v":1,"events":"many"}'],
])('%s counts as one unknown event', (_, value) => {
  expect(tallyOf(value)).toEqual({ counts: { unknown: 1 }, known: [] })
})

test.each([
  ['is null', null],
  ['has an unknown type', { ...one, type: 'glance' }],
  ['has no id', { ...one, id: undefined }],
  ['has an id that is no UUIDv7', { ...one, id: one.id.replace('-7', '-4') }],
  ['has text after its id', { ...one, id: `${one.id}0` }],
  ['has text before its id', { ...one, id: `0${one.id}` }],
  ['has a time that the store cannot hold', { ...one, id: idOf('03e80000-0000') }],
])('an event that %s counts as unknown, and the other events of its entry do not', (_, odd) => {
  expect(countsOf({ v: 1, events: [two, odd, other] })).toEqual({ visit: 1, conversion: 1, unknown: 1 })
})

test('an entry is parsed once, however often its tally is requested', () => {
  const [record] = recordsOf([one])
  if (!record) throw new Error('There is none.')
  expect(tallyOfRecord(record)).toBe(tallyOfRecord(record))
})
