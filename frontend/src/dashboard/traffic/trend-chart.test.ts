import type { Timeseries } from '@firsttouch/api/contract/timeseries'
import { expect, test } from 'vitest'
import { trendChart } from './charts.ts'

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T00:00:00.000Z`
const series: Timeseries = {
  asOf: null,
  range: { from: '2026-11-19', to: '2026-11-22', timeZone: 'Europe/London' },
  since: '2026-11-15',
  openFrom: at(22),
  step: 'day',
  totals: { visits: 28, conversions: 7 },
  previous: {
    from: '2026-11-15',
    to: '2026-11-18',
    until: '2026-11-18T09:30:00.000Z',
    visits: 13,
    conversions: 1,
  },
  points: [8, 9, 10, 1].map((visits, i) => ({
    at: at(19 + i),
    visits,
    conversions: i === 3 ? 0 : 2,
    previous: { at: at(15 + i), visits: [4, 0, 6, 3][i] ?? 0, conversions: i === 0 ? 1 : 0 },
  })),
}

test('the chart’s previous line adds up to the card’s previous total', () => {
  for (const measure of ['visits', 'conversions'] as const) {
    const { points, lines } = trendChart(series, measure)
    const sum = (id: string) => points.reduce((all, { values }) => all + (values[id] ?? 0), 0)
    expect(sum('before')).toBe(series.previous?.[measure])
    expect(lines[1]?.name).toMatch(/^In 15.+18 Nov 2026, until 09:30$/)
  }
})

test('each step has its own rate, unknown without visits', () => {
  const { points, format } = trendChart(series, 'rate')
  expect(points.map(({ values }) => format(values.now ?? null))).toEqual(['25.0%', '22.2%', '20.0%', '0.0%'])
  expect(points.map(({ values }) => format(values.before ?? null))).toEqual(['25.0%', '–', '0.0%', '0.0%'])
})

test('days before the first event are gaps, not zeros', () => {
  const { points, lines } = trendChart({ ...series, since: '2026-11-21', previous: null }, 'visits')
  expect(points.map(({ values }) => values.now)).toEqual([null, null, 10, 1])
  expect(lines.length).toBe(1)
})
