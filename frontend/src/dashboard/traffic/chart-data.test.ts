import { expect, test } from 'vitest'
import { type ChartData, countedSteps, isAlone, rowsOf } from './chart-data.ts'

const days = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => ({
    at: new Date(Date.UTC(2026, 10, first + i)).toISOString(),
  }))
const rangeTo = (to: string) => ({ from: '2026-01-01', to, timeZone: 'Europe/London' })

test('days before the first event and future days do not count, unlike the first day and today', () => {
  const points = days(18, 24)
  const known = { since: '2026-11-20', openFrom: '2026-11-22T00:00:00.000Z', range: rangeTo('2026-11-24') }
  expect(countedSteps(known, points)).toEqual([false, false, true, true, true, false, false])
  expect(countedSteps({ ...known, since: null }, points)).not.toContain(true)
  const before = { since: '2026-12-01', openFrom: null, range: rangeTo('2026-11-24') }
  expect(countedSteps(before, points)).not.toContain(true)
})

test('the month in which counting began counts', () => {
  const points = ['2026-01-01', '2026-02-01', '2026-03-01'].map(day => ({ at: `${day}T00:00:00.000Z` }))
  const known = { since: '2026-02-20', openFrom: null, range: rangeTo('2026-03-20') }
  expect(countedSteps(known, points)).toEqual([false, true, true])
})

test('a value without neighbours is drawn as a dot', () => {
  const rows = [5, null, 7, 1, null, null, 0].map(now => ({ at: '', now }))
  const alone = (column: string) => [...rows.keys()].filter(at => isAlone(rows, column, at))
  expect(alone('now')).toEqual([0, 6])
  expect(alone('other')).toEqual([])
})

test('the open step is drawn separately, from the step before', () => {
  const data: ChartData = {
    step: 'day',
    timeZone: 'UTC',
    isFilled: true,
    format: String,
    openFrom: '2026-11-22T00:00:00.000Z',
    lines: [{ id: 'now', name: 'Visits', look: 'main' }],
    points: days(20, 23).map(({ at }, i) => ({ at, values: { now: [5, 7, 1, null][i] ?? null } })),
  }
  expect(rowsOf(data).map(row => [row.now, row['now.open']])).toEqual([
    [5, null],
    [7, 7],
    [null, 1],
    [null, null],
  ])
  expect(rowsOf({ ...data, openFrom: null }).map(row => [row.now, row['now.open']])).toEqual([
    [5, null],
    [7, null],
    [1, null],
    [null, null],
  ])
})
