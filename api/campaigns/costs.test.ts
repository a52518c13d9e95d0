/** What campaigns cost, and what a click, a lead and a qualified lead of theirs cost. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { beforeEach, expect, test } from 'vitest'
import type { Campaign } from '../contract/campaign.ts'
import { openStaffApi } from '../testing/api.ts'
import { CONTACT, ONBOARDING, postForm, TRIAL } from '../testing/forms.ts'
import { addTraffic } from '../testing/traffic.ts'

const api = await openStaffApi()
for (const [name, utmSource] of [
  ['Spring', 'google'],
  ['Brand', 'bing'],
])
  await api.call('POST', 'campaigns', {
    name,
    date: '2026-02-01',
    platform: 'Ads',
    utmSource,
    utmMedium: 'cpc',
    generatedUrl: 'https://www.example.com/',
  })
beforeEach(async () => {
  await emptyTables(api.sql, 'spend', 'leads', 'onboarding_submissions')
  api.clock.now = new Date('2026-03-01T12:00:00.000Z')
  await api.clickhouse.command({ query: `TRUNCATE TABLE ${api.db}.event_sums` })
})

const store = (...entries: [date: string, cost: number, utmCampaign?: string][]) =>
  api.call('POST', 'spend', {
    entries: entries.map(([date, cost, utmCampaign = 'spring']) => ({ date, utmCampaign, cost })),
  })
const figures = async (query = '', name = 'Spring'): Promise<Campaign> => {
  const all: Campaign[] = (await api.call('GET', `campaigns${query}`)).json()
  const found = all.find(campaign => campaign.name === name)
  if (!found) throw new Error(`${name} is not there`)
  return found
}
const lead = async (day: string, campaign = 'spring') => {
  const { now } = api.clock
  api.clock.now = new Date(`${day}T12:00:00Z`)
  const sent = await postForm(api.app, 'contact', {
    ...CONTACT,
    email: `${day}@example.com`,
    firstTouchUtm: { utm_source: 'google', utm_medium: 'cpc', utm_campaign: campaign },
  })
  api.clock.now = now
  return sent.json().id as string
}
const move = (id: string, status: string) => api.call('PATCH', `leads/${id}`, { status })

test('an unknown cost differs from a cost of 0', async () => {
  await lead('2026-02-10')
  expect(await figures()).toMatchObject({
    currency: 'GBP',
    cost: null,
    costPerClick: null,
    costPerLead: null,
    daysWithoutCost: null,
    previousCost: null,
  })
  await store(['2026-02-10', 0])
  expect(await figures()).toMatchObject({ cost: 0, costPerLead: 0, costPerQualifiedLead: null })
  // Of days to come nothing can be known.
  expect(await figures('?from=2026-04-01&to=2026-04-02')).toMatchObject({ cost: null, daysWithoutCost: null })
})

test('costs per click, lead and qualified lead divide the cost of the days by each', async () => {
  await store(['2026-02-10', 10.01], ['2026-02-11', 20], ['2026-01-01', 500], ['2026-02-10', 7, 'brand'])
  await addTraffic(api, { utm_campaign: 'spring', quarter_hour: '2026-02-10 10:00:00', n: 8 })
  const [first = '', second = ''] = [
    await lead('2026-02-10'),
    await lead('2026-02-11'),
    await lead('2026-02-11'),
  ]
  await move(first, 'qualified')
  await move(second, 'qualified')
  await move(second, 'closed')
  expect(await figures('?from=2026-02-01&to=2026-02-28')).toMatchObject({
    cost: 30.01,
    costPerClick: 3.75,
    leads: 3,
    costPerLead: 10,
    qualifiedLeads: 2,
    costPerQualifiedLead: 15.01,
    costPerTrial: null,
  })
  expect(await figures('', 'Brand')).toMatchObject({ cost: 7, costPerLead: null })
})

test('a lead that was closed unqualified, or is contacted again, is not qualified', async () => {
  await store(['2026-02-10', 10])
  await move(await lead('2026-02-10'), 'closed')
  const second = await lead('2026-02-11')
  await move(second, 'qualified')
  await move(second, 'contacted')
  expect(await figures()).toMatchObject({ qualifiedLeads: 0, costPerQualifiedLead: null })
})

test('days without a cost are named, until yesterday', async () => {
  await store(['2026-02-23', 1], ['2026-02-24', 1], ['2026-02-27', 1])
  expect((await figures('?days=7')).daysWithoutCost).toEqual({
    days: 3,
    spans: [
      { from: '2026-02-25', to: '2026-02-26' },
      { from: '2026-02-28', to: '2026-02-28' },
    ],
  })
  expect((await figures('?from=2026-02-23&to=2026-02-24')).daysWithoutCost).toEqual({ days: 0, spans: [] })
  expect((await figures()).daysWithoutCost).toMatchObject({ days: 3 })
})

test('today has no cost by default, and another campaign’s cost of today changes nothing', async () => {
  await store(['2026-02-28', 4])
  const before = await figures('?days=2')
  expect(before.daysWithoutCost).toEqual({ days: 0, spans: [] })
  expect(before.costDays).toEqual({ from: '2026-02-28', to: '2026-02-28', days: 1, sinceCounting: false })
  await store(['2026-03-01', 1, 'brand'])
  expect(await figures('?days=2')).toEqual(before)
})

test('clicks and leads on a day without a cost of their campaign do not enter its ratios', async () => {
  const click = { utm_campaign: 'spring', quarter_hour: '2026-02-10 10:00:00' }
  await addTraffic(api, { ...click, n: 4 }, { ...click, quarter_hour: '2026-02-11 10:00:00', n: 8 })
  for (const day of ['2026-02-10', '2026-02-11', '2026-02-12']) await lead(day)
  await store(['2026-02-10', 6], ['2026-02-12', 6], ['2026-02-11', 100, 'brand'])
  const { clicks, leads, costPerClick, costPerLead } = await figures('?from=2026-02-10&to=2026-02-12')
  expect({ clicks, leads, costPerClick, costPerLead }).toEqual({
    clicks: 12,
    leads: 3,
    costPerClick: 3,
    costPerLead: 6,
  })
})

test('costs from before the first counted day count nowhere, and earlier days are not compared', async () => {
  await addTraffic(api, { utm_campaign: 'spring', quarter_hour: '2026-02-10 10:00:00', n: 2 })
  await lead('2026-02-10')
  await store(['2026-02-09', 900], ['2026-02-10', 6], ['2026-02-11', 8])
  const counted = { cost: 14, costPerClick: 7, costPerLead: 14 }
  const costDays = { from: '2026-02-10', to: '2026-02-28', days: 2, sinceCounting: true }
  expect(await figures()).toMatchObject({ ...counted, costDays })
  expect(await figures('?from=2026-02-01&to=2026-02-28')).toMatchObject({ ...counted, costDays })
  expect(await figures('?from=2026-02-01&to=2026-02-09')).toMatchObject({ cost: null, costDays: null })
  expect((await figures('?from=2026-02-11&to=2026-02-12')).previousCost).toBeNull()
  expect((await figures('?from=2026-02-11&to=2026-02-11')).previousCost).toMatchObject({
    cost: 6,
    costPerLead: 6,
  })
})

test('costs per trial and onboarding count leads whose senders have come so far', async () => {
  await store(['2026-02-10', 30])
  await lead('2026-02-09')
  await lead('2026-02-10')
  await postForm(api.app, 'onboarding', { ...ONBOARDING, emailAddress: '2026-02-10@example.com' })
  await postForm(api.app, 'trial-signup', { ...TRIAL, email: '2026-02-10@example.com' })
  await until(
    async () =>
      (await api.sql`SELECT 1 FROM leads WHERE campaign = 'spring' AND told_onboarding AND told_trial`)
        .length > 0,
    10_000,
  )
  expect(await figures()).toMatchObject({
    leads: 2,
    trials: 1,
    costPerTrial: 30,
    onboarding: 1,
    costPerOnboarding: 30,
  })
})
