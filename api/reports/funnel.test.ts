import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Funnel, FunnelStep } from '../contract/costs/funnel.ts'
import { openStaffApi, type StaffApi } from '../testing/api.ts'
import { CONTACT, ONBOARDING, postForm } from '../testing/forms.ts'
import { addTraffic } from '../testing/traffic.ts'

let api: StaffApi
beforeAll(async () => {
  api = await openStaffApi()
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
  // What was counted before and written again is still there.
  for (const table of ['event_sums', 'session_sums'])
    await api.clickhouse.command({ query: `SYSTEM STOP MERGES ${api.db}.${table}` })
  const spring = { utm_source: 'google', utm_campaign: 'spring', quarter_hour: '2026-02-20 10:00:00' }
  await addTraffic(api, { ...spring, n: 7, version: 0 })
  await addTraffic(
    api,
    { ...spring, n: 50 },
    { utm_source: 'bing', utm_campaign: 'brand', quarter_hour: '2026-02-20 10:00:00', n: 30 },
    { utm_source: '', quarter_hour: '2026-02-10 10:00:00', n: 20 },
    { utm_source: '', quarter_hour: '2026-01-02 10:00:00', n: 1 },
  )
})
afterAll(() => api.close())
beforeEach(() => emptyTables(api.sql, 'spend', 'leads', 'onboarding_submissions'))

const lead = async (day: string, utm_campaign = 'spring', utm_source = 'google', more: object = {}) => {
  const { now } = api.clock
  api.clock.now = new Date(`${day}T12:00:00Z`)
  const sent = await postForm(api.app, 'contact', {
    ...CONTACT,
    email: `${Math.random()}@example.com`,
    firstTouchUtm: { utm_source, utm_medium: 'cpc', utm_campaign },
    ...more,
  })
  api.clock.now = now
  return sent.json().id as string
}
const move = (id: string, ...statuses: string[]) =>
  statuses.reduce<Promise<unknown>>(
    (before, status) => before.then(() => api.call('PATCH', `leads/${id}`, { status })),
    Promise.resolve(),
  )
const ask = async (query = ''): Promise<Funnel> => (await api.call('GET', `funnel${query}`)).json()
const counts = (answer: Funnel) =>
  Object.fromEntries(answer.steps.map(({ step, count }) => [step, count])) as Record<FunnelStep, number>
const listed = async (query: string): Promise<number> =>
  (await api.call('GET', `leads/search?${query}`)).json().total
const spend = (date: string, utmCampaign: string, cost: number) =>
  api.call('POST', 'spend', { entries: [{ date, utmCampaign, cost }] })

/** With one visit on 31 December 2024, before all others. */
const countedLonger = async (then: () => Promise<void>) => {
  await addTraffic(api, { utm_source: '', quarter_hour: '2024-12-31 10:00:00', n: 1 })
  const query = `ALTER TABLE ${api.db}.event_sums DROP PARTITION 202412`
  await then().finally(() => api.clickhouse.command({ query }))
}

test('every step counts what the list of leads with the same filter shows', async () => {
  await move(await lead('2026-02-20'), 'qualified')
  await move(await lead('2026-02-21'), 'qualified', 'closed')
  await move(await lead('2026-02-21'), 'qualified', 'contacted')
  await lead('2026-02-22', '', '')
  const brand = await lead('2026-02-21', 'brand', 'bing', { email: 'brand@example.com' })
  await move(brand, 'closed')
  await postForm(api.app, 'onboarding', { ...ONBOARDING, emailAddress: 'brand@example.com' })
  await until(
    async () =>
      (await api.sql`SELECT 1 FROM leads WHERE told_onboarding AND told_trial IS NOT NULL`).length === 1,
    10_000,
  )
  for (const [query, filter] of [
    ['?from=2026-02-01&to=2026-02-28', 'from=2026-02-01&to=2026-02-28'],
    ['?campaign=spring', 'campaign=spring'],
    ['?source=bing', 'utmSource=bing'],
    ['?source=direct', 'utmSource=direct'],
  ] as const) {
    const found = counts(await ask(query))
    expect(found.lead).toBe(await listed(filter))
    expect(found.qualified).toBe(await listed(`${filter}&reached=qualified`))
    expect(found.closed).toBe(await listed(`${filter}&status=closed&reached=qualified`))
    expect(found.onboarding).toBe(await listed(`${filter}&reached=onboarding`))
  }
  expect(counts(await ask('?from=2026-02-01&to=2026-02-28'))).toEqual({
    visit: 100,
    lead: 5,
    qualified: 2,
    // One more was closed and never qualified.
    closed: 1,
    onboarding: 1,
  })
  expect(counts(await ask('?campaign=spring'))).toMatchObject({ visit: 50, lead: 3 })
  expect(counts(await ask('?source=direct'))).toMatchObject({ visit: 21, lead: 1 })
})

test('each step costs what was spent for the same days, source and campaign', async () => {
  await lead('2026-02-20')
  await lead('2026-02-21')
  await spend('2026-02-20', 'spring', 30)
  await spend('2026-02-21', 'brand', 12)
  const all = await ask('?from=2026-02-20&to=2026-02-21')
  expect(all).toMatchObject({ currency: 'GBP', cost: 42, daysWithoutCost: { days: 0 } })
  expect(all.steps.map(({ step, costEach }) => [step, costEach])).toEqual([
    ['visit', 0.53],
    ['lead', 21],
    ['qualified', null],
    ['closed', null],
    ['onboarding', null],
  ])
  expect((await ask('?campaign=spring')).cost).toBe(30)
  expect((await ask('?source=bing')).cost).toBe(12)
  expect((await ask('?source=direct')).cost).toBeNull()
  expect((await ask('?variant=v2')).cost).toBeNull()
  expect(all.costs).toEqual({
    step: 'day',
    points: [
      { from: '2026-02-20', cost: 30, leads: 1, costPerLead: 30 },
      { from: '2026-02-21', cost: 12, leads: 1, costPerLead: 12 },
    ],
    previous: null,
  })
})

test('costs of all time are told by day up to 400 days, else by month', async () => {
  await lead('2026-02-20')
  await spend('2026-02-20', 'spring', 30)
  await spend('2026-01-31', 'spring', 8)
  const near = [
    { from: '2026-01-31', cost: 8, leads: 0, costPerLead: null },
    { from: '2026-02-20', cost: 30, leads: 1, costPerLead: 30 },
  ]
  expect((await ask()).costs).toEqual({ step: 'day', points: near, previous: null })
  await spend('2026-02-19', 'brand', 2)
  await spend('2024-12-31', 'spring', 4)
  expect((await ask()).costs.points).toHaveLength(3)
  await countedLonger(async () =>
    expect((await ask()).costs).toEqual({
      step: 'month',
      points: [
        { from: '2024-12-01', cost: 4, leads: 0, costPerLead: null },
        { from: '2026-01-01', cost: 8, leads: 0, costPerLead: null },
        { from: '2026-02-01', cost: 32, leads: 1, costPerLead: 32 },
      ],
      previous: null,
    }),
  )
})

test('a source has no cost where a part of it may be another source’s, and the answer says why', async () => {
  const days = '?from=2026-02-20&to=2026-02-21'
  await lead('2026-02-20')
  await spend('2026-02-19', 'spring', 30)
  await api.sql`UPDATE campaigns SET utm_campaign = 'spring' WHERE name = 'Brand'`
  const own = { date: '2026-02-20', utmCampaign: 'spring', utmSource: 'google', utmMedium: 'cpc', cost: 5 }
  expect((await api.call('POST', 'spend', { entries: [own] })).statusCode).toBe(200)
  expect(await ask(`${days}&source=google`)).toMatchObject({
    cost: 5,
    costWithoutSource: false,
    steps: [{}, { step: 'lead', count: 1, costEach: 5 }, {}, {}, {}],
    previous: { cost: null },
  })
  const open = await ask('?from=2026-02-19&to=2026-02-20&source=google')
  expect(open).toMatchObject({
    cost: null,
    daysWithoutCost: null,
    costWithoutSource: true,
    costs: { points: [] },
  })
  expect(open.steps.map(({ costEach }) => costEach)).toEqual([null, null, null, null, null])
  expect(await ask()).toMatchObject({ cost: 35, costWithoutSource: false })
  // Of a value that no campaign has nobody knows the source either.
  await spend('2026-02-21', 'nowhere', 1)
  expect(await ask(`${days}&source=google`)).toMatchObject({ cost: null, costWithoutSource: true })
  expect(await ask(`${days}&source=google&campaign=spring`)).toMatchObject({ cost: 5 })
  await api.sql`UPDATE campaigns SET utm_campaign = 'brand' WHERE name = 'Brand'`
})

test('costs of today and of its counterpart are divided by the leads of these whole days, and costs of no other day', async () => {
  await api.moveTo(new Date('2026-02-21T10:00:00Z'))
  for (const [day, time] of [['2026-02-20', '09:00'], ['2026-02-20', '18:00'], ['2026-02-21', '09:00']]) {
    const id = await lead(day ?? '')
    await api.sql`UPDATE leads SET created_at = ${new Date(`${day}T${time}:00Z`)} WHERE id = ${id}`
  } // biome-ignore format: one lead each
  await spend('2026-02-19', 'spring', 50)
  await spend('2026-02-20', 'spring', 30)
  const leadsOf = async (query: string) => {
    const { steps, previous, costDays } = await ask(query)
    return { ...steps[1], days: costDays, before: previous }
  }
  // Today has no cost yet: its lead is divided by none, and 19 Feb is no counterpart of a day with one.
  expect(await leadsOf('?days=2')).toMatchObject({
    ...{ count: 3, ofCostDays: 2, costEach: 15, days: { from: '2026-02-20', to: '2026-02-20' } },
    before: {
      from: '2026-02-18',
      to: '2026-02-19',
      until: '2026-02-19T10:00:00.000Z',
      cost: null,
      costDays: null,
    },
  })
  await spend('2026-02-21', 'spring', 7)
  expect(await leadsOf('?days=2')).toMatchObject({
    ...{ count: 3, ofCostDays: 3, costEach: 12.33, days: { from: '2026-02-20', to: '2026-02-21', days: 2 } },
    before: { cost: 50, costDays: { from: '2026-02-18', to: '2026-02-19', days: 1 } },
  })
  expect(await leadsOf('?days=1')).toMatchObject({
    ...{ count: 1, costEach: 7, previous: { count: 1, ofCostDays: 2, costEach: 15 } },
    before: { until: '2026-02-20T10:00:00.000Z', costDays: { from: '2026-02-20', to: '2026-02-20' } },
  })
  await api.moveTo(new Date('2026-03-01T12:00:00Z'))
})

test('spam and what staff deleted is no step, and a day has all of its leads, from midnight to midnight', async () => {
  const at = async (time: string, more: object = {}) => {
    const id = await lead('2026-02-20')
    await api.sql`UPDATE leads SET ${api.sql({ created_at: new Date(time), ...more })} WHERE id = ${id}`
  }
  await at('2026-02-20T00:00:00.000Z')
  await at('2026-02-21T23:59:59.999Z')
  await at('2026-02-22T00:00:00.000Z')
  await at('2026-02-20T12:00:00.000Z', { spam_reason: 'honeypot' })
  await api.call('DELETE', 'leads/bulk-delete', { leadIds: [await lead('2026-02-20')] })
  const days = await ask('?from=2026-02-20&to=2026-02-21')
  expect([counts(days).lead, counts(await ask()).lead]).toEqual([2, 3])
})

test('a landing page has the leads that were sent from it', async () => {
  await lead('2026-02-20', 'spring', 'google', { variant: 'v2' })
  await lead('2026-02-20', 'spring', 'google', { variant: 'v2' })
  await lead('2026-02-21', 'spring', 'google', { variant: 'control' })
  await lead('2026-02-21')
  const leads = async (query: string) => counts(await ask(query)).lead
  expect([await leads('?variant=v2'), await leads('?variant=control'), await leads('')]).toEqual([2, 1, 4])
})
