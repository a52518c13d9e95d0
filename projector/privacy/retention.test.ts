import { insertEntry, readLogTable } from '@firsttouch/infra/rigs/testing/log/log-table'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import { expect, test } from 'vitest'
import { sessionMinuteOf } from '../entries/rows.ts'
import { ROLLUPS } from '../projections/index.ts'
import { project } from '../run.ts'
import { openStore } from '../steps/store.ts'
import { conversion, envelopeOf, exposure, lead, NOON, recordsOf, visit } from '../testing/events.ts'
import { openLeader } from '../testing/leader.ts'
import { redacting } from './events.ts'
import { openRedaction } from './redact.ts'
import { agedName, lastDayKept, redactOld, retentionOf } from './retention.ts'
import { applyRetention } from './run.ts'

const DAY = 86_400_000
const UNTIL = lastDayKept(new Date(NOON), 0)
const old = `utm_${NOON - 3 * DAY}_planted`
const young = `utm_${NOON}_young`

test('the id that retention gives a session keeps its minute, is always the same, and is not replaced again', () => {
  const name = agedName(old, UNTIL)
  expect(name).not.toContain('planted')
  expect(sessionMinuteOf(name)).toBe(sessionMinuteOf(old))
  expect(agedName(name, UNTIL)).toBe(name)
  expect(agedName(young, UNTIL)).toBe(young)
  expect(agedName('without-a-time', UNTIL)).toBe('without-a-time')
})

test('an old visit keeps only its count, a recent one everything', () => {
  const event = visit({
    sessionId: old,
    at: NOON - 3 * DAY,
    pagePath: '/planted',
    referrer: 'https://site.test/planted',
  })
  const entry = redacting(redactOld(UNTIL)).of(envelopeOf([event], { userAgent: 'planted' }))
  expect(JSON.stringify(entry)).not.toContain('planted')
  const kept = { id: event.id, utm: event.utm, occurredAt: event.occurredAt, referrer: 'site.test' }
  expect(entry.events[0]).toMatchObject(kept)
  const fresh = envelopeOf([visit({ sessionId: young, pagePath: '/here' })])
  expect(redacting(redactOld(UNTIL)).of(fresh)).toEqual(fresh)
})

test('S-38 details of old visits leave the read models and the log, no count changes, and a rebuild agrees', async () => {
  const { sql } = await openTestPostgres()
  const stores = [await openTestClickHouse(), await openTestClickHouse()]
  const at = NOON - 3 * DAY
  const iphone =
    'Planted (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
  const events = [
    visit({
      sessionId: old,
      at,
      pagePath: '/planted',
      referrer: '/planted',
      utm: { utm_campaign: 'spring' },
    }),
    // The browser returns much later. It is still one session and one visitor.
    visit({ sessionId: old, at: NOON, utm: { utm_campaign: 'spring' } }),
    exposure('v2', old, at),
    conversion({ sessionId: old, at: NOON, pagePath: '/planted' }),
    visit({ sessionId: young, pagePath: '/stays' }),
    exposure('control', young),
    lead({ sessionId: old, at, utm: { utm_campaign: 'spring' } }),
    lead({ sessionId: old, at, utm: { utm_campaign: 'spring' }, version: 2, status: 'qualified' }),
  ]
  const records = recordsOf(events, 0, { userAgent: iphone })
  for (const { partition, offset, key, value } of records)
    await insertEntry(sql, { partition, offset, key, value })
  const [before, rebuilt] = stores
  if (!before || !rebuilt) throw new Error('two stores')
  const fill = async ({ client, db }: typeof before) => {
    const redaction = await openRedaction(groupOf(db))(sql)
    await project(records, { store: openStore(client, db), redaction })
  }
  const rows = async ({ client }: typeof before, query: string) =>
    (await client.query({ query, format: 'JSONEachRow' })).json<Record<string, unknown>>()
  const counts = (store: typeof before) =>
    Promise.all(
      [
        'SELECT type, sum(n) AS n FROM {}.event_sums FINAL GROUP BY type ORDER BY type',
        `SELECT variant, converted, saw_both, sum(n) AS n FROM {}.session_sums FINAL WHERE model = 'participant' GROUP BY ALL ORDER BY ALL`,
        `SELECT session_minute, count() AS n FROM {}.session_events FINAL WHERE kind = 'exposure' GROUP BY ALL ORDER BY ALL`,
        `SELECT utm_campaign, at, n FROM {}.session_sums FINAL WHERE model = 'visitor' ORDER BY ALL`,
        'SELECT status, utm_campaign, recorded, changed FROM {}.leads FINAL',
        `SELECT utm_campaign, at, n FROM {}.session_events FINAL WHERE kind = 'visit' ORDER BY ALL`,
        `SELECT type, at, sum(n) AS n FROM {}.session_sums FINAL WHERE model = 'landing' GROUP BY ALL ORDER BY ALL`,
        `SELECT type, device, browser, at, n FROM {}.session_sums FINAL WHERE model = 'device' ORDER BY ALL`,
        `SELECT type, variant, utm_campaign, utm_term, at, sum(n) AS n FROM {}.session_sums FINAL WHERE model = 'touch' GROUP BY ALL ORDER BY ALL`,
      ].map(query => rows(store, query.replace('{}', store.db))),
    )
  const sessions = (store: typeof before) =>
    rows(
      store,
      `SELECT session, page_path, user_agent, device, browser FROM ${store.db}.events FINAL ORDER BY session, page_path`,
    )

  const pages = async (store: typeof before) =>
    (
      await rows(
        store,
        `SELECT DISTINCT page FROM ${store.db}.session_sums FINAL WHERE model = 'landing' ORDER BY page`,
      )
    ).map(({ page }) => page)

  await fill(before)
  const counted = await counts(before)
  const remove = async ({ client: clickhouse, db }: typeof before) =>
    applyRetention(await openLeader({ clickhouse, sql, db }), UNTIL)
  await remove(before)
  expect(await counts(before)).toEqual(counted)
  const tables = ['events', ...ROLLUPS.map(({ table }) => table)]
  for (const table of tables)
    expect(
      JSON.stringify(await rows(before, `SELECT * FROM ${before.db}.${table}`)).match(/planted/gi)?.length ??
        0,
      table,
    ).toBe(
      // The recent visit of the same browser class keeps its stand-in.
      table === 'events' ? 2 : 0,
    )
  expect(await pages(before)).toEqual(['', '/stays'])
  const log = JSON.stringify(await readLogTable(sql))
  expect(log).not.toMatch(/\/planted|_planted/)
  expect(log).toContain('/stays')

  await fill(before)
  expect(await counts(before)).toEqual(counted)
  await remove(rebuilt)
  await fill(rebuilt)
  expect(await counts(rebuilt)).toEqual(counted)
  expect(await sessions(rebuilt)).toEqual(await sessions(before))
  const ofLead = (store: typeof before) => rows(store, `SELECT session FROM ${store.db}.leads FINAL`)
  expect(await ofLead(rebuilt)).toEqual([{ session: agedName(old, UNTIL) }])
  expect(await ofLead(before)).toEqual([{ session: agedName(old, UNTIL) }])
  expect(await pages(rebuilt)).toEqual(['', '/stays'])
  expect(JSON.stringify(await sessions(rebuilt))).not.toMatch(/\/planted|_planted/)
})

test('the next retention removes pages that an interrupted one left behind, even if no session id has to be replaced', async () => {
  const { sql } = await openTestPostgres()
  const { client: clickhouse, db } = await openTestClickHouse()
  const event = visit({ sessionId: 'without-a-time', at: NOON - 3 * DAY, pagePath: '/planted' })
  await project(recordsOf([event]), { store: openStore(clickhouse, db) })
  const { set, events, parameters } = retentionOf(UNTIL)
  await clickhouse.command({
    query: `ALTER TABLE ${db}.events UPDATE ${set} WHERE ${events}`,
    query_params: parameters,
    clickhouse_settings: { mutations_sync: '2' },
  })
  const pages = async () => {
    const query = `SELECT page, session, n FROM ${db}.session_events`
    return (await clickhouse.query({ query, format: 'JSONEachRow' })).json()
  }
  const kept = { session: 'without-a-time', n: 1 }
  expect(await pages()).toMatchObject([{ ...kept, page: '/planted' }])
  await applyRetention(await openLeader({ clickhouse, sql, db }), UNTIL)
  expect(await pages()).toMatchObject([{ ...kept, page: '' }])
})
