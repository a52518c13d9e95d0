import { expect, test } from 'vitest'
import { comparedPeriod, cutOf, endOrCut, ifCounted } from './report.ts'
import { addDays, type Period, periodBefore, periodOf, startOfDay } from './report-days.ts'

const LONDON = 'Europe/London'
const days = (from: string, days: number): Period => ({ from, to: addDays(from, days - 1), days })

test.each([
  ['a comparison period that begins on the first counted day', '2026-02-26', '2026-03-01', true],
  ['a comparison period that begins before the first counted day', '2026-02-27', '2026-03-01', false],
  ['a period without any counted day', null, '2026-03-01', false],
  ['a period that begins today', '2026-02-01', '2026-02-28', true],
  ['a period that begins tomorrow', '2026-02-01', '2026-02-27', false],
])('%s: compared or not', (_what, since, today, isCompared) => {
  const period = days('2026-02-28', 2)
  const before = { from: '2026-02-26', to: '2026-02-27', days: 2 }
  expect(ifCounted(comparedPeriod(period, today), since)).toEqual(isCompared ? before : null)
})

test.each([
  ['days', '2026-02-26'],
  ['weekdays', '2026-02-21'],
  ['year', '2025-03-01'],
] as const)('compared by %s, two days from 28 February are matched with those from %s', (compare, from) => {
  expect(comparedPeriod(days('2026-02-28', 2), '2026-03-01', compare)).toEqual(days(from, 2))
})

test('without a comparison there are no earlier days', () => {
  expect(comparedPeriod(days('2026-02-28', 2), '2026-03-01', 'none')).toBeNull()
})

test('a comparison period that is not adjacent is cut at the same time of day, on its last day', () => {
  const period = days('2026-03-01', 1)
  const before = days('2026-02-22', 1)
  const cut = (now: string) => cutOf(period, before, LONDON, new Date(now))
  expect(cut('2026-03-01T12:15:00Z')).toEqual(new Date('2026-02-22T12:15:00Z'))
  expect(cut('2026-03-01T23:45:00.001Z')).toBeNull()
  expect(endOrCut(before, null, LONDON)).toEqual(new Date('2026-02-23T00:00:00Z'))
})

test.each([
  // At the start of the day, and within a quarter-hour: the current quarter-hour counts whole.
  [days('2026-02-28', 2), '2026-03-01T00:00:00.000Z', '2026-02-27T00:00:00.000Z'],
  [days('2026-02-28', 2), '2026-03-01T00:00:00.001Z', '2026-02-27T00:15:00.000Z'],
  [days('2026-02-28', 2), '2026-03-01T12:15:00.000Z', '2026-02-27T12:15:00.000Z'],
  [days('2026-02-28', 2), '2026-03-01T12:15:00.001Z', '2026-02-27T12:30:00.000Z'],
  [days('2026-02-28', 2), '2026-03-01T23:45:00.000Z', '2026-02-27T23:45:00.000Z'],
  // Rounded up to the whole day.
  [days('2026-02-28', 2), '2026-03-01T23:45:00.001Z', null],
  // A past period, and a period with future days.
  [days('2026-02-27', 2), '2026-03-01T12:00:00.000Z', null],
  [days('2026-02-28', 3), '2026-03-01T12:00:00.000Z', null],
  // Days with 25 and 23 hours.
  [days('2026-10-25', 1), '2026-10-25T22:45:00.000Z', '2026-10-24T22:45:00.000Z'],
  [days('2026-10-25', 1), '2026-10-25T23:00:00.000Z', null],
  [days('2026-03-29', 1), '2026-03-29T12:00:00.000Z', '2026-03-28T12:00:00.000Z'],
])('%j at %s: the earlier days are cut at %j', (period, now, cut) => {
  const found = cutOf(period, periodBefore(period), LONDON, new Date(now))
  expect(found?.toISOString() ?? null).toBe(cut)
})

test.each([
  [LONDON, '2026-07-15T00:00:00.000Z', '2026-07-14T00:00:00.000Z'],
  ['America/New_York', '2026-07-15T05:00:00.000Z', '2026-07-14T05:00:00.000Z'],
  ['Asia/Kolkata', '2026-07-14T19:30:00.000Z', '2026-07-13T19:30:00.000Z'],
  ['America/St_Johns', '2026-07-15T03:30:00.000Z', '2026-07-14T03:30:00.000Z'],
])(
  'in %s at one in the morning, in summer, an hour of today is matched with an hour of yesterday',
  (zone, now, cut) => {
    const today = periodOf({ days: 1 }, zone, new Date(now))
    if (!today) throw new Error('no period')
    const before = periodBefore(today)
    expect([today.from, before.from]).toEqual(['2026-07-15', '2026-07-14'])
    const found = cutOf(today, before, zone, new Date(now))
    expect(found?.toISOString()).toBe(cut)
    expect(Number(found) - startOfDay(zone, before.from).getTime()).toBe(3_600_000)
  },
)

test.each([
  ['2028-01-01', '2028-12-31', '2026-12-31', '2027-12-31'],
  ['2027-01-01', '2027-12-31', '2026-01-01', '2026-12-31'],
  ['2028-02-29', '2028-02-29', '2028-02-28', '2028-02-28'],
  ['2028-03-01', '2028-03-31', '2028-01-30', '2028-02-29'],
  ['2028-02-28', '2028-03-05', '2028-02-21', '2028-02-27'],
])('across a leap day %s to %s is matched with as many days: %s to %s', (from, to, first, last) => {
  const period = periodOf({ from, to }, LONDON, new Date('2029-01-01'))
  expect(period && periodBefore(period)).toEqual({ from: first, to: last, days: period?.days })
})
