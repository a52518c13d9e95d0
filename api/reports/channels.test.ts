import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import {
  conversion,
  engagement,
  exposure,
  lead,
  recordsOf,
  visit,
} from '@firsttouch/projector/testing/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStaffApi, type StaffApi } from '../testing/api.ts'

/** Noon of 1 March, the API's clock. */
const NOON = Date.parse('2026-03-01T12:00:00.000Z')
const MINUTE = 60_000
const [ann, bob, cat, dan] = [
  `utm_${NOON - 60 * MINUTE}_ann`,
  `utm_${NOON - 60 * MINUTE}_bob`,
  `utm_${NOON - 60 * MINUTE}_cat`,
  `utm_${NOON - 60 * MINUTE}_dan`,
] as const
const minutesAgo = (minutes: number) => NOON - minutes * MINUTE

const SPRING = {
  utm_source: 'google',
  utm_medium: 'cpc',
  utm_campaign: 'spring',
  utm_term: 'plumber leeds',
  utm_content: 'ad-1',
}
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

let api: StaffApi
beforeAll(async () => {
  api = await openStaffApi()
  const google = { referrer: 'https://www.google.com/', utm: { utm_source: 'google', utm_medium: 'organic' } }
  const own = { referrer: 'https://firm.example/', utm: { utm_source: 'direct', utm_medium: 'organic' } }
  const chatgpt = { referrer: 'https://chatgpt.com/', utm: { utm_source: 'referral', utm_medium: 'organic' } }
  const shop = { referrer: 'https://a.shop.example/', utm: { utm_source: 'referral', utm_medium: 'organic' } }
  const clickIds = ['gclid']
  // Auto-tagged by Google Ads, without UTM values.
  const paid = visit({ sessionId: ann, at: minutesAgo(50), ...google, clickIds, pagePath: '/' })
  const searched = visit({ sessionId: bob, at: minutesAgo(40), ...google, pagePath: '/' })
  const events = [
    ...[paid, engagement({ visit: paid, at: minutesAgo(49), properties: { visibleMs: 30_000 } })],
    visit({ sessionId: ann, at: minutesAgo(49), ...own, pagePath: '/contact' }),
    conversion({ sessionId: ann, at: minutesAgo(48), ...google, clickIds, pagePath: '/contact' }),
    exposure('v2', ann, minutesAgo(50)),
    ...[searched, engagement({ visit: searched, at: minutesAgo(39), properties: { visibleMs: 4_000 } })],
    visit({ sessionId: cat, at: minutesAgo(30), ...chatgpt, pagePath: '/offer' }),
    visit({ sessionId: dan, at: minutesAgo(20), ...shop, pagePath: '/' }),
    visit({
      sessionId: dan,
      at: minutesAgo(10),
      utm: SPRING,
    }),
    lead({
      sessionId: ann,
      at: minutesAgo(48),
      status: 'qualified',
      utm: google.utm,
      lead: '01890000-0000-4000-8000-000000000001',
    }),
    lead({
      sessionId: cat,
      at: minutesAgo(29),
      utm: chatgpt.utm,
      lead: '01890000-0000-4000-8000-000000000002',
    }),
  ]
  const store = openStore(api.clickhouse, api.db)
  await project(recordsOf(events, 0, { userAgent: IPHONE }), { store })
  const first = { utm_source: '', utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' }
  for (const [session, minutes, touch, status] of [
    [ann, 48, { ...google.utm, utm_term: 'drains' }, 'qualified'],
    [cat, 29, chatgpt.utm, 'new'],
  ] as const)
    await api.sql`
      INSERT INTO leads (id, name, email, phone, business, message, status, qualified_at, source, session_id, first_touch, spam_reason, created_at, updated_at)
      VALUES (gen_random_uuid(), 'Ada', '', '', '', '', ${status}, ${status === 'new' ? null : new Date(NOON)}, 'contact_form', ${session},
        ${api.sql.json({ ...first, ...touch })}, '', ${new Date(minutesAgo(minutes))}, now())`
  await api.call('POST', 'campaigns', {
    ...{ name: 'Spring', date: '2026-02-01', platform: 'Ads', utmSource: 'google', utmMedium: 'cpc' },
    generatedUrl: 'https://www.example.com/',
  })
  await api.call('POST', 'spend', { entries: [{ date: '2026-03-01', utmCampaign: 'spring', cost: 12 }] })
})
afterAll(() => api.close())

const ask = (path: string) => api.app.inject({ url: `/api/admin/${path}`, cookies: api.cookies })
const get = async (path: string) => {
  const answer = await ask(path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

test('visits and conversions are listed by channel and by referring site, and visits from own pages only by channel', async () => {
  const { channels, referringSites, otherSites } = await get('analytics')
  const none = { bounces: 0, engaged: 0, bounceRate: null }
  expect(channels).toEqual([
    {
      ...{ channel: 'Paid search', visits: 2, conversions: 1, conversionRate: 50 },
      ...{ bounces: 0, engaged: 1, bounceRate: 0 },
    },
    { channel: 'AI assistant', visits: 1, conversions: 0, conversionRate: 0, ...none },
    { channel: 'Internal', visits: 1, conversions: 0, conversionRate: 0, ...none },
    {
      ...{ channel: 'Organic search', visits: 1, conversions: 0, conversionRate: 0 },
      ...{ bounces: 1, engaged: 0, bounceRate: 100 },
    },
    { channel: 'Referral', visits: 1, conversions: 0, conversionRate: 0, ...none },
  ])
  expect(referringSites).toEqual([
    { site: 'google.com', channel: 'Paid search', visits: 1, conversions: 1 },
    { site: 'chatgpt.com', channel: 'AI assistant', visits: 1, conversions: 0 },
    { site: 'google.com', channel: 'Organic search', visits: 1, conversions: 0 },
    { site: 'shop.example', channel: 'Referral', visits: 1, conversions: 0 },
  ])
  expect(otherSites).toEqual({ sites: 0, visits: 0, conversions: 0 })
})

/** Filter with its expected visits and conversions. */
const FILTERS: [string, number, number][] = [
  ['', 6, 1],
  ['channel=Paid+search', 2, 1],
  ['referringSite=google.com&channel=Organic+search', 1, 0],
  ['channel=Paid+search&campaign=spring', 1, 0],
  ['referringSite=shop.example&days=1', 1, 0],
  ['keyword=plumber+leeds&page=%2F&device=mobile', 1, 0],
  ['keyword=drains', 0, 0],
  ['ad=ad-1&campaign=spring', 1, 0],
  ['page=%2F&device=mobile&days=1', 5, 1],
  ['variant=v2&source=google', 1, 1],
]
const BY = ['source', 'channel', 'referringSite', 'campaign', 'keyword', 'ad', 'page', 'device', 'variant']

test.each(FILTERS)('every list of traffic adds up to %s', async (filter, visits, conversions) => {
  for (const by of BY) {
    const others = new URLSearchParams(filter)
    const narrows = others.has(by)
    others.delete(by)
    const { steps } = await get(`funnel?${others}`)
    const { rows, others: beyond } = await get(`traffic?by=${by}&${filter}`)
    const sum = (of: string) =>
      rows.reduce((all: number, row: Record<string, number>) => all + (row[of] ?? 0), 0)
    expect([by, sum('visits'), sum('leads'), sum('qualified')]).toEqual([
      ...[by, ...steps.slice(0, 3).map(({ count }: { count: number }) => count)],
    ])
    if (!narrows) expect([sum('visits'), sum('conversions')]).toEqual([visits, conversions])
    expect(beyond).toEqual({ rows: 0, visits: 0, conversions: 0 })
  }
})

test.each(FILTERS)('the funnel and the list of leads have the same leads for %s', async filter => {
  const { steps } = await get(`funnel?${filter}`)
  const asked = filter.replace('source=', 'utmSource=').replace(/&?days=1/, '')
  expect((await get(`leads/search?${asked}`)).total).toBe(steps[1].count)
})

test('a row has its leads, its known cost, and the counts of the comparison period', async () => {
  const of = async (query: string) =>
    (await get(`traffic?days=1&${query}`)).rows.map((row: Record<string, unknown>) => [
      ...[row.name, row.visits, row.leads, row.qualified, row.cost, row.previous],
    ])
  expect(await of('by=campaign')).toEqual([
    ['', 5, 2, 1, null, null],
    ['spring', 1, 0, 0, 12, null],
  ])
  expect(await of('by=campaign&source=google')).toContainEqual(['spring', 1, 0, 0, 12, null])
  expect(await of('by=source')).toContainEqual(['google', 3, 1, 1, 12, null])
  expect(await of('by=keyword')).toEqual([
    ['', 5, 1, 0, null, null],
    ['plumber leeds', 1, 0, 0, null, null],
    ['drains', 0, 1, 1, null, null],
  ])
  expect(await of('by=source&device=mobile')).toContainEqual(['google', 3, 1, 1, null, null])
})

test.each(FILTERS)('every traffic call counts %s', async (filter, visits, conversions) => {
  const query = filter && `?${filter}`
  const [analytics, series, landed, devices, funnel] = await Promise.all(
    ['analytics', 'timeseries', 'landing-pages', 'devices', 'funnel'].map(path => get(`${path}${query}`)),
  )
  expect(analytics).toMatchObject({ totalVisits: visits, totalConversions: conversions })
  expect(series.totals).toEqual({ visits, conversions })
  expect(landed.totals).toMatchObject({ visits, conversions })
  expect(devices.totals).toMatchObject({ visits, conversions })
  expect(funnel.steps[0]).toMatchObject({ step: 'visit', count: visits })
})

test('conversions keep their types under every filter', async () => {
  for (const filter of ['', 'device=mobile', 'page=%2F&variant=v2'])
    expect((await get(`analytics?${filter}`)).conversionsByType).toEqual([
      { conversionType: 'button_click', count: 1 },
    ])
})

test('bounces follow the filters of the visits', async () => {
  const bounces = async (query: string) =>
    (await get(`analytics?${query}`)).channels.map(({ channel, bounces }: Record<string, unknown>) => [
      channel,
      bounces,
    ])
  expect(await bounces('referringSite=google.com')).toEqual([
    ['Paid search', 0],
    ['Organic search', 1],
  ])
  expect(await bounces('campaign=spring')).toEqual([['Paid search', 0]])
  expect(await bounces('source=google&days=1')).toContainEqual(['Organic search', 1])
})

test('each list ignores its own filter, so that another value can be chosen', async () => {
  const of = await get('analytics?channel=AI+assistant&referringSite=chatgpt.com')
  expect(of.totalVisits).toBe(1)
  expect(of.channels.map(({ channel }: { channel: string }) => channel)).toEqual(['AI assistant'])
  expect(of.referringSites.map(({ site }: { site: string }) => site)).toEqual(['chatgpt.com'])
  expect(of.topSources).toEqual([{ source: 'referral', visits: 1, conversions: 0 }])
  const channels = (await get('analytics?channel=Direct')).channels
  expect(channels).toHaveLength(5)
  const sites = (await get('analytics?referringSite=none.example')).referringSites
  expect(sites).toHaveLength(4)
})

test('the funnel counts leads by the channel of their session, and has no cost by channel', async () => {
  const stepsOf = async (query: string) => {
    const { steps, cost } = await get(`funnel?${query}`)
    expect(cost).toBeNull()
    return steps.map(({ count }: { count: number }) => count)
  }
  expect(await stepsOf('channel=Paid+search')).toEqual([2, 1, 1, 0, 0])
  expect(await stepsOf('channel=Paid+search&days=1')).toEqual([2, 1, 1, 0, 0])
  expect(await stepsOf('channel=AI+assistant')).toEqual([1, 1, 0, 0, 0])
  expect(await stepsOf('referringSite=google.com&source=google')).toEqual([2, 1, 1, 0, 0])
  expect(await stepsOf('channel=Paid+search&source=bing')).toEqual([0, 0, 0, 0, 0])
  expect(await stepsOf('channel=Paid+search&variant=v2')).toEqual([1, 0, 0, 0, 0])
})

test('an unknown channel is refused by name', async () => {
  const answer = await ask('analytics?channel=paid')
  expect([answer.statusCode, answer.json().issues]).toEqual([
    400,
    [{ path: 'channel', message: expect.stringMatching(/^Channel must be one of Paid search, .*Internal$/) }],
  ])
})
