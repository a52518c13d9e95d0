/** Redaction on reading and redaction in ClickHouse have the same effect on an event. They change no other event. */
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { beforeEach, expect, test } from 'vitest'
import { EVENT_COLUMNS, eventRow, sentBy } from '../entries/rows.ts'
import { ROLLUPS } from '../projections/index.ts'
import { project } from '../run.ts'
import { openStore } from '../steps/store.ts'
import { conversion, envelopeOf, exposure, lead, NOON, recordsOf, visit } from '../testing/events.ts'
import { openLeader } from '../testing/leader.ts'
import { aliasFor, erasureOf, redactErased, sessionHash } from './erasures.ts'
import { type EventRedaction, redacting } from './events.ts'
import type { StoreRedaction } from './redact-store.ts'
import { agedName, lastDayKept, redactOld, retentionOf } from './retention.ts'
import { applyRetention } from './run.ts'

const UNTIL_MS = lastDayKept(new Date(NOON), 0) * 1_000
const UNTIL = UNTIL_MS / 1_000
const OLD = UNTIL_MS - 60_000
const Y2020 = Date.parse('2020-01-01T00:00:00.000Z')
const aged = agedName(`utm_${OLD}_a`, UNTIL)

const { client, db } = await openTestClickHouse()
beforeEach(async () => {
  for (const table of ['events', ...ROLLUPS.map(rollup => rollup.table)])
    await client.command({ query: `TRUNCATE TABLE ${db}.${table}` })
})

const BARE = { userAgent: '', network: '' }
type Case = { event: LoggedEvent; fields: { userAgent?: string; network?: string } }
const of = (event: LoggedEvent, fields: Case['fields'] = {}): Case => ({
  event,
  fields: { ...BARE, ...fields },
})

/** Cases differ in the age of the event, in the age of its session, and in the details that the event has. */
const CASES: Case[] = [
  ...[OLD, UNTIL_MS, Y2020 - 60_000, Y2020].flatMap(at =>
    [
      `utm_${OLD}_a`,
      `utm_${UNTIL_MS}_b`,
      `utm_${Y2020 - 60_000}_c`,
      `utm_${Y2020}_d`,
      'untimed',
      aged,
    ].flatMap(sessionId => [
      of(visit({ sessionId, at, pagePath: '' })),
      of(visit({ sessionId, at, pagePath: '/p', referrer: 'https://r.test' }), {
        userAgent: 'agent',
        network: '203.0.113.0/24',
      }),
    ]),
  ),
  ...[`utm_${OLD}_planted`, 'untimed', aged, `utm_${UNTIL_MS}_young`].flatMap(sessionId => [
    of(visit({ sessionId, at: OLD, pagePath: '/p' })),
    of(visit({ sessionId, at: OLD, pagePath: '', referrer: 'https://r.test' })),
    of(visit({ sessionId, at: OLD, pagePath: '' }), { userAgent: 'agent' }),
    of(visit({ sessionId, at: OLD, pagePath: '' }), { network: '203.0.113.0/24' }),
    of(
      visit({ sessionId, at: OLD, pagePath: '', utm: { utm_content: 'c', utm_term: 't', utm_source: 's' } }),
    ),
    of(conversion({ sessionId, at: OLD, pagePath: '/p', properties: { a: 1 } })),
    of(visit({ sessionId, at: OLD, pagePath: '', referrer: 'https://www.google.co.uk/search' })),
    of(visit({ sessionId, at: OLD, pagePath: '', referrer: 'not an address' })),
    of(visit({ sessionId, at: OLD, pagePath: '', referrer: 'google.com' })),
    of(visit({ sessionId, at: OLD, pagePath: '', utm: { utm_source: 'chatgpt.com', utm_content: 'c' } })),
    of(
      conversion({
        sessionId,
        at: OLD,
        pagePath: '',
        referrer: 'https://mail.google.com/x',
        clickIds: ['gclid'],
      }),
    ),
    of(conversion({ sessionId, at: OLD, properties: { a: 1, formType: 'a "form" of é', price: 2 } })),
    of({ ...exposure('v1', sessionId, OLD), properties: { a: 1 } }),
    of(lead({ sessionId, at: OLD, lead: crypto.randomUUID() })),
  ]),
  of(visit({ sessionId: `utm_${String(OLD).slice(1)}_x`, at: NOON })),
  of(visit({ sessionId: `xutm_${OLD}_x`, at: NOON })),
  of(visit({ sessionId: `utm_${OLD}_aged12`, at: NOON })),
]

const COLUMNS = [
  'session',
  'user_agent',
  'network',
  'referrer',
  'page_path',
  'utm_content',
  'utm_term',
  'properties',
  'channel',
  'referring_site',
]
const AT = COLUMNS.map(column => EVENT_COLUMNS.indexOf(column as (typeof EVENT_COLUMNS)[number]))
const rowOf = (envelope: ReturnType<typeof envelopeOf>, offset: number) => {
  const [event] = envelope.events
  if (!event) throw new Error('an entry without an event')
  return eventRow(sentBy(envelope), event, { partition: 0, offset, index: 0 })
}
const shown = (row: (string | number)[]) => AT.map(at => row[at])
const rows = async (query: string, query_params = {}) =>
  (await client.query({ query, query_params, format: 'JSONCompactEachRow' })).json<string[]>()

const compare = async (redaction: EventRedaction, inStore: StoreRedaction) => {
  const before = CASES.map(({ event, fields }, offset) => rowOf(envelopeOf([event], fields), offset))
  const after = CASES.map(({ event, fields }, offset) =>
    rowOf(redacting(redaction).of(envelopeOf([event], fields)), offset),
  )
  await openStore(client, db).insertEvents(before)
  const told = await rows(
    `SELECT toInt64(log_offset) FROM ${db}.events WHERE ${inStore.events} ORDER BY log_offset`,
    inStore.parameters,
  )
  const differing = [...CASES.keys()].filter(
    at => `${shown(before[at] ?? [])}` !== `${shown(after[at] ?? [])}`,
  )
  expect(told.flat().map(Number)).toEqual(differing)
  await client.command({
    query: `ALTER TABLE ${db}.events UPDATE ${inStore.set} WHERE ${inStore.events}`,
    query_params: inStore.parameters,
    clickhouse_settings: { mutations_sync: '2' },
  })
  const found = await rows(`SELECT ${COLUMNS.join(', ')} FROM ${db}.events ORDER BY log_offset`)
  expect(found).toEqual(after.map(shown))
}

test('retention changes stored events and log entries alike', () =>
  compare(redactOld(UNTIL), retentionOf(UNTIL)))

test('an erasure changes stored events and log entries alike', async () => {
  const erased = [`utm_${OLD}_planted`, 'untimed']
  const aliases = new Map(erased.map(session => [sessionHash(session), aliasFor(session)]))
  await compare(redactErased(aliases), erasureOf(aliases))
})

test('after retention its conditions find no more rows, although tables that only count keep old pages', async () => {
  const { sql } = await openTestPostgres()
  const events = [
    visit({ sessionId: `utm_${OLD}_a`, at: OLD, pagePath: '/p' }),
    visit({ sessionId: `utm_${UNTIL_MS}_b`, at: UNTIL_MS, pagePath: '/kept' }),
    exposure('v1', `utm_${OLD}_a`, OLD),
  ]
  await project(recordsOf(events), { store: openStore(client, db) })
  await applyRetention(await openLeader({ clickhouse: client, db, sql }), UNTIL)
  const telling = async () => {
    const { tables, parameters, events } = retentionOf(UNTIL)
    const found: string[] = []
    for (const { name, condition } of [
      { name: 'events', condition: events },
      ...ROLLUPS.filter(({ erasure }) => erasure === 'session').map(rollup => ({
        name: rollup.table,
        condition: tables(rollup),
      })),
    ])
      if ((await rows(`SELECT 1 FROM ${db}.${name} WHERE ${condition}`, parameters)).length > 0)
        found.push(name)
    return found
  }
  expect(await telling()).toEqual([])
})
