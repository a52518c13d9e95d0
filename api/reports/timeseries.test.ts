import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

test('the answer names the current step, and none if the range is over', async () => {
  await add({ quarter_hour: '2026-02-20 10:00:00', n: 5 })
  expect((await series('days=3')).openFrom).toBe('2026-03-01T00:00:00.000Z')
  expect((await series('days=1')).openFrom).toBe('2026-03-01T12:00:00.000Z')
  expect((await series('')).openFrom).toBe('2026-03-01T00:00:00.000Z')
  expect((await series('from=2026-02-20&to=2026-02-28')).openFrom).toBeNull()
  expect((await series('from=2026-04-01&to=2026-04-09')).openFrom).toBe('2026-03-31T23:00:00.000Z')
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

test('wrong days are refused by the name of their field', async () => {
  const answer = await ask('from=2026-01-02&to=2026-01-01')
  expect(answer.statusCode).toBe(400)
  expect(answer.json().issues).toEqual([
    { path: 'to', message: 'The last day (To) must not be before the first day (From)' },
  ])
})
