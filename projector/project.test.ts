import type { ClickHouseClient } from '@clickhouse/client'
import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROLLUPS } from './projections/index.ts'
import { project } from './run.ts'
import { openStore, type Store } from './steps/store.ts'
import { conversion, envelopeOf, exposure, NOON, recordsOf, visit } from './testing/events.ts'
import { lookingAt } from './testing/looking-at.ts'

let clickhouse: Awaited<ReturnType<typeof openTestClickHouse>>
let client: ClickHouseClient
let store: Store

const TABLES = ['events', ...ROLLUPS.map(({ table }) => table), 'progress']

beforeAll(async () => {
  clickhouse = await openTestClickHouse()
  client = clickhouse.client
  store = openStore(client, clickhouse.db)
})
afterAll(() => clickhouse.close())
const empty = async () => {
  for (const table of TABLES) await client.command({ query: `TRUNCATE TABLE ${clickhouse.db}.${table}` })
}
beforeEach(empty)

const run = (records: LogRecord[]) => project(records, { store })
const TRAFFIC = ['event_minutes', 'event_sums']
/** Rows that count each event once. */
const COUNTED = `FROM db.event_sums FINAL WHERE model NOT IN ('campaign_traffic', 'site_traffic')`
const SESSIONS = ['session_events', 'session_minutes', 'session_sums']
const runFor = (records: LogRecord[], tables: string[]) =>
  project(records, { store: lookingAt(openStore(client, clickhouse.db), ...tables) })

const rows = async <T = Record<string, unknown>>(query: string): Promise<T[]> =>
  (
    await client.query({ query: query.replaceAll('db.', `${clickhouse.db}.`), format: 'JSONEachRow' })
  ).json<T>()

const clicks = (campaign: string) =>
  rows<{ n: number }>(
    `SELECT sum(n) AS n FROM db.event_sums FINAL WHERE model = 'campaign_traffic' AND type = 'visit' AND utm_campaign = '${campaign}'`,
  )

describe('the read models', () => {
  test('the read models count visitors and converters of each variant, in any order of the events', async () => {
    const named = (name: string) => `utm_1772368200000_${name}`
    const v2 = (name: string, at: number) => exposure('v2', named(name), at)
    const converted = (name: string, at: number, conversionType = 'button_click') =>
      conversion({ at, sessionId: named(name), conversionType })
    // Events within a session stay in order. Events at the same index of these lists arrive together.
    const sessions: LoggedEvent[][] = [
      [converted('early', NOON - 60_000), exposure('control', named('early'))],
      [v2('late', NOON), converted('late', NOON + 90_000_000, 'whatsapp_click'), converted('late', NOON + 1)],
      [v2('same', NOON + 5), converted('same', NOON + 5)],
      ...[
        ['form_submission', 'form_submission'],
        ['stripe_intent', 'button_click'],
      ].map(([before, after], i) => [
        converted(`around ${i}`, NOON + 10, before),
        v2(`around ${i}`, NOON + 20),
        converted(`around ${i}`, NOON + 30, after),
      ]),
      [exposure('v2', 'utm_both', NOON + 60_000), exposure('control', 'utm_both', NOON + 1)],
    ]
    const rounds = [0, 1, 2].map(i =>
      recordsOf(
        sessions.flatMap(events => events.slice(i, i + 1)),
        i * 10,
      ),
    )
    const arms = () =>
      rows(
        `SELECT variant, saw_both, converted, n FROM db.session_sums FINAL WHERE model = 'participant' ORDER BY ALL`,
      )
    for (const order of [rounds, rounds.toReversed()]) {
      await empty()
      for (const round of order) await runFor(round, SESSIONS)
      expect(await arms()).toEqual([
        { variant: 'control', saw_both: 0, converted: 0, n: 1 },
        { variant: 'control', saw_both: 1, converted: 0, n: 1 },
        { variant: 'v2', saw_both: 0, converted: 0b1, n: 2 },
        { variant: 'v2', saw_both: 0, converted: 0b10, n: 1 },
        { variant: 'v2', saw_both: 0, converted: 0b1001, n: 1 },
      ])
    }
  })

  test('project returns the query keys of the API that a batch invalidates', async () => {
    expect((await runFor(recordsOf([visit()]), [])).changed).toEqual(['analytics', 'campaigns'])
    expect((await runFor(recordsOf([exposure('v2', 's')], 1), [])).changed).toEqual(['ab-testing-stats'])
    expect((await runFor(recordsOf([conversion()], 2), [])).changed).toEqual([
      'analytics',
      'campaigns',
      'ab-testing-stats',
    ])
  })

  test('the read models count an event at its `occurredAt`, also if the time in its id differs', async () => {
    const late = visit({ at: NOON, occurredAt: new Date(NOON - 86_400_000).toISOString() })
    await runFor(recordsOf([late]), TRAFFIC)
    expect(await rows(`SELECT at, n ${COUNTED}`)).toEqual([{ at: '2026-02-28 12:30:00', n: 1 }])
  })
})

describe('an event counts once', () => {
  test('an event that a browser sends twice counts once: in one entry, in two, and across the end of a month', async () => {
    const lastOfMonth = visit({ at: Date.parse('2026-02-28T23:59:59.999Z') })
    const entry = {
      ...(recordsOf([lastOfMonth])[0] as LogRecord),
      value: JSON.stringify(envelopeOf([lastOfMonth, lastOfMonth])),
    }
    const twice = [entry, ...recordsOf([lastOfMonth], 1, { receivedAt: '2026-03-01T00:00:01.000Z' })]
    await runFor(twice, TRAFFIC)
    await runFor(recordsOf([lastOfMonth], 2), TRAFFIC)
    expect(await rows(`SELECT sum(n) AS n ${COUNTED}`)).toEqual([{ n: 1 }])
    await client.command({ query: `OPTIMIZE TABLE ${clickhouse.db}.events FINAL` })
    expect(await rows('SELECT count() AS n FROM db.events')).toEqual([{ n: 1 }])
  })

  test('if an id arrives again with another payload, the first log entry counts', async () => {
    const first = visit({ utm: { utm_campaign: 'first' } })
    const second = { ...first, utm: { ...first.utm, utm_campaign: 'second' } }
    const [a, b] = recordsOf([first, second]) as [LogRecord, LogRecord]
    for (const order of [
      [a, b],
      [b, a],
    ]) {
      await empty()
      for (const record of order) await runFor([record], TRAFFIC)
      expect(await clicks('first')).toEqual([{ n: 1 }])
      expect(await clicks('second')).toEqual([{ n: 0 }])
    }
  })

  test('the first log entry of an id counts also in read models that count only one of the two payloads', async () => {
    const tagged = visit({ utm: { utm_campaign: 'first' } })
    const untagged = { ...tagged, utm: { ...tagged.utm, utm_campaign: '' } }
    const exposed = exposure('v2', tagged.sessionId)
    const [a, b, c, d] = recordsOf([
      untagged,
      tagged,
      { ...exposed, event: 'conversion', conversionType: 'button_click' },
      exposed,
    ]) as [LogRecord, LogRecord, LogRecord, LogRecord]
    for (const record of [b, a, d, c]) await runFor([record], SESSIONS)
    expect(await rows('SELECT kind, utm_campaign, n FROM db.session_events FINAL ORDER BY kind')).toEqual([
      { kind: 'test_conversion', utm_campaign: '', n: 1 },
      { kind: 'visit', utm_campaign: '', n: 1 },
    ])
    expect(await rows(`SELECT * FROM db.session_sums FINAL WHERE model = 'visitor'`)).toEqual([])
  })

  test('if a conversion and an A/B event share an id, the first log entry counts', async () => {
    const converted = conversion()
    const tested = { ...exposure('v2', converted.sessionId), id: converted.id }
    const [first, second] = recordsOf([
      { ...tested, event: 'conversion', conversionType: 'button_click' },
      converted,
    ]) as [LogRecord, LogRecord]
    for (const record of [second, first]) await run([record])
    expect(await rows('SELECT kind FROM db.session_events FINAL')).toEqual([{ kind: 'test_conversion' }])
    expect(await rows('SELECT * FROM db.session_sums FINAL')).toEqual([])
    expect(await rows('SELECT type, n FROM db.event_sums FINAL')).toEqual([{ type: 'ab_test', n: 1 }])
  })
})
