import { expect, test } from 'vitest'
import {
  addDays,
  dayIn,
  daysEarlier,
  daysFrom,
  localHour,
  periodBefore,
  periodOf,
  startOfDay,
  untilToday,
} from './report-days.ts'

test.each([
  ['Europe/London', '2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['Europe/London', '2026-03-29', '2026-03-29T00:00:00.000Z'],
  ['Europe/London', '2026-03-30', '2026-03-29T23:00:00.000Z'],
  ['Europe/London', '2026-10-25', '2026-10-24T23:00:00.000Z'],
  ['Europe/London', '2026-10-26', '2026-10-26T00:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-31', '2026-01-30T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-31', '2026-01-30T10:00:00.000Z'],
  ['Etc/GMT+12', '2026-01-31', '2026-01-31T12:00:00.000Z'],
  // Clocks went from 00:00 to 01:00 that night, so the day begins at 01:00.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
])('in %s, %s begins at %s', (zone, day, instant) => {
  const start = startOfDay(zone, day)
  expect(start.toISOString()).toBe(instant)
  expect(dayIn(zone, start)).toBe(day)
  expect(dayIn(zone, new Date(start.getTime() - 1))).toBe(addDays(day, -1))
})

test('a clock shows the same hour twice when it is set back', () => {
  for (const instant of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
    expect(localHour('Europe/London', Date.parse(instant))).toEqual({ day: '2026-10-25', hour: 1 })
})

const now = new Date('2026-03-31T23:30:00Z')

test.each([
  [{}, null],
  [{ days: 1 }, { from: '2026-04-01', to: '2026-04-01', days: 1 }],
  [{ days: 30 }, { from: '2026-03-03', to: '2026-04-01', days: 30 }],
  [{ from: '2026-03-28' }, { from: '2026-03-28', to: '2026-04-01', days: 5 }],
  [{ from: '2026-05-01' }, { from: '2026-05-01', to: '2026-05-01', days: 1 }],
  [
    { from: '2026-02-27', to: '2026-03-01' },
    { from: '2026-02-27', to: '2026-03-01', days: 3 },
  ],
])('%j, half past midnight on 1 April in London, is %j', (query, period) => {
  expect(periodOf(query, 'Europe/London', now)).toEqual(period)
})

test.each([
  ['2026-11-29', 'yesterday', '2026-11-28', '2026-11-28'],
  // Weeks end on Sunday.
  ['2026-11-29', 'this-week', '2026-11-23', '2026-11-29'],
  ['2026-11-30', 'this-week', '2026-11-30', '2026-11-30'],
  ['2026-11-30', 'last-week', '2026-11-23', '2026-11-29'],
  ['2026-11-29', 'this-month', '2026-11-01', '2026-11-29'],
  ['2026-11-29', 'last-month', '2026-10-01', '2026-10-31'],
  ['2028-03-01', 'last-month', '2028-02-01', '2028-02-29'],
  ['2027-01-01', 'last-month', '2026-12-01', '2026-12-31'],
  ['2026-11-29', 'this-quarter', '2026-10-01', '2026-11-29'],
  ['2027-03-31', 'last-quarter', '2026-10-01', '2026-12-31'],
  ['2028-12-31', 'this-year', '2028-01-01', '2028-12-31'],
  ['2028-02-29', 'last-year', '2027-01-01', '2027-12-31'],
  ['2027-01-01', 'this-week', '2026-12-28', '2027-01-01'],
  ['2027-01-01', 'yesterday', '2026-12-31', '2026-12-31'],
] as const)('on %s, %s is %s to %s', (today, period, from, to) => {
  expect(periodOf({ period }, 'UTC', new Date(`${today}T12:00:00Z`))).toEqual({
    ...{ from, to },
    days: daysFrom(from, to),
  })
})

test('an earlier period never overlaps, and keeps its weekdays on request', () => {
  for (let days = 1; days <= 800; days += 1) {
    expect(daysEarlier(days)).toBe(days)
    for (const compare of ['weekdays', 'year'] as const) {
      const earlier = daysEarlier(days, compare)
      expect([earlier >= days, earlier % 7, earlier >= (compare === 'year' ? 364 : 0)]).toEqual([
        true,
        0,
        true,
      ])
    }
  }
})

test('the previous period is as long and ends the day before', () => {
  const before = periodBefore({ from: '2026-03-01', to: '2026-03-31', days: 31 })
  expect(before).toEqual({ from: '2026-01-29', to: '2026-02-28', days: 31 })
  expect(daysFrom(before.from, before.to)).toBe(31)
})

test.each([
  ['2026-03-01', 1],
  ['2026-03-02', 2],
  ['2026-03-03', 3],
  ['2026-03-04', 3],
  // A period of future days stays unchanged.
  ['2026-02-28', 3],
])('of three days from 1 March there are, on %s, %i', (today, days) => {
  const to = addDays('2026-03-01', days - 1)
  expect(untilToday({ from: '2026-03-01', to: '2026-03-03', days: 3 }, today)).toEqual({
    from: '2026-03-01',
    to,
    days,
  })
})
