/** Costs read by month, against costs added up day by day. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Funnel } from '../contract/costs/funnel.ts'
import { addDays, daysFrom, type Period } from '../read-model/report-days.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { knownDays, sumByCampaign, sumDays } from './figures.ts'
import { monthsByDay } from './months.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

const FIRST = '2023-12-20'
const DAYS = 100
const YESTERDAY = '2026-02-28'
const CAMPAIGNS = ['spring', 'brand']

type Entry = { campaign: string; day: string; cost: number | null; currency: string; platform?: string }

const entry = fc.record({
  campaign: fc.constantFrom(...CAMPAIGNS),
  day: fc.nat(DAYS - 1).map(at => addDays(FIRST, at)),
  cost: fc.option(fc.integer({ min: 0, max: 99_999_999_999 }), { freq: 8 }),
  currency: fc.constantFrom('GBP', 'GBP', 'GBP', 'EUR'),
  platform: fc.constantFrom('', 'Google Ads', 'Meta Ads'),
})
const period = fc
  .tuple(fc.nat(DAYS + 10), fc.nat(DAYS + 10))
  .map(([a, b]) => [addDays(FIRST, Math.min(a, b)), addDays(FIRST, Math.max(a, b))] as const)
  .map(([from, to]): Period => ({ from, to, days: daysFrom(from, to) }))

/** The first of several of a day, a campaign and a report is corrected by the later ones. */
const store = async (entries: readonly Entry[]) => {
  for (const { campaign, day, cost, currency, platform = '' } of entries)
    await api.sql`
      INSERT INTO spend (utm_campaign, day, cost, currency, platform, origin, changed_by, changed_at)
      VALUES (${campaign}, ${day}, ${cost === null ? null : (cost / 100).toFixed(2)}, ${currency}, ${platform}, 'typed', 'ada', now())
      ON CONFLICT (utm_campaign, day, utm_source, utm_medium, platform, account) DO UPDATE SET cost = excluded.cost, currency = excluded.currency`
}

const plainly = (
  entries: readonly Entry[],
  asked: Period | null,
  campaigns: string[],
): Pick<Funnel, 'cost' | 'daysWithoutCost'> => {
  const last = new Map(entries.map(one => [`${one.campaign} ${one.day} ${one.platform ?? ''}`, one]))
  const all = [...last.values()].filter(
    ({ campaign, day, cost, currency }) =>
      campaigns.includes(campaign) &&
      cost !== null &&
      currency === 'GBP' &&
      (!asked || (day >= asked.from && day <= asked.to)),
  )
  // A typed cost counts instead of what reports say.
  const isTyped = ({ platform = '' }: Entry) => platform === ''
  const known = all.filter(
    one =>
      isTyped(one) ||
      !all.some(other => isTyped(other) && other.campaign === one.campaign && other.day === one.day),
  )
  if (known.length === 0) return { cost: null, daysWithoutCost: null }
  const days = new Set(known.map(({ day }) => day))
  const sorted = [...days].sort()
  const from = asked?.from ?? sorted[0] ?? ''
  const to = asked?.to ?? YESTERDAY
  const spans: { from: string; to: string }[] = []
  let missing = 0
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (days.has(day)) continue
    missing += 1
    const span = spans.at(-1)
    if (span && addDays(span.to, 1) === day) span.to = day
    else spans.push({ from: day, to: day })
  }
  const hundredths = known.reduce((sum, { cost }) => sum + (cost ?? 0), 0)
  return { cost: hundredths / 100, daysWithoutCost: { days: missing, spans: spans.slice(0, 4) } }
}

test('months say the same cost and the same days without one as the days themselves, whatever was corrected', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 80 }), period, period, async (entries, one, other) => {
      await emptyTables(api.sql, 'spend')
      await store(entries)
      await api.sql`UPDATE spend SET told = true`
      for (const periods of [null, [one, other]]) {
        const sums = await sumByCampaign(api.deps, CAMPAIGNS, periods)
        const months = await monthsByDay(api.deps, periods, {})
        for (const [at, asked] of (periods ?? [null]).entries()) {
          for (const campaign of CAMPAIGNS) {
            const sum = sums[at]?.get(campaign)
            expect({ cost: sum?.cost ?? null, daysWithoutCost: sum?.withoutCost ?? null }).toEqual(
              plainly(entries, asked, [campaign]),
            )
          }
          const all = sumDays(api.deps, asked, months)
          expect({ cost: all?.cost ?? null, daysWithoutCost: all?.withoutCost ?? null }).toEqual(
            plainly(entries, asked, CAMPAIGNS),
          )
        }
      }
    }),
    { numRuns: 30 },
  )
})

test('what is taken out of the table, moved or emptied is taken out of its months', async () => {
  await emptyTables(api.sql, 'spend')
  const months = () =>
    api.sql`
    SELECT utm_campaign, month::text, cost::int, known FROM spend_months ORDER BY 1, 2`.then(rows => [
      ...rows,
    ])
  await store(
    ['2024-01-31', '2024-02-01', '2024-02-29'].map(day => ({
      campaign: 'spring',
      day,
      cost: 150,
      currency: 'GBP',
    })),
  )
  const january = { utm_campaign: 'spring', month: '2024-01-01', cost: 150, known: 2 ** 30 }
  expect(await months()).toEqual([
    january,
    { ...january, month: '2024-02-01', cost: 300, known: 1 + 2 ** 28 },
  ])
  await api.sql`DELETE FROM spend WHERE day = '2024-02-01'`
  await api.sql`UPDATE spend SET utm_campaign = 'brand' WHERE day = '2024-02-29'`
  expect(await months()).toEqual([
    { ...january, utm_campaign: 'brand', month: '2024-02-01', known: 2 ** 28 },
    january,
  ])
  await emptyTables(api.sql, 'spend')
  expect(await months()).toEqual([])
})

describe('the days whose costs can be known', () => {
  const known = (from: string, to: string) => knownDays(api.deps, { from, to, days: daysFrom(from, to) })
  const today = { campaign: 'spring', day: '2026-03-01', cost: 100, currency: 'GBP' }

  test.each([
    ['nothing is known of today', []],
    ['today has a cost in another currency', [{ ...today, currency: 'EUR' }]],
    ['today’s cost was taken away', [{ ...today, cost: null }]],
    ['yesterday has a cost', [{ ...today, day: '2026-02-28' }]],
  ])('end yesterday where %s', async (_, entries) => {
    await emptyTables(api.sql, 'spend')
    await store(entries)
    expect(await known('2026-02-22', '2026-03-02')).toEqual({
      known: { from: '2026-02-22', to: '2026-02-28', days: 7 },
      before: { from: '2026-02-13', to: '2026-02-19', days: 7 },
    })
    expect(await known('2026-03-01', '2026-03-01')).toBeNull()
  })

  test('end today where today has a cost, and with the period where that is over', async () => {
    await emptyTables(api.sql, 'spend')
    await store([today])
    expect((await known('2026-03-01', '2026-03-05'))?.known).toEqual({
      from: '2026-03-01',
      to: '2026-03-01',
      days: 1,
    })
    expect(await known('2026-02-27', '2026-02-28')).toEqual({
      known: { from: '2026-02-27', to: '2026-02-28', days: 2 },
      before: { from: '2026-02-25', to: '2026-02-26', days: 2 },
    })
  })
})

test('a day without a cost of today is none of a campaign that has no cost today, whatever another one has', async () => {
  await emptyTables(api.sql, 'spend')
  const today = { day: '2026-03-01', cost: 100, currency: 'GBP' }
  await store([
    { ...today, campaign: 'spring' },
    { ...today, campaign: 'brand', day: '2026-02-28' },
  ])
  const range = { from: '2026-02-28', to: '2026-03-01', days: 2 }
  const [sums] = await sumByCampaign(api.deps, CAMPAIGNS, [range])
  expect(sums?.get('brand')?.withoutCost).toEqual({ days: 0, spans: [] })
  expect(sums?.get('spring')?.withoutCost).toEqual({
    days: 1,
    spans: [{ from: '2026-02-28', to: '2026-02-28' }],
  })
})

test('a source has the costs of its campaigns, and of values that no other source uses', async () => {
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
  const cost = async (filter: Parameters<typeof monthsByDay>[2]) =>
    sumDays(api.deps, null, await monthsByDay(api.deps, null, filter))?.cost ?? null
  expect(await cost({ source: 'google' })).toBe(0.01)
  expect(await cost({ source: 'bing' })).toBe(1)
  expect(await cost({ source: 'google', campaign: 'winter' })).toBeNull()
  expect(await cost({ campaign: 'nowhere' })).toBe(10)
  // Of two sources, and of none.
  expect(await cost({ source: { maybe: 'google' } })).toBe(10.1)
  expect(await cost({ source: { maybe: 'google' }, campaign: 'spring' })).toBeNull()
  expect(await cost({})).toBe(11.11)
})
