import type { Funnel } from '@firsttouch/api/contract/costs/funnel'
import { expect, test } from 'vitest'
import { costChart } from './charts.ts'

const point = (from: string, cost: number, leads: number) => ({
  from,
  cost,
  leads,
  costPerLead: leads === 0 ? null : cost / leads,
})
const answer: Funnel = {
  asOf: null,
  range: { from: '2026-02-26', to: '2026-03-05', timeZone: 'Europe/London' },
  since: '2025-11-30',
  currency: 'GBP',
  cost: 30,
  costWithoutSource: false,
  costDays: { from: '2026-02-26', to: '2026-02-28', days: 2, sinceCounting: false },
  daysWithoutCost: { days: 1, spans: [] },
  steps: [],
  previous: {
    ...{ from: '2026-02-18', to: '2026-02-25', until: null, cost: 8 },
    costDays: { from: '2026-02-18', to: '2026-02-24', days: 7, sinceCounting: false },
  },
  costs: {
    step: 'day',
    points: [point('2026-02-26', 20, 2), point('2026-02-28', 0, 0)],
    previous: [point('2026-02-19', 8, 1)],
  },
}
const values = (data: ReturnType<typeof costChart>, id = 'now') =>
  data?.points.map(one => one.values[id] ?? null)

test('a day without a known cost is a gap, a cost of zero is zero, and future days are not drawn', () => {
  const data = costChart(answer, 'cost', '2026-03-01')
  expect(data?.points.map(({ at }) => at.slice(0, 10))).toEqual([
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ])
  expect(values(data)).toEqual([20, null, 0, null])
  expect(values(data, 'before')).toEqual([null, 8, null, null])
  expect(data?.points[1]?.beforeAt).toBe('2026-02-19T00:00:00.000Z')
  expect(data?.lines.map(({ name }) => name)).toEqual(['Cost', expect.stringMatching(/^In 18.+24 Feb 2026$/)])
  expect(data?.format(20)).toBe('£20.00')
})

test('a day without a lead has no cost per lead', () => {
  expect(values(costChart(answer, 'costPerLead', '2026-03-01'))).toEqual([10, null, null, null])
})

test('all time starts with the first counted month and has no comparison', () => {
  const costs: Funnel['costs'] = {
    step: 'month',
    points: [point('2025-12-01', 5, 1), point('2026-02-01', 7, 1)],
    previous: null,
  }
  const range = { ...answer.range, from: null, to: null }
  const data = costChart({ ...answer, costs, range, previous: null }, 'cost', '2026-03-01')
  expect(data?.points.map(({ at }) => at.slice(0, 7))).toEqual([
    ...['2025-11', '2025-12', '2026-01', '2026-02', '2026-03'],
  ])
  expect(values(data)).toEqual([null, 5, null, 7, null])
  expect(data?.openFrom).toBe('2026-03-01T00:00:00.000Z')
  expect(data?.lines.length).toBe(1)
})

test('there is no chart without a known cost, and no cost per lead without leads', () => {
  const none: Funnel = { ...answer, costs: { step: 'day', points: [], previous: null } }
  expect(costChart(none, 'cost', '2026-03-01')).toBeNull()
  const unread: Funnel = { ...none, costs: { ...none.costs, points: [point('2026-02-28', 3, 0)] } }
  expect(costChart(unread, 'costPerLead', '2026-03-01')).toBeNull()
  expect(costChart(unread, 'cost', '2026-03-01')).not.toBeNull()
})
