/** Every read model counts people only. Suspicious sessions have separate rows. */
import { openTestClickHouse, type TestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { beforeAll, expect, test } from 'vitest'
import { project } from '../run.ts'
import { openStore } from '../steps/store.ts'
import { conversion, exposure, recordsOf, visit } from '../testing/events.ts'
import { daySums } from './days.ts'

const SENDERS = ['', 'user_agent', 'internal_login', 'internal_network', 'suspicious_burst']
const NOON = Date.parse('2026-03-01T12:00:00.000Z')

let stores: TestClickHouse
beforeAll(async () => {
  stores = await openTestClickHouse()
  for (const [n, bot] of SENDERS.entries()) {
    const sessionId = `utm_${NOON}_${n}`
    const utm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' }
    const events = [
      visit({ sessionId, at: NOON, pagePath: '/', utm }),
      exposure('v2', sessionId, NOON),
      conversion({ sessionId, at: NOON + 60_000, utm }),
    ]
    await project(recordsOf(events, n * 10, { bot }), { store: openStore(stores.client, stores.db) })
  }
})
const rows = async (query: string) => {
  const asked = query.replaceAll('db.', `${stores.db}.`)
  const answer = await stores.client.query({ query: asked, format: 'JSONCompactEachRow' })
  return answer.json<unknown[]>()
}

test('each count of events has the class of its senders: people 0, bots 1, internal 2, suspicious 3', async () => {
  const each = [0, 1, 2, 3].map(bot => [bot, bot === 2 ? 2 : 1])
  for (const [table, where] of [
    ['event_minutes', `type = 'visit'`],
    ['event_sums', `type = 'visit' AND model = 'traffic'`],
    ['session_events', `kind = 'visit'`],
  ])
    expect(
      await rows(
        `SELECT bot, toUInt32(sum(n)) FROM db.${table} FINAL WHERE ${where} GROUP BY bot ORDER BY bot`,
      ),
    ).toEqual(each)
})

test('sessions of bots and of staff count nowhere, suspicious ones in separate read models', async () => {
  for (const table of ['session_minutes', 'session_sums']) {
    const found = await rows(
      `SELECT replaceOne(model, 'suspicious_', '') AS own, toUInt32(sumIf(n, own = model)), toUInt32(sumIf(n, own != model)) FROM db.${table} FINAL GROUP BY own ORDER BY own`,
    )
    expect(found.length).toBeGreaterThan(2)
    for (const [model, people, suspicious] of found) expect([model, people]).toEqual([model, suspicious])
  }
  const kept = await rows(
    `SELECT DISTINCT model FROM db.session_sums FINAL WHERE utm_campaign = 'spring' AND startsWith(model, 'suspicious_') ORDER BY model`,
  )
  expect(kept.flat()).toEqual(['suspicious_touch', 'suspicious_visitor'])
})

test('sums of days hold only people', () => {
  for (const { from } of daySums('UTC'))
    expect(from('db', () => 'true')).toMatch(/bot = 0|model IN \('visitor', 'touch'\)/)
})
