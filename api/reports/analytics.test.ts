import { CANARY_SOURCE } from '@firsttouch/ingest/events'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { later, openStaffApi, type StaffApi } from '../testing/api.ts'
import type { Traffic } from '../testing/rows.ts'
import { addTraffic } from '../testing/traffic.ts'

let api: StaffApi
beforeAll(async () => {
  api = await openStaffApi()
})
afterAll(() => api.close())

const insert = (rows: Traffic[]) => addTraffic(api, ...rows)
const dropMonths = async (...months: number[]) => {
  for (const month of months)
    await api.clickhouse.command({ query: `ALTER TABLE ${api.db}.event_sums DROP PARTITION ${month}` })
}
const summary = async (query = '') =>
  (await api.app.inject({ url: `/api/admin/analytics${query}`, cookies: api.cookies })).json()
const ALL = { from: null, to: null, timeZone: 'Europe/London' }
/** Moves the clock beyond the cache time. */
const moveOn = (ms = 2_000): string => {
  later(api.clock, ms)
  return api.clock.now.toISOString()
}
const asOf = async () => (await summary()).asOf

describe('one after the other', { shuffle: false }, () => {
  test('without events all figures are 0, including the rate', async () => {
    expect(await summary()).toEqual({
      asOf: '2026-03-01T12:00:00.000Z',
      range: ALL,
      totalVisits: 0,
      totalConversions: 0,
      conversionRate: 0,
      topSources: [],
      others: { sources: 0, visits: 0, conversions: 0 },
      channels: [],
      referringSites: [],
      otherSites: { sites: 0, visits: 0, conversions: 0 },
      leftOut: { bots: 0, internal: 0, suspicious: 0 },
      conversionsByType: [],
    })
  })

  test('with lists=none the totals come without lists, and any other value is refused', async () => {
    const fields = ['asOf', 'conversionRate', 'conversionsByType', 'leftOut', 'range']
    expect(Object.keys(await summary('?lists=none')).sort()).toEqual([
      ...fields,
      ...['totalConversions', 'totalVisits'],
    ])
    expect(await summary('?lists=all')).toMatchObject({ status: 400, issues: [{ path: 'lists' }] })
  })

  test('humans are counted in every quarter-hour, a replaced row counts once, and bots and the canary do not count', async () => {
    await insert([
      { utm_source: 'google', n: 5 },
      { utm_source: 'google', n: 2, quarter_hour: '2026-02-01 10:15:00' },
      { utm_source: '', n: 3 },
      { utm_source: 'bing', n: 1, bot: 1 },
      { utm_source: CANARY_SOURCE, n: 60, bot: 1 },
      { type: 'conversion', utm_source: 'google', conversion_type: 'button_click', n: 2 },
      { type: 'conversion', utm_source: '', conversion_type: 'form_submission', n: 1 },
      { utm_source: 'gone', n: 4, version: 1 },
    ])
    await insert([
      { utm_source: '', n: 4, version: 2 },
      { utm_source: 'gone', n: 4, version: 2, gone: 1 },
    ])
    const { asOf: _, ...counts } = await summary()
    expect(counts).toEqual({
      range: ALL,
      totalVisits: 11,
      totalConversions: 3,
      conversionRate: (3 / 11) * 100,
      topSources: [
        { source: 'google', visits: 7, conversions: 2 },
        { source: 'direct', visits: 4, conversions: 1 },
      ],
      others: { sources: 0, visits: 0, conversions: 0 },
      channels: [
        {
          ...{ channel: 'Referral', visits: 11, conversions: 3, conversionRate: (3 / 11) * 100 },
          ...{ bounces: 0, engaged: 0, bounceRate: null },
        },
      ],
      referringSites: [],
      otherSites: { sites: 0, visits: 0, conversions: 0 },
      leftOut: { bots: 1, internal: 0, suspicious: 0 },
      conversionsByType: [
        { conversionType: 'button_click', count: 2 },
        { conversionType: 'form_submission', count: 1 },
      ],
    })
  })

  test('an event counts on its own day, however far that is from the time inside its id', async () => {
    await insert([
      { quarter_hour: '2025-06-10 09:00:00', at: '2025-07-11 09:00:00', n: 1 },
      { quarter_hour: '2025-08-11 09:00:00', at: '2025-07-11 09:00:00', n: 2 },
      { quarter_hour: '2025-07-11 09:00:00', at: '2025-06-10 09:00:00', n: 4 },
      { quarter_hour: '2025-07-11 09:00:00', at: '2025-08-11 09:00:00', n: 8 },
    ])
    expect((await summary('?from=2025-07-11&to=2025-07-11')).totalVisits).toBe(3)
    await dropMonths(202506, 202507, 202508)
  })

  test('types and sources with equal counts are sorted by name, and those without counts are missing', async () => {
    const sources = Array.from({ length: 11 }, (_, n) => `source ${String.fromCharCode(97 + n)}`)
    await insert([
      ...sources.toReversed().map(utm_source => ({ quarter_hour: '2025-08-01 09:00:00', utm_source, n: 1 })),
      { quarter_hour: '2025-08-01 09:00:00', utm_source: 'zest', n: 2 },
      ...['whatsapp_click', 'stripe_intent', 'button_click'].map(conversion_type => ({
        ...{ quarter_hour: '2025-08-01 09:00:00', type: 'conversion' as const, utm_source: 'no visit' },
        ...{ conversion_type, n: 1 },
      })),
      {
        ...{ quarter_hour: '2025-08-01 09:00:00', type: 'conversion' as const, utm_source: 'zest' },
        ...{ conversion_type: 'stripe_intent', n: 1 },
      },
    ])
    const { topSources, others, conversionsByType } = await summary('?from=2025-08-01&to=2025-08-01')
    expect(topSources.map(({ source }: { source: string }) => source)).toEqual([
      'zest',
      ...sources.slice(0, 9),
    ])
    expect(others).toEqual({ sources: 3, visits: 2, conversions: 3 })
    expect(conversionsByType).toEqual([
      { conversionType: 'stripe_intent', count: 2 },
      { conversionType: 'button_click', count: 1 },
      { conversionType: 'whatsapp_click', count: 1 },
    ])
    await dropMonths(202508)
  })

  test('a source with only conversions is listed after the sources with visits, so that conversions add up', async () => {
    const at = { quarter_hour: '2025-08-01 09:00:00' }
    await insert([
      { ...at, utm_source: 'google', n: 2 },
      { ...at, type: 'conversion', conversion_type: 'button_click', utm_source: 'aaa', n: 3 },
      { ...at, type: 'conversion', conversion_type: 'button_click', utm_source: 'mail', n: 4 },
    ])
    const { topSources, totalConversions } = await summary('?from=2025-08-01&to=2025-08-01')
    expect([totalConversions, topSources]).toEqual([
      7,
      [
        { source: 'google', visits: 2, conversions: 0 },
        { source: 'mail', visits: 0, conversions: 4 },
        { source: 'aaa', visits: 0, conversions: 3 },
      ],
    ])
    await dropMonths(202508)
  })

  const progress = (next_offset: number, appended_at: string) =>
    api.clickhouse.insert({
      table: `${api.db}.progress`,
      values: [{ partition: 0, next_offset, appended_at }],
      format: 'JSONEachRow',
    })

  test('asOf is the current time, or the append time of the oldest waiting entry', async () => {
    await api.log.append([{ key: 'utm_1', value: '{}' }])
    await progress(1, '2026-03-01 11:59:00.250')
    const counted = moveOn()
    expect(await asOf()).toBe(counted)
    const appended = api.clock.now.toISOString()
    await api.log.append([{ key: 'utm_1', value: '{}' }])
    moveOn()
    await api.log.append([{ key: 'utm_1', value: '{}' }])
    expect(await asOf()).toBe(appended)
    await progress(3, '2026-03-01 12:00:01.000')
    const now = moveOn()
    expect(await asOf()).toBe(now)
    // The API follows a clock that is set back.
    const before = moveOn(-60_000)
    expect(await asOf()).toBe(before)
    moveOn(60_000)
  })

  test('while the very first entry waits, asOf is its append time and not 1970', async () => {
    const [first] = (await api.log.timesAt([{ partition: 0, offset: 0 }])).values()
    await api.clickhouse.command({ query: `TRUNCATE TABLE ${api.db}.progress` })
    moveOn()
    expect(await asOf()).toBe(first?.toISOString())
    api.log.state.down = true
    moveOn()
    expect(await asOf()).toBeNull()
    api.log.state.down = false
    moveOn()
    await progress(3, '2026-03-01 12:00:01.000')
  })

  test('while the log does not answer, asOf is the append time that every partition has reached', async () => {
    api.log.state.down = true
    moveOn()
    expect(await asOf()).toBe('2026-03-01T12:00:01.000Z')
    api.log.state.down = false
    moveOn()
  })

  test('a failed reading is not cached', async () => {
    moveOn()
    const query = vi.spyOn(api.deps.clickhouse, 'query').mockRejectedValueOnce(new Error('away'))
    const { readModel } = api.deps
    await expect(readModel.asOf()).rejects.toMatchObject({ status: 503, cause: { message: 'away' } })
    expect((await readModel.asOf())?.toISOString()).toBe(api.clock.now.toISOString())
    query.mockRestore()
  })

  test('the serving generation answers, also after a switch', async () => {
    expect((await summary()).totalVisits).toBe(11)
    await api.sql`UPDATE read_models SET generation = 900`
    moveOn()
    const answer = await api.app.inject({ url: '/api/admin/analytics', cookies: api.cookies })
    expect(answer.statusCode).toBe(503)
    expect(answer.json().detail).toBe('Analytics are temporarily unavailable.')
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.body).not.toMatch(/firsttouch_900|UNKNOWN/)
  })
})
