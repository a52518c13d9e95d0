import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { timeseries } from '../contract/timeseries.ts'
import { openStaffApi, type StaffApi } from '../testing/api.ts'
import type { Traffic } from '../testing/rows.ts'
import { addTraffic } from '../testing/traffic.ts'

let api: StaffApi
beforeAll(async () => {
  api = await openStaffApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.clickhouse.command({ query: `TRUNCATE TABLE ${api.db}.event_sums` })
  await at('2026-03-01T12:00:00.000Z')
})

const at = (iso: string) => api.moveTo(new Date(iso))
const add = (...rows: Traffic[]) => addTraffic(api, ...rows)
const ask = (query: string) => api.app.inject({ url: `/api/admin/timeseries?${query}`, cookies: api.cookies })
const series = async (query: string) => timeseries.parse((await ask(query)).json())

describe('days', () => {
  test('every day has its point, also without events, next to its earlier day', async () => {
    await add(
      { quarter_hour: '2026-02-24 09:00:00', n: 1 },
      { quarter_hour: '2026-02-25 09:00:00', n: 4 },
      { quarter_hour: '2026-02-26 10:00:00', n: 1 },
      // The first quarter-hour of all.
      { quarter_hour: '2026-02-27 00:00:00', n: 1 },
      { quarter_hour: '2026-02-27 10:00:00', n: 2 },
      { quarter_hour: '2026-03-01 10:00:00', n: 5 },
      { quarter_hour: '2026-03-01 10:00:00', type: 'conversion', conversion_type: 'button_click', n: 2 },
      { quarter_hour: '2026-03-01 10:00:00', bot: 1, n: 9 },
    )
    const { step, range, totals, previous, points } = await series('days=3')
    expect([step, range, totals]).toEqual([
      'day',
      { from: '2026-02-27', to: '2026-03-01', timeZone: 'Europe/London' },
      { visits: 8, conversions: 2 },
    ])
    const until = '2026-02-26T12:00:00.000Z'
    expect(previous).toEqual({ from: '2026-02-24', to: '2026-02-26', until, visits: 6, conversions: 0 })
    const before = (day: string, visits: number) => ({ at: `${day}T00:00:00.000Z`, visits, conversions: 0 })
    expect(points).toEqual([
      { ...before('2026-02-27', 3), previous: before('2026-02-24', 1) },
      { ...before('2026-02-28', 0), previous: before('2026-02-25', 4) },
      { ...before('2026-03-01', 5), conversions: 2, previous: before('2026-02-26', 1) },
    ])
  })

  test.each([
    ['days=1', 1],
    ['days=2', 13],
    ['days=3', 21],
    ['days=1&source=google', 0],
    ['from=2026-02-27&to=2026-03-01', 21],
    // Days to come are no days yet.
    ['from=2026-02-28&to=2026-04-30', 13],
  ])(
    '%s: while today is unfinished, total and points of the previous period end at the same time of day',
    async (query, visits) => {
      await at('2026-03-01T12:01:00.000Z')
      await add(
        { quarter_hour: '2026-02-01 10:00:00', n: 100 },
        { quarter_hour: '2026-02-24 10:00:00', n: 20 },
      )
      for (const day of ['2026-02-26', '2026-02-27', '2026-02-28'])
        await add(
          // The quarter-hour that runs now is counted whole.
          { quarter_hour: `${day} 12:00:00`, n: 1 },
          { quarter_hour: `${day} 12:15:00`, n: 11 },
        )
      const { openFrom, previous, points, range } = await series(query)
      expect(range.to).toBe('2026-03-01')
      expect(previous?.until).toMatch(/T12:15:00.000Z$/)
      expect(previous?.visits).toBe(visits)
      expect(points.reduce((sum, point) => sum + (point.previous?.visits ?? 0), 0)).toBe(previous?.visits)
      const open = points.findIndex(point => point.at === openFrom)
      expect(points.slice(open + 1).every(({ visits, previous }) => visits === 0 && previous === null)).toBe(
        true,
      )
    },
  )

  test('the unfinished step is named, and past days have none', async () => {
    await add({ quarter_hour: '2026-02-20 10:00:00', n: 5 })
    expect((await series('days=3')).openFrom).toBe('2026-03-01T00:00:00.000Z')
    expect((await series('days=1')).openFrom).toBe('2026-03-01T12:00:00.000Z')
    expect((await series('')).openFrom).toBe('2026-03-01T00:00:00.000Z')
    expect((await series('from=2026-02-20&to=2026-02-28')).openFrom).toBeNull()
    expect((await series('from=2026-04-01&to=2026-04-09')).openFrom).toBe('2026-03-31T23:00:00.000Z')
  })

  test('midnight is that of the report time zone: 23:30 UTC in summer is the next day in London', async () => {
    await at('2026-07-02T12:00:00.000Z')
    await add({ quarter_hour: '2026-06-30 22:45:00', n: 1 }, { quarter_hour: '2026-06-30 23:00:00', n: 2 })
    const { points } = await series('from=2026-06-29&to=2026-07-01')
    expect(points.map(({ at, visits }) => [at, visits])).toEqual([
      ['2026-06-28T23:00:00.000Z', 0],
      ['2026-06-29T23:00:00.000Z', 1],
      ['2026-06-30T23:00:00.000Z', 2],
    ])
  })
})

test('all time is charted from the first day with an event, without a previous period', async () => {
  await add(
    { quarter_hour: '2026-02-20 10:00:00', n: 3 },
    { quarter_hour: '2026-02-18 10:00:00', n: 1, bot: 1 },
    { quarter_hour: '2026-02-19 10:00:00', n: 0, gone: 1 },
  )
  const { range, step, previous, points } = await series('')
  expect(range).toMatchObject({ from: '2026-02-20', to: '2026-03-01' })
  expect([step, previous, points.length, points[0]?.visits]).toEqual(['day', null, 10, 3])
  await add({ quarter_hour: '2024-01-20 10:00:00', n: 4 })
  const months = await series('')
  expect([months.step, months.points.length, months.points[0]?.visits]).toEqual(['month', 27, 4])
  expect(months.points.at(-2)?.visits).toBe(3)
})

test('without events the chart has today with 0', async () => {
  const { range, totals, points } = await series('')
  expect(range).toMatchObject({ from: '2026-03-01', to: '2026-03-01' })
  expect([totals, points.length]).toEqual([{ visits: 0, conversions: 0 }, 24])
})

test.each([
  ['from=2026-02-30', 'from', 'From must be a day such as 2026-01-31'],
  ['from=yesterday', 'from', 'From must be a day such as 2026-01-31'],
  ['from=2026-01-01&from=2026-01-02', 'from', 'From must be a day such as 2026-01-31'],
  ['from=3000-01-01', 'from', 'From must be a day from 2020-01-01 to 2099-12-31'],
  ['from=2026-01-01&to=3000-01-01', 'to', 'To must be a day from 2020-01-01 to 2099-12-31'],
  ['from=2026-01-02&to=2026-01-01', 'to', 'To must not be before From'],
  ['to=2026-01-01', 'from', 'From is needed when To is sent'],
  ['days=0', 'days', 'Days must be a whole number from 1 to 3660'],
  ['days=9999', 'days', 'Days must be a whole number from 1 to 3660'],
  ['days=1.5', 'days', 'Days must be a whole number from 1 to 3660'],
  ['days=7&from=2026-01-01', 'days', 'Send either days, or from and to'],
  ['source=', 'source', 'Source must not be empty: leave it out for all'],
  [`campaign=${'x'.repeat(256)}`, 'campaign', 'Campaign must have at most 255 characters'],
])('%s: 400 names the field', async (query, path, message) => {
  const answer = await ask(query)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().issues).toEqual([{ path, message }])
})
