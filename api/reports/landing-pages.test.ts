import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { conversion, engagement, recordsOf, visit } from '@firsttouch/projector/testing/events'
import { lookingAt } from '@firsttouch/projector/testing/looking-at'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addStaff, cookiesOf, later, logIn, openTestApi, type TestApi } from '../testing/api.ts'

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
/** Noon of 1 March, the API's clock. */
const NOON = Date.parse('2026-03-01T12:00:00.000Z')
const MINUTE = 60_000
const DAY = 1_440 * MINUTE

let api: TestApi
let cookies: Record<string, string>
let offset = 0
beforeAll(async () => {
  api = await openTestApi()
  await addStaff(api.sql)
  cookies = cookiesOf(await logIn(api.app))
})
afterAll(() => api.close())

const TABLES = ['session_events', 'session_minutes', 'session_sums', 'event_minutes', 'event_sums']
const take = async (events: Parameters<typeof recordsOf>[0], userAgent: string, bot = '') => {
  const records = recordsOf(events, offset, { userAgent, bot })
  offset += events.length
  await project(records, { store: lookingAt(openStore(api.clickhouse, api.db), ...TABLES) })
}
const get = async (path: string) => {
  const answer = await api.app.inject({ url: `/api/admin/${path}`, cookies })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const session = (name: string, at: number) => `utm_${at}_${name}`
const NOT_MEASURED = { bounces: 0, engaged: 0, bounceRate: null }
const NONE = { ...NOT_MEASURED, sessions: 0, visits: 0, conversions: 0, conversionRate: 0 }

describe('one after the other', { shuffle: false }, () => {
  test('without events there are no landing pages', async () => {
    const head = {
      asOf: '2026-03-01T12:00:00.000Z',
      range: { from: null, to: null, timeZone: 'Europe/London' },
      previous: null,
      totals: NONE,
    }
    expect(await get('landing-pages')).toEqual({ ...head, pages: [], others: { pages: 0, ...NONE } })
    expect(await get('devices')).toEqual({ ...head, devices: [], browsers: [] })
  })

  test('ten pages are listed, with the totals of the other pages', async () => {
    const visits = Array.from({ length: 12 }, (_, i) =>
      visit({ sessionId: session(`page${i}`, NOON - DAY), at: NOON - 40 * DAY, pagePath: `/p${i}` }),
    )
    await take(visits, '')
    const { pages, others, totals } = await get('landing-pages?from=2026-01-20&to=2026-01-20')
    expect(pages).toHaveLength(10)
    expect(others).toEqual({ ...NONE, pages: 2, sessions: 2, visits: 2 })
    expect(totals.visits).toBe(12)
  })

  test('the most visited pages come first, then by sessions, conversions and name, with the day before', async () => {
    const row = (page: string, type: string, n: number, at = '2026-02-05 00:00:00') => ({
      ...{
        session_quarter_hour: at,
        model: 'landing',
        at,
        type,
        page,
        utm_source: '',
        utm_campaign: '',
        n,
        version: 1,
        gone: 0,
      },
    })
    const of = (page: string, visits: number, sessions: number, conversions: number) =>
      Object.entries({ visit: visits, session: sessions, conversion: conversions }).map(([type, n]) =>
        row(page, type, n),
      )
    await api.clickhouse.insert({
      table: `${api.db}.session_sums`,
      values: [
        ...of('/b', 2, 1, 1),
        ...of('/a', 2, 1, 1),
        ...of('/c', 2, 1, 2),
        ...of('/d', 2, 2, 0),
        ...of('/e', 3, 1, 0),
        row('/a', 'visit', 7, '2026-02-04 23:45:00'),
        row('/of the day before', 'visit', 9, '2026-02-04 23:45:00'),
        row('/of the day after', 'visit', 9, '2026-02-06 00:00:00'),
      ],
      format: 'JSONEachRow',
    })
    const { pages, others } = await get('landing-pages?from=2026-02-05&to=2026-02-05')
    const listed = pages.map(({ page, previous }: { page: string; previous: { visits: number } }) => [
      page,
      previous.visits,
    ])
    expect(listed).toEqual([['/e', 0], ['/d', 0], ['/c', 0], ['/a', 7], ['/b', 0]]) // biome-ignore format: as it is read
    expect(others.pages).toBe(0)
  })

  test('bounce rates, time, scroll depth and speed cover only measured visits', async () => {
    const [day, utm] = [NOON - 60 * DAY, { utm_source: 'google', utm_campaign: 'winter' }]
    const landed = (name: string, pagePath: string) =>
      visit({ sessionId: session(name, day), at: day, pagePath, utm })
    const [eve, fay, gus] = [landed('eve', '/w'), landed('fay', '/w'), landed('gus', '/x')]
    const told = (of: typeof eve, visibleMs: number, lcp: number) =>
      engagement({ visit: of, at: day + MINUTE, properties: { visibleMs, scrollPercent: 50, lcp, cls: 0 } })
    await take(
      [
        eve,
        fay,
        gus,
        landed('hal', '/x'),
        told(eve, 4_000, 900),
        told(fay, 16_000, 3_000),
        told(gus, 9_000, 100),
      ],
      WINDOWS,
    )
    const range = 'from=2025-12-31&to=2025-12-31'
    for (const query of [range, `${range}&campaign=winter`]) {
      const { pages, totals } = await get(`landing-pages?${query}`)
      expect(pages).toMatchObject([
        { page: '/w', bounces: 1, engaged: 1, bounceRate: 50 },
        { page: '/x', sessions: 2, bounces: 1, engaged: 0, bounceRate: 100 },
      ])
      expect(totals.bounceRate).toBeCloseTo(66.67, 1)
    }
    const { pages, range: counted } = await get(`page-speed?${range}`)
    expect(counted).toMatchObject({ from: '2025-12-31', to: '2025-12-31' })
    expect(pages).toEqual([
      {
        page: '/w',
        visits: 2,
        visibleMs: 10_000,
        scrollPercent: 50,
        lcp: expect.any(Number),
        inp: null,
        cls: 0,
      },
      {
        page: '/x',
        visits: 1,
        visibleMs: 9_000,
        scrollPercent: 50,
        lcp: expect.any(Number),
        inp: null,
        cls: 0,
      },
    ])
    expect(pages[0].lcp / 3_000).toBeCloseTo(1, 1)
    expect(pages[1].lcp / 100).toBeCloseTo(1, 1)
  })

  test('current visitors are human sessions with a visit in the last five minutes, each once', async () => {
    expect(await get('visitors-now')).toMatchObject({ minutes: 5, visitors: 0 })
    const now = (name: string, at: number) => visit({ sessionId: session(name, NOON), at: NOON + at })
    await take(
      [now('a', -299_000), now('a', -1_000), now('b', 0), now('c', -300_000), now('d', 1_000)],
      WINDOWS,
    )
    // If two events have the same id, the one with the earlier log position counts. Here it is too old for visitors now.
    const twice = (log_offset: number, at: number) => ({
      ...{ id: v7(), minute: '2026-03-01 11:58:00', type: 'visit', session: session('twice', NOON) },
      ...{ session_minute: '2026-03-01 12:00:00', occurred_at: at, received_at: at },
      ...{ log_partition: 0, log_offset, log_index: 0 },
    })
    const [first, second] = [twice(9_000, NOON - 6 * MINUTE), twice(9_001, NOON - MINUTE)]
    for (const row of [first, { ...second, id: first.id }])
      await api.clickhouse.insert({ table: `${api.db}.events`, values: [row], format: 'JSONEachRow' })
    // Neither a conversion nor a visit by a bot counts as a visitor.
    await take([conversion({ sessionId: session('e', NOON), at: NOON - 1_000 })], WINDOWS)
    await take([now('f', -1_000)], WINDOWS, 'user_agent')
    expect(await get('visitors-now')).toEqual({
      asOf: expect.stringMatching(/^2026-03-01T1/),
      minutes: 5,
      visitors: 2,
    })
    later(api.clock, 2 * MINUTE)
    expect((await get('visitors-now')).visitors).toBe(3)
    later(api.clock, 4 * MINUTE)
    expect((await get('visitors-now')).visitors).toBe(0)
    later(api.clock, -6 * MINUTE)
  })

  test('the calls are for staff only, and a wrong query is refused by its field', async () => {
    for (const path of ['landing-pages', 'devices', 'visitors-now'])
      expect((await api.app.inject({ url: `/api/admin/${path}` })).statusCode).toBe(401)
    for (const path of ['landing-pages', 'devices']) {
      const wrong = await api.app.inject({ url: `/api/admin/${path}?days=0`, cookies })
      expect([wrong.statusCode, wrong.json().issues[0].path]).toEqual([400, 'days'])
    }
  })
})
