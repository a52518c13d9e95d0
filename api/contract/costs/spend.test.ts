import { expect, test } from 'vitest'
import { spendEntry, spendQuery, spendRequest } from './spend.ts'

const entry = { date: '2026-03-01', utmCampaign: 'roofs', cost: 12.5, clicks: 3 }
const refused = (more: object) =>
  spendEntry.safeParse({ ...entry, ...more }).error?.issues.map(({ path }) => path.join('.')) ?? []

test.each([
  [{ cost: 999_999_999.99 }, { cost: 999_999_999.99 }],
  [{ cost: '12.50' }, { cost: 12.5 }],
  [{ cost: 0 }, { cost: 0 }],
  [{ cost: 7 }, { cost: 7 }],
  [{ cost: null }, { cost: null }],
  [{ clicks: 0 }, { clicks: 0 }],
  [{ clicks: 1_000_000_000 }, { clicks: 1_000_000_000 }],
  [{ clicks: undefined }, { clicks: null }],
  [{ date: '2020-01-01' }, {}],
  [{ date: '2099-12-31' }, {}],
])('an entry with %j is accepted', (more, taken) => {
  expect(spendEntry.parse({ ...entry, ...more })).toEqual({ ...entry, ...more, ...taken })
})

test.each([
  ...[-1, 1.005, 1_000_000_000, '1.', 'x1.00', '1.00x', '1.5x', '', ' 1', true].map(cost => ({ cost })),
  ...[-1, 1.5, 1_000_000_001].map(clicks => ({ clicks })),
  ...['2019-12-31', '2100-01-01', '2026-02-30', '2026-03-01T00:00:00Z'].map(date => ({ date })),
  { utmCampaign: ' ' },
  { note: 'x' },
])('an entry with %j is refused', more => {
  expect(refused(more)).toEqual('note' in more ? [''] : Object.keys(more))
})

test('campaigns that share a utm_campaign differ by source and medium', () => {
  const google = { ...entry, utmSource: 'google', utmMedium: 'cpc' }
  expect(spendRequest.safeParse({ entries: [google, entry] }).success).toBe(true)
  expect(refused({ utmSource: ' ', utmMedium: 'cpc' })).toEqual(['utmSource'])
})

test('a request holds 1 to 2,000 entries', () => {
  const entries = (count: number) => ({
    entries: Array.from({ length: count }, (_, i) => ({ ...entry, utmCampaign: `c${i}` })),
  })
  const taken = [0, 1, 2_000, 2_001].map(count => spendRequest.safeParse(entries(count)).success)
  expect(taken).toEqual([false, true, true, false])
})

test.each([
  [{ after: '2026-03-01 roofs' }, []],
  [{ after: '2026-03-01 roofs\nand lofts' }, []],
  [{ after: `2026-03-01 roofs\n${'x'.repeat(255)}\n${'y'.repeat(255)}` }, []],
  [{ after: `2026-03-01 roofs\n${'x'.repeat(900)}` }, ['after']],
  [{ after: '2026-03-01 ' }, ['after']],
  [{ after: '2026-03-01xroofs' }, ['after']],
  [{ after: '2026-03-01x roofs' }, ['after']],
  [{ after: '2026-02-30 roofs' }, ['after']],
  [{ after: '2026-03-01 \0' }, ['after']],
  [{ after: `2026-03-01 ${'x'.repeat(290)}` }, ['after']],
  [{ limit: '5000' }, []],
  [{ limit: '1' }, []],
  [{ limit: '0' }, ['limit']],
  [{ limit: '5001' }, ['limit']],
  [{ limit: '1.5' }, ['limit']],
  [{ from: '2026-03-02', to: '2026-03-01' }, ['to']],
])('a query with %j is refused at %j', (query, paths) => {
  expect(spendQuery.safeParse(query).error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual(paths)
})

test('the default limit is a thousand', () => {
  expect(spendQuery.parse({})).toEqual({ limit: 1_000 })
})
