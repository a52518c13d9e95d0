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

/** The clock of the API stands at noon of 1 March. */
const NOON = Date.parse('2026-03-01T12:00:00.000Z')
const MINUTE = 60_000
const [ann, bob, cat, dan] = [
  `utm_${NOON - 60 * MINUTE}_ann`,
  `utm_${NOON - 60 * MINUTE}_bob`,
  `utm_${NOON - 60 * MINUTE}_cat`,
  `utm_${NOON - 60 * MINUTE}_dan`,
] as const
const minutesAgo = (minutes: number) => NOON - minutes * MINUTE

let api: StaffApi
beforeAll(async () => {
  api = await openStaffApi()
  const google = { referrer: 'https://www.google.com/', utm: { utm_source: 'google', utm_medium: 'organic' } }
  const own = { referrer: 'https://firm.example/', utm: { utm_source: 'direct', utm_medium: 'organic' } }
  const chatgpt = { referrer: 'https://chatgpt.com/', utm: { utm_source: 'referral', utm_medium: 'organic' } }
  const shop = { referrer: 'https://a.shop.example/', utm: { utm_source: 'referral', utm_medium: 'organic' } }
  const clickIds = ['gclid']
  // Auto-tagged by Google Ads: no UTM value.
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
      utm: { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' },
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
  await project(recordsOf(events), { store: openStore(api.clickhouse, api.db) })
})
afterAll(() => api.close())

const ask = (path: string) => api.app.inject({ url: `/api/admin/${path}`, cookies: api.cookies })
const get = async (path: string) => {
  const answer = await ask(path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

test('visits and conversions are listed by channel and by referring site, own pages by channel alone', async () => {
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

/** A name, the filter, and the visits and conversions that it leaves. */
const FILTERS: [string, number, number][] = [
  ['', 6, 1],
  ['channel=Paid+search', 2, 1],
  ['channel=Direct', 0, 0],
  ['referringSite=google.com', 2, 1],
  ['referringSite=google.com&channel=Organic+search', 1, 0],
  ['channel=Paid+search&source=google', 2, 1],
  ['channel=Paid+search&campaign=spring', 1, 0],
  ['channel=Referral&source=google', 0, 0],
  ['referringSite=shop.example&days=1', 1, 0],
]

test.each(FILTERS)('every call of traffic counts what is of %s', async (filter, visits, conversions) => {
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

test('bounces are narrowed as the visits beside them are', async () => {
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

test('each list leaves its own filter aside, to choose another from', async () => {
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

test('the funnel counts leads by the channel that brought their session, and knows no cost of it', async () => {
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

test('another channel than the twelve is refused by name', async () => {
  const answer = await ask('analytics?channel=paid')
  expect([answer.statusCode, answer.json().issues]).toEqual([
    400,
    [{ path: 'channel', message: expect.stringMatching(/^Channel must be one of Paid search, .*Internal$/) }],
  ])
})
