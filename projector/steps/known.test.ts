import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { contentOf } from '../entries/content.ts'
import { type EventPosition, eventRow, minuteOf, sentBy, sessionMinuteOf } from '../entries/rows.ts'
import { conversion, envelopeOf, exposure, NOON, oneOfEachType, visit } from '../testing/events.ts'
import { findKnown, findMissingIds } from './known.ts'
import { openStore } from './store.ts'

const HOUR = 3_600_000
const SESSION = `utm_${NOON - HOUR}_a`
const correctedBy = ({ occurredAt }: LoggedEvent, clockSkew: number) => ({
  clockSkew,
  occurredAt: new Date(Date.parse(occurredAt) + clockSkew).toISOString(),
})
const events = oneOfEachType(SESSION, NOON, 'x')
for (const event of events.slice(0, 2)) Object.assign(event, correctedBy(event, -90_001))
const positionOf = (index: number): EventPosition => ({
  partition: 2,
  offset: 1_000 + index,
  index: index % 3,
})
const rowOf = (event: LoggedEvent, index: number) =>
  eventRow(sentBy(envelopeOf([event])), event, positionOf(index))

const stores = await openTestClickHouse()
await openStore(stores.client, stores.db).insertEvents(events.map(rowOf))
const known = (ids: string[]) => findKnown(stores.client, stores.db, ids)
const newIn = (at: number) => v7({ msecs: at })

test('the look-up of stored ids returns position, minutes and content, for every type of event', async () => {
  const found = await known(events.map(({ id }) => id))
  expect(found.toSorted((a, b) => a.offset - b.offset)).toEqual(
    events.map((event, index) => ({
      ...positionOf(index),
      id: event.id,
      type: event.type,
      minute: minuteOf(event.id),
      sessionMinute: sessionMinuteOf(event.sessionId),
      content: contentOf(rowOf(event, index)),
    })),
  )
})

test('stored ids are found among new ones, in minutes with and without stored events', async () => {
  const [first, , , , converted] = events.map(({ id }) => id) as [string, string, string, string, string]
  const asked = [newIn(NOON - HOUR), first, newIn(NOON), newIn(NOON + HOUR), converted]
  expect((await known(asked)).map(({ id }) => id).toSorted()).toEqual([first, converted].toSorted())
  expect(await known([newIn(NOON), newIn(NOON + HOUR)])).toEqual([])
  expect(await known([])).toEqual([])
})

test('ids are looked up first, and their content only if any exists', async () => {
  const asked: string[] = []
  const query: typeof stores.client.query = async of => {
    asked.push(of.query)
    return stores.client.query(of)
  }
  const client = Object.assign(Object.create(stores.client), { query })
  const unknown = [1, 2, 3, 4].map(hours => newIn(NOON + hours * HOUR))
  expect(await findKnown(client, stores.db, unknown)).toEqual([])
  expect(asked).toHaveLength(1)
  const [first = ''] = events.map(({ id }) => id)
  expect((await findKnown(client, stores.db, [...unknown, first])).map(({ id }) => id)).toEqual([first])
  expect(asked).toHaveLength(3)
})

test('ids that the store lacks are not found, among ids that it holds', async () => {
  const [lost, first = ''] = [newIn(NOON), ...events.map(({ id }) => id)]
  expect(await findMissingIds(stores.client, stores.db, [first, lost, lost])).toEqual([lost])
  expect(await findMissingIds(stores.client, stores.db, [first])).toEqual([])
})

test('the look-up returns an id as often as the store holds it', async () => {
  const other = await openTestClickHouse()
  const store = openStore(other.client, other.db)
  const one = visit()
  for (const index of [5, 6]) await store.insertEvents([rowOf(one, index)])
  expect((await store.known([one.id])).map(({ offset }) => offset).toSorted()).toEqual([1_005, 1_006])
})

test('ids are found at both ends of a batch larger than a query', async () => {
  const [first, second] = events.map(({ id }) => id) as [string, string]
  const asked = [first, ...Array.from({ length: 50_000 }, () => newIn(NOON + 10 * HOUR)), second]
  expect((await known(asked)).map(({ id }) => id).toSorted()).toEqual([first, second].toSorted())
})

const utm = { utm_source: 'a', utm_medium: 'b', utm_campaign: 'c', utm_content: 'd', utm_term: 'e' }
const visited = visit({ utm })
const converted = conversion({ utm })
const tested = exposure('v2', 'utm_1_a')
test.each<[string, LoggedEvent, LoggedEvent, boolean]>([
  ['session', visited, { ...visited, sessionId: 'utm_1_b' }, true],
  ['source', visited, { ...visited, utm: { ...utm, utm_source: 'x' } }, true],
  ['medium', visited, { ...visited, utm: { ...utm, utm_medium: 'x' } }, true],
  ['campaign', visited, { ...visited, utm: { ...utm, utm_campaign: 'x' } }, true],
  ['type of conversion', converted, { ...converted, conversionType: 'x' }, true],
  ['test', tested, { ...tested, testName: 'x' }, true],
  ['variant', tested, { ...tested, variant: 'x' }, true],
  ['kind', tested, { ...tested, event: 'conversion' }, true],
  ['content', visited, { ...visited, utm: { ...utm, utm_content: 'x' } }, true],
  ['term', visited, { ...visited, utm: { ...utm, utm_term: 'x' } }, true],
  ['page', visited, { ...visited, pagePath: '/x' }, true],
  ['referrer', visited, { ...visited, referrer: 'x' }, true],
  ['property', converted, { ...converted, properties: { price: 50 } }, true],
  ['time', visited, { ...visited, occurredAt: '2026-03-01T00:00:00.000Z' }, true],
  ['correction of its time', visited, { ...visited, ...correctedBy(visited, 90_000) }, false],
])(
  'two events with one id and another %s differ in content unless only the correction differs',
  (_, a, b, differs) => {
    expect(contentOf(rowOf(a, 0)) !== contentOf(rowOf(b, 0))).toBe(differs)
  },
)
