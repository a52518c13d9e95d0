import { afterAll, beforeEach, expect, test } from 'vitest'
import { ALL_TIME } from '../address/range.ts'
import { setReportZone } from '../words/report-zone.ts'
import { comparisonRule, daysBefore } from './comparison.ts'

beforeEach(() => setReportZone('Europe/London'))
afterAll(() => setReportZone('UTC'))

const range = { from: '2026-11-16', to: '2026-11-22', timeZone: 'Europe/London' }
const previous = { from: '2026-11-09', to: '2026-11-15', visits: 1, conversions: 1, until: null }
const until = '2026-11-15T12:15:00.000Z'

test('the previous period is named with its cut-off time', () => {
  expect(daysBefore(previous)).toMatch(/^9.+15 Nov 2026$/)
  expect(daysBefore({ ...previous, until })).toMatch(/^9.+15 Nov 2026, until 12:15$/)
  setReportZone('America/New_York')
  expect(daysBefore({ ...previous, until })).toMatch(/until 07:15$/)
})

test.each([
  ['a complete previous period needs no note', { previous, since: '2026-01-01', range }, null],
  [
    'a note explains a previous period that is cut',
    { previous: { ...previous, until }, since: '2026-01-01', range },
    /15 Nov 2026 is counted until 12:15 only/,
  ],
  [
    'a note says that counting began in the previous period',
    { previous: null, since: '2026-11-12', range },
    /^Not compared: counting began on 12 Nov 2026, during the earlier period\.$/,
  ],
  [
    'a note says that counting began in the range',
    { previous: null, since: '2026-11-20', range },
    /^Not compared: counting began on 20 Nov 2026\.$/,
  ],
  [
    'a note says that nothing was counted yet',
    { previous: null, since: null, range },
    /^Nothing has been counted yet/,
  ],
])('%s', (_, series, words) => {
  const said = comparisonRule(series, { preset: '7', compare: 'days' })
  if (words === null) expect(said).toBeNull()
  else expect(said).toMatch(words)
  expect(comparisonRule(series, { preset: ALL_TIME, compare: 'days' })).toBeNull()
  expect(comparisonRule(series, { preset: '7', compare: 'none' })).toBeNull()
})
