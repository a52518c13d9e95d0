import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { describe, expect, test } from 'vitest'
import { daysFrom, type Period } from '../read-model/report-days.ts'
import { openTestApi } from '../testing/api.ts'
import { costsByDay } from './counted.ts'
import { sumByCampaign, sumDays } from './figures.ts'
import { costWindow, costWindows, dayText, type Question, spansOf } from './known-days.ts'

const api = await openTestApi()

type Entry = { campaign: string; day: string; cost: number | null; currency: string; platform?: string }

/** Repeated entries of one day, campaign and report correct the earlier ones. */
const store = async (entries: readonly Entry[]) => {
  for (const { campaign, day, cost, currency, platform = '' } of entries)
    await api.sql`
      INSERT INTO spend (utm_campaign, day, cost, currency, platform, origin, changed_by, changed_at)
      VALUES (${campaign}, ${day}, ${cost === null ? null : (cost / 100).toFixed(2)}, ${currency}, ${platform}, 'typed', 'ada', now())
      ON CONFLICT (utm_campaign, day, utm_source, utm_medium, platform, account) DO UPDATE SET cost = excluded.cost, currency = excluded.currency`
}

const TODAY = '2026-03-01'
const JANUARY = { from: '2026-01-01', to: '2026-01-31', days: 31 }
const question = (asked: Period | null, first: string | null): Question => ({ asked, first, today: TODAY })

describe('the days whose costs can be known', () => {
  const windowOf = async (from: string, to: string, campaign?: string) => {
    const asks = question({ from, to, days: daysFrom(from, to) }, null)
    const periods = costWindows(asks).map(({ now }) => now)
    const days = await costsByDay(api.deps, periods, { campaign })
    return costWindow(asks, spansOf(days.map(({ day }) => day)))
  }
  const today = { campaign: 'spring', day: TODAY, cost: 100, currency: 'GBP' }

  test.each([
    ['no cost of today is known', []],
    ['today has a cost in another currency', [{ ...today, currency: 'EUR' }]],
    ['today’s cost was removed', [{ ...today, cost: null }]],
    ['yesterday has a cost', [{ ...today, day: '2026-02-28' }]],
    ['another campaign has a cost today', [{ ...today, campaign: 'brand' }]],
  ])('the days with possible costs end yesterday if %s', async (_, entries) => {
    await emptyTables(api.sql, 'spend')
    await store(entries)
    expect(await windowOf('2026-02-22', '2026-03-02', 'spring')).toEqual({
      now: { from: '2026-02-22', to: '2026-02-28', days: 7 },
      before: { from: '2026-02-13', to: '2026-02-19', days: 7 },
    })
    expect(await windowOf('2026-03-01', '2026-03-01', 'spring')).toBeNull()
  })

  test('the days with possible costs end today if today has a cost, and with a past period', async () => {
    await emptyTables(api.sql, 'spend')
    await store([today])
    expect((await windowOf('2026-03-01', '2026-03-05'))?.now).toEqual({
      from: '2026-03-01',
      to: '2026-03-01',
      days: 1,
    })
    expect(await windowOf('2026-02-27', '2026-02-28')).toEqual({
      now: { from: '2026-02-27', to: '2026-02-28', days: 2 },
      before: { from: '2026-02-25', to: '2026-02-26', days: 2 },
    })
  })
})

test('the costs by day are those from the first to the last day of all periods', async () => {
  await emptyTables(api.sql, 'spend')
  const ofSpring = { campaign: 'spring', cost: 100, currency: 'GBP' }
  for (const day of ['2025-12-31', '2026-01-31', '2026-02-10', '2026-03-01', '2026-03-02'])
    await store([{ ...ofSpring, day }])
  const days = await costsByDay(api.deps, [{ from: TODAY, to: TODAY, days: 1 }, JANUARY], {})
  expect(days.map(({ day }) => dayText(day))).toEqual(['2026-01-31', '2026-02-10', '2026-03-01'])
})

test('a source has the costs of its campaigns, and costs of a utm_campaign that only this source uses', async () => {
  await emptyTables(api.sql, 'spend', 'campaigns')
  for (const [campaign, source] of [
    ['spring', 'google'],
    ['brand', 'google'],
    ['brand', 'bing'],
    ['winter', 'bing'],
  ] as const)
    await api.sql`
      INSERT INTO campaigns (id, name, date, platform, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
        ad_asset_description, notes, generated_url, created_at)
      VALUES (gen_random_uuid(), '', now(), '', ${source}, 'cpc', ${campaign}, '', '', '', '', '', now())`
  const ofJanuary = { day: '2026-01-31', currency: 'GBP' }
  await store([
    { ...ofJanuary, campaign: 'spring', cost: 1 },
    { ...ofJanuary, campaign: 'brand', cost: 10 },
    { ...ofJanuary, campaign: 'winter', cost: 100 },
    { ...ofJanuary, campaign: 'nowhere', cost: 1000 },
  ])
  const cost = async (filter: Parameters<typeof costsByDay>[2]) =>
    sumDays(
      question(null, null),
      await costsByDay(api.deps, [{ from: TODAY, to: TODAY, days: 1 }, JANUARY], filter),
    ).now?.cost ?? null
  expect(await cost({ source: 'google' })).toBe(0.01)
  expect(await cost({ source: 'bing' })).toBe(1)
  expect(await cost({ source: 'google', campaign: 'winter' })).toBeNull()
  expect(await cost({ campaign: 'nowhere' })).toBe(10)
  // Costs of a `utm_campaign` with two sources, and of a `utm_campaign` without a campaign.
  expect(await cost({ source: { maybe: 'google' } })).toBe(10.1)
  expect(await cost({ source: { maybe: 'google' }, campaign: 'spring' })).toBeNull()
  expect(await cost({})).toBe(11.11)
})

const LAST_WEEK = { from: '2026-02-22', to: '2026-02-28', days: 7 }
const WITH_TODAY = { from: '2026-02-22', to: TODAY, days: 8 }
const FEBRUARY = { from: '2026-02-01', to: '2026-02-28', days: 28 }

test.each([
  ['a week until yesterday', LAST_WEEK, null],
  ['a week until today', WITH_TODAY, null],
  ['only today', { from: TODAY, to: TODAY, days: 1 }, null],
  ['a month whose comparison starts before the first event', FEBRUARY, '2026-01-20'],
  ['days in the future', { from: '2026-03-02', to: '2026-03-05', days: 4 }, null],
  ['all time', null, '2026-01-20'],
])('the cost of each campaign over %s is the sum of its days', async (_, asked, first) => {
  await emptyTables(api.sql, 'spend')
  const days = ['2026-01-19', '2026-02-14', '2026-02-21', '2026-02-22', '2026-02-28', TODAY]
  const campaigns = Array.from({ length: 2 ** days.length - 1 }, (_, n) => ({
    campaign: `c${n}`,
    days: days.filter((_, at) => (n + 1) & (1 << at)),
  }))
  await store(
    campaigns.flatMap(({ campaign, days }) =>
      days.map(day => ({ campaign, day, cost: days.indexOf(day) * 7 + 1, currency: 'GBP' })),
    ),
  )
  const asks = question(asked, first)
  const sums = await sumByCampaign(api.deps, [], asks)
  const periods = costWindows(asks).flatMap(({ now, before }) => (before ? [now, before] : [now]))
  for (const { campaign } of campaigns) {
    const expected = sumDays(asks, await costsByDay(api.deps, periods, { campaign }))
    expect([campaign, sums.get(campaign) ?? { now: null, before: null }]).toEqual([campaign, expected])
  }
})
