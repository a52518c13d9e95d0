import { expect, test } from 'vitest'
import { periodQuery, trafficQuery } from './range.ts'

const issuesOf = (query: object) =>
  trafficQuery.safeParse(query).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ??
  []

test.each([
  {},
  { days: '1' },
  { days: '3660' },
  { from: '2020-01-01' },
  { from: '2026-01-31', to: '2026-01-31' },
  { from: '2099-12-31', source: 'x'.repeat(255), campaign: 'roofs' },
])('%j is a valid query for figures', query => expect(issuesOf(query)).toEqual([]))

const DAYS = 'days: Days must be a whole number from 1 to 3660'
test.each([
  [{ days: '0' }, [DAYS]],
  [{ days: '3661' }, [DAYS]],
  [{ days: '10000' }, [DAYS]],
  [{ days: '1.5' }, [DAYS]],
  [{ days: '1x' }, [DAYS]],
  [{ days: 'x1' }, [DAYS]],
  [{ days: ['1', '2'] }, [DAYS]],
  [{ days: '7', from: '2026-01-31' }, ['days: Send either days, or from and to']],
  [
    { days: '7', to: '2026-01-31' },
    ['days: Send either days, or from and to', 'from: If you send To, send From too'],
  ],
  [{ to: '2026-01-31' }, ['from: If you send To, send From too']],
  [
    { from: '2026-02-01', to: '2026-01-31' },
    ['to: The last day (To) must not be before the first day (From)'],
  ],
  [{ from: '2019-12-31' }, ['from: From must be a day from 2020-01-01 to 2099-12-31']],
  [{ from: '2026-01-01', to: '2100-01-01' }, ['to: To must be a day from 2020-01-01 to 2099-12-31']],
  [{ from: 'today' }, ['from: From must be a day such as 2026-01-31']],
  [{ source: '' }, ['source: Source must not be empty: omit it to get all']],
  [{ campaign: 'x'.repeat(256) }, ['campaign: Campaign must have at most 255 characters']],
  [{ source: ['a', 'b'] }, ['source: Send Source once, as text']],
])('%j is refused with %j', (query, issues) => expect(issuesOf(query)).toEqual(issues))

test('a period alone follows the same rules, and its days are a number', () => {
  expect(periodQuery.safeParse({ from: '2026-02-01', to: '2026-01-31' }).success).toBe(false)
  expect(periodQuery.parse({ days: '30' })).toEqual({ days: 30 })
})
