import { expect, test } from 'vitest'
import { daysInWords } from '../address/range.ts'
import { costChange, withoutCost } from './cost-words.ts'

const span = (from: string, to = from) => ({ from: `2026-11-${from}`, to: `2026-11-${to}` })

test.each([
  [{ days: 0, spans: [] }, null],
  [{ days: 1, spans: [span('05')] }, '1 day without a cost: 5 Nov 2026'],
  [
    { days: 4, spans: [span('01', '03'), span('05')] },
    `4 days without a cost: ${daysInWords('2026-11-01', '2026-11-03')}, 5 Nov 2026`,
  ],
  [
    { days: 4, spans: [span('01'), span('03'), span('05'), span('07')] },
    '4 days without a cost: 1 Nov 2026, 3 Nov 2026, 5 Nov 2026 and others',
  ],
])('%o', (days, words) => {
  expect(withoutCost(days)).toBe(words)
})

test.each([
  [10, 14.1, '£4.10 less'],
  [14.1, 10, '£4.10 more'],
  [10, 10, 'as much'],
  [null, 10, null],
  [10, null, null],
])('%s after %s is %s', (now, before, words) => {
  expect(costChange(now, before, 'GBP')).toBe(words)
})
