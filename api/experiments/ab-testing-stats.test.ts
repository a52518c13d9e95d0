import { beforeEach, expect, test } from 'vitest'
import { variantSeries } from '../contract/timeseries.ts'
import { openStaffApi } from '../testing/api.ts'
import { clearSessions, refreshArms } from '../testing/participants.ts'
import { conversionRow, exposureRow, variantRow } from '../testing/rows.ts'
import { startRun } from './runs.ts'
import { DEFAULT_PLAN } from './statistics/run.ts'

const api = await openStaffApi()
beforeEach(async () => {
  await clearSessions(api)
  await api.clickhouse.command({ query: `TRUNCATE TABLE ${api.db}.event_sums` })
})

const insert = (table: string, values: object[]) =>
  api.clickhouse.insert({ table: `${api.db}.${table}`, values, format: 'JSONEachRow' })
const stats = async () => {
  await refreshArms(api)
  const answer = await api.app.inject({ url: '/api/admin/ab-testing-stats', cookies: api.cookies })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

test('without events there are no stats', async () => {
  expect(await stats()).toMatchObject({ testStats: [], conversionBreakdown: [] })
})

test('each declared test has a verdict from its first day on', async () => {
  expect((await stats()).verdicts).toEqual([
    expect.objectContaining({ testName: 'landingPage', state: 'collecting', startedAt: null }),
  ])
  await insert('session_events', [
    exposureRow('one', 'control', 0),
    exposureRow('two', 'v2', 5),
    exposureRow('both', 'v2', 5),
    exposureRow('both', 'control', 6),
  ])
  await insert('session_events', [conversionRow('two', 6)])
  const [verdict] = (await stats()).verdicts
  expect(verdict).toMatchObject({ startedAt: '2026-03-01T09:30:00.000Z', daysRun: 0, sawBoth: 1 })
  expect(verdict.arms).toMatchObject([
    { variant: 'control', visitors: 1, converters: 0, rate: 0 },
    { variant: 'v2', visitors: 1, converters: 1, rate: 1 },
  ])
})

test('a period narrows the counts, but not the verdict', async () => {
  await insert('event_sums', [variantRow({ variant: 'v2', event: 'variant_assigned', n: 5 })])
  await insert('session_events', [
    exposureRow('one', 'control', 0),
    exposureRow('two', 'v2', 5),
    exposureRow('next day', 'v2', 24 * 60),
  ])
  await refreshArms(api)
  const ask = async (query: string) =>
    (await api.app.inject({ url: `/api/admin/ab-testing-stats?${query}`, cookies: api.cookies })).json()
  const whole = await ask('')
  const first = await ask('from=2026-03-01&to=2026-03-01')
  expect(first.range).toEqual({ from: '2026-03-01', to: '2026-03-01', timeZone: 'Europe/London' })
  const counts = (answer: { testStats: { variant: string; totalEvents: number; visitors: number }[] }) =>
    answer.testStats.map(arm => [arm.variant, arm.totalEvents, arm.visitors])
  expect(counts(first)).toEqual([
    ['control', 0, 1],
    ['v2', 5, 1],
  ])
  expect(counts(await ask('from=2026-03-02&to=2026-03-02'))).toEqual([
    ['control', 0, 0],
    ['v2', 0, 1],
  ])
  expect(first.verdicts).toEqual(whole.verdicts)
  const wrong = await api.app.inject({ url: '/api/admin/ab-testing-stats?from=x', cookies: api.cookies })
  expect([wrong.statusCode, wrong.json().issues[0].path]).toEqual([400, 'from'])
})

test('the figures of the current run exclude earlier runs', async () => {
  await insert('session_events', [exposureRow('early', 'control', 0), exposureRow('late', 'v2', 120)])
  await stats()
  const plan = { ...DEFAULT_PLAN, split: [50, 50] }
  await startRun(api.sql, {
    ...{ testName: 'landingPage', startedAt: new Date('2026-03-01T10:30:00Z'), plan, goal: 'any' },
    ...{ variants: ['control', 'v2'], baselineRate: null, primaryConversionTypes: [] },
  })
  const counts = async (query: string) => {
    const answer = await api.app.inject({
      url: `/api/admin/ab-testing-stats${query}`,
      cookies: api.cookies,
    })
    return answer.json().testStats.map((arm: { visitors: number }) => arm.visitors)
  }
  expect([await counts(''), await counts('?run=present')]).toEqual([
    [1, 1],
    [0, 1],
  ])
  await api.sql`DELETE FROM experiment_runs WHERE started_at IS NOT NULL`
})

test('the time series counts each visitor at the time of the first exposure', async () => {
  await insert('session_events', [
    exposureRow('one', 'control', 0),
    exposureRow('two', 'v2', 5),
    exposureRow('three', 'v2', -3 * 24 * 60),
    exposureRow('both', 'v2', 5),
    exposureRow('both', 'control', 6),
  ])
  await insert('session_events', [conversionRow('three', 0)])
  await refreshArms(api)
  const url = '/api/admin/variant-series?days=4'
  const { step, tests } = variantSeries.parse((await api.app.inject({ url, cookies: api.cookies })).json())
  expect(step).toBe('day')
  expect(
    tests[0]?.variants.map(({ variant, points }) => [variant, points.map(point => point.visitors)]),
  ).toEqual([
    ['control', [0, 0, 0, 1]],
    ['v2', [1, 0, 0, 1]],
  ])
  expect(tests[0]?.variants[1]?.points[0]?.converters).toBe(1)
})

test('an undeclared variant is listed after the declared variants', async () => {
  await insert('event_sums', [variantRow({ variant: 'v1', event: 'variant_assigned', n: 2 })])
  await insert('session_events', [exposureRow('old', 'v1', 0), exposureRow('new', 'v2', 0)])
  const { testStats, verdicts } = await stats()
  expect(testStats.map((arm: { variant: string; visitors: number }) => [arm.variant, arm.visitors])).toEqual([
    ['control', 0],
    ['v2', 1],
    ['v1', 1],
  ])
  expect(verdicts[0].arms).toMatchObject([{ visitors: 0 }, { visitors: 1 }])
})
