import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { conversion, engagement, recordsOf, visit } from '@firsttouch/projector/testing/events'
import { lookingAt } from '@firsttouch/projector/testing/looking-at'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStaffApi, type StaffApi } from '../testing/api.ts'

const MINUTE = 60_000
const NOON = Date.parse('2026-03-01T11:00:00.000Z')
const FARM = '192.0.2.0/24'
const CARRIER = '198.51.100.0/24'
const V6 = '2001:db8:7::/48'

let api: StaffApi
let offset = 0
const take = async (network: string, events: Parameters<typeof recordsOf>[0], bot = '') => {
  await project(recordsOf(events, offset, { network, bot }), {
    store: lookingAt(openStore(api.clickhouse, api.db), 'event_minutes', 'event_sums'),
  })
  offset += 100
}
let sessions = 0
const clicks = (n: number, fields: Partial<Parameters<typeof visit>[0]> = {}, campaign = 'spring') =>
  Array.from({ length: n }, () =>
    visit({
      ...{ sessionId: `utm_${NOON}_${++sessions}`, at: NOON - sessions * MINUTE, pagePath: '/v2' },
      utm: { utm_source: 'google', utm_medium: 'cpc', utm_campaign: campaign },
      ...fields,
    }),
  )

beforeAll(async () => {
  api = await openStaffApi()
  await take(FARM, clicks(6))
  await take(FARM, clicks(4), 'suspicious_data_center')
  await take(FARM, clicks(3, {}, 'gutters'))
  await take(FARM, clicks(9, { utm: { utm_source: 'google', utm_medium: 'organic', utm_campaign: '' } }))
  // One browser clicks the ad repeatedly. A reload within a minute is not a second click.
  for (const at of [NOON, NOON + 1_000, NOON + MINUTE, NOON + 2 * MINUTE])
    await take(V6, clicks(1, { sessionId: 'utm_1_again', at }))
  // A carrier's network with two engaged customers: one read on, one sent a form.
  const [first, second] = clicks(12)
  await take(CARRIER, [...clicks(10), ...(first && second ? [first, second] : [])])
  await take(CARRIER, [
    visit({ sessionId: first?.sessionId ?? '', at: NOON, pagePath: '/trial-signup' }),
    conversion({ sessionId: second?.sessionId ?? '', at: NOON }),
  ])
  // An office with one visitor who stayed on the page.
  const [read, ...left] = clicks(4)
  if (!read) throw new Error('no click')
  const stayed = engagement({ visit: read, at: NOON, properties: { visibleMs: 10_000 } })
  await take('198.51.101.0/24', [read, stayed, ...left])
  await take('203.0.113.0/24', clicks(2))
  await take('203.0.114.0/24', clicks(5), 'internal_network')
  await take('66.249.66.0/24', clicks(5), 'user_agent')
  await api.sql`
    INSERT INTO spend (utm_campaign, day, cost, clicks, currency, origin, changed_by, changed_at) VALUES
      ('spring', '2026-03-01', 50, 20, 'GBP', 'typed', 'ada', now()),
      ('gutters', '2026-03-01', 6, NULL, 'GBP', 'typed', 'ada', now())`
})
afterAll(() => api.close())
const get = async (query = '') => {
  const answer = await api.app.inject({ url: `/api/admin/click-fraud?${query}`, cookies: api.cookies })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

test('networks without an engaged paid click are listed by campaign and day, with their cost', async () => {
  const { rows, wasted, paidClicks, exclusions, currency } = await get()
  expect(rows).toEqual([
    {
      date: '2026-03-01',
      campaign: 'spring',
      network: FARM,
      clicks: 10,
      sessions: 10,
      cost: 25,
    },
    {
      date: '2026-03-01',
      campaign: 'gutters',
      network: FARM,
      clicks: 3,
      sessions: 3,
      cost: 6,
    },
    {
      date: '2026-03-01',
      campaign: 'spring',
      network: V6,
      clicks: 3,
      sessions: 1,
      cost: 7.5,
    },
  ])
  expect([wasted, paidClicks, currency]).toEqual([{ clicks: 16, cost: 38.5, networks: 2 }, 34, 'GBP'])
  expect(exclusions).toEqual(['192.0.2.*', V6])
})

test('the list can be limited to one campaign, and to days without clicks', async () => {
  expect((await get('campaign=gutters')).rows.map(({ campaign }: { campaign: string }) => campaign)).toEqual([
    'gutters',
  ])
  expect((await get('from=2026-03-01&to=2026-03-01')).rows).toHaveLength(3)
  expect(await get('from=2026-02-01&to=2026-02-28')).toMatchObject({
    ...{ rows: [], exclusions: [], paidClicks: 0 },
    wasted: { clicks: 0, cost: null, networks: 0 },
  })
})
