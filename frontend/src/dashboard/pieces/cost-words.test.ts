import { expect, test } from 'vitest'
import { daysInWords } from '../address/range.ts'
import { costChange, costDaysWords, coveredWords, noCostWords, withoutCost } from './cost-words.ts'

const span = (from: string, to = from) => ({ from: `2026-11-${from}`, to: `2026-11-${to}` })

test.each([
  [{ days: 0, spans: [] }, null],
  [{ days: 1, spans: [span('05')] }, '1 day without a cost is left out: 5 Nov 2026'],
  [
    { days: 4, spans: [span('01', '03'), span('05')] },
    `4 days without a cost are left out: ${daysInWords('2026-11-01', '2026-11-03')}, 5 Nov 2026`,
  ],
  [
    { days: 4, spans: [span('01'), span('03'), span('05'), span('07')] },
    '4 days without a cost are left out: 1 Nov 2026, 3 Nov 2026, 5 Nov 2026 and others',
  ],
])('days without a cost are listed: %o', (days, words) => {
  expect(withoutCost(days)).toBe(words)
})

test.each([
  [10, 14.1, '£4.10 less'],
  [14.1, 10, '£4.10 more'],
  [10, 10, 'as much'],
  [null, 10, null],
  [10, null, null],
])('a cost of %s after %s is written as %s', (now, before, words) => {
  expect(costChange(now, before, 'GBP')).toBe(words)
})

test('the days of a cost are named, with the reason for their start', () => {
  const days = { from: '2026-10-31', to: '2026-11-27', days: 28, sinceCounting: false }
  expect(costDaysWords(days)).toBe(`Costs of ${daysInWords('2026-10-31', '2026-11-27')}`)
  expect(costDaysWords({ ...days, sinceCounting: true })).toBe(
    'Costs from 31 Oct 2026, when counting began, to 27 Nov 2026',
  )
})

test('compared days are counted if some have no cost', () => {
  const days = { ...span('15', '20'), sinceCounting: false }
  expect(coveredWords({ ...days, days: 6 })).toBe(daysInWords(days.from, days.to))
  expect(coveredWords({ ...days, days: 1 })).toBe(`1 day of ${daysInWords(days.from, days.to)}`)
})

test.each([
  [null, null, 'No cost is known for these days.'],
  ['2026-11-15', '2026-10-31', 'No cost is known for these days.'],
  [null, '2026-10-31', 'No cost is known for any day since counting began on 31 Oct 2026.'],
  ['2026-10-01', '2026-10-31', 'No cost is known for any day since counting began on 31 Oct 2026.'],
])('without a cost from %s and with counting since %s, the note says so', (from, since, words) => {
  expect(noCostWords({ costWithoutSource: false, range: { from, to: null, timeZone: 'UTC' }, since })).toBe(
    words,
  )
})
