import { afterEach, expect, test } from 'vitest'
import {
  calendarDay,
  capitalised,
  count,
  dateTime,
  duration,
  hourAndMinute,
  percent,
  quarterHourOf,
  timeOfDay,
} from './format.ts'
import { reportZone, reportZoneName, setReportZone } from './report-zone.ts'
import { experimentNames, isNew, variantLabel } from './variant-names.ts'

afterEach(() => setReportZone('UTC'))

test('an unknown number is a dash, and zero is zero', () => {
  expect([count(null), count(undefined), count(0), count(12_345)]).toEqual(['–', '–', '0', '12,345'])
  expect([percent(null, 1), percent(undefined, 2), percent(0, 1), percent(12.345, 2)]).toEqual([
    '–',
    '–',
    '0.0%',
    '12.35%',
  ])
})

test.each([
  [-5, '0.0 s'],
  [0, '0.0 s'],
  [9_999, '10.0 s'],
  [10_000, '10 s'],
  [119_999, '120 s'],
  [120_000, '2 min'],
  [7_199_999, '120 min'],
  [7_200_000, '2 h'],
  [90_000_000, '25 h'],
])('a duration of %i ms is written as %s', (ms, words) => expect(duration(ms)).toBe(words))

test('times use the current report time zone, and calendar days use none', () => {
  const at = '2026-07-01T23:30:15.000Z'
  const told = () => [
    dateTime(at),
    timeOfDay(at),
    hourAndMinute(at),
    quarterHourOf(at),
    calendarDay('2026-07-01'),
  ]
  expect(told()).toEqual(['1 Jul 2026, 23:30', '23:30:15', '23:30', '1 Jul 2026, 23:30–23:45', '1 Jul 2026'])
  setReportZone('Europe/London')
  expect(told()).toEqual(['2 Jul 2026, 00:30', '00:30:15', '00:30', '2 Jul 2026, 00:30–00:45', '1 Jul 2026'])
  setReportZone('America/New_York')
  expect([reportZone(), reportZoneName(), hourAndMinute(at)]).toEqual([
    'America/New_York',
    'America/New York',
    '19:30',
  ])
})

test('a variant is shown by its declared label, and an undeclared one by its name', () => {
  expect([
    variantLabel('landingPage', 'v2'),
    variantLabel('landingPage', 'v9'),
    variantLabel('x', 'v2'),
  ]).toEqual(['Optimized Landing Page V2', 'v9', 'v2'])
  expect([isNew('landingPage', 'v2'), isNew('landingPage', 'control'), isNew('x', 'v2')]).toEqual([
    true,
    false,
    false,
  ])
  expect(experimentNames(['old', 'landingPage', 'old'])).toEqual(['landingPage', 'old'])
  expect(experimentNames([])).toEqual([])
  expect(capitalised('in short')).toBe('In short')
})
