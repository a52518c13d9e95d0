/** Reports with and without suspicious sessions, and the count of excluded visits. */
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { conversion, recordsOf, visit } from '@firsttouch/projector/testing/events'
import { lookingAt } from '@firsttouch/projector/testing/looking-at'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStaffApi, type StaffApi } from '../testing/api.ts'

const NOON = Date.parse('2026-03-01T11:00:00.000Z')
const TABLES = ['session_events', 'session_minutes', 'session_sums', 'event_minutes', 'event_sums']
const VISITS = {
  '': 5,
  user_agent: 2,
  internal_login: 3,
  internal_network: 1,
  suspicious_burst: 4,
  suspicious_data_center: 2,
}

let api: StaffApi
beforeAll(async () => {
  api = await openStaffApi()
  let offset = 0
  for (const [bot, visits] of Object.entries(VISITS)) {
    const sessions = Array.from({ length: visits }, (_, n) => `utm_${NOON}_${bot}${n}`)
    const utm = { utm_source: 'google', utm_campaign: 'spring' }
    const events = sessions.map(sessionId => visit({ sessionId, at: NOON, pagePath: '/v2', utm }))
    const done = conversion({ sessionId: sessions[0] ?? '', at: NOON, utm })
    await project(recordsOf([...events, done], offset, { bot }), {
      store: lookingAt(openStore(api.clickhouse, api.db), ...TABLES),
    })
    offset += 100
  }
})
afterAll(() => api.close())
const get = async (path: string) => {
  const answer = await api.app.inject({ url: `/api/admin/${path}`, cookies: api.cookies })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

test.each(['', 'source=google', 'campaign=spring', 'days=7&campaign=spring'])(
  'figures of "%s" exclude suspicious sessions unless they are requested',
  async filter => {
    const both = async (path: string) => [
      await get(`${path}?${filter}`),
      await get(`${path}?suspicious=with&${filter}`),
    ]
    const [without, with_] = await both('analytics')
    expect([without.totalVisits, without.totalConversions]).toEqual([5, 1])
    expect([with_.totalVisits, with_.totalConversions]).toEqual([11, 3])
    expect(without.leftOut).toEqual({ bots: 2, internal: 4, suspicious: 6 })
    expect(with_.leftOut).toEqual(without.leftOut)
    expect([without, with_].map(({ topSources: [first] }) => first.visits)).toEqual([5, 11])
    expect((await both('timeseries')).map(({ totals }) => totals.visits)).toEqual([5, 11])
    expect((await both('landing-pages')).map(({ pages }) => [pages[0].sessions, pages[0].visits])).toEqual([
      [5, 5],
      [11, 11],
    ])
    expect((await both('devices')).map(({ totals }) => totals.conversions)).toEqual([1, 3])
    expect((await both('funnel')).map(({ steps }) => steps[0].count)).toEqual([5, 11])
  },
)

test('any other value is refused by name', async () => {
  const answer = await api.app.inject({ url: '/api/admin/analytics?suspicious=only', cookies: api.cookies })
  expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, 'suspicious'])
})
