import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Campaign, unknownTags } from '../contract/campaign.ts'
import { later, openStaffApi, type StaffApi } from '../testing/api.ts'
import type { Traffic } from '../testing/rows.ts'
import { addTraffic } from '../testing/traffic.ts'

const api = await openStaffApi()
beforeEach(async () => {
  await emptyTables(api.sql, 'campaigns', 'leads', 'spend')
  for (const table of ['event_minutes', 'event_sums', 'session_sums', 'progress', 'events'])
    await api.clickhouse.command({ query: `TRUNCATE TABLE ${api.db}.${table}` })
})

const call = (...asked: Parameters<StaffApi['call']>) => api.call(...asked)
const form = {
  name: 'Spring Roofs',
  date: '2026-03-01',
  platform: 'Google Ads',
  utmSource: 'google',
  utmMedium: 'cpc',
}
const make = async (more: object = {}): Promise<Campaign> =>
  (await call('POST', 'campaigns', { ...form, ...more })).json()
const list = async (query = ''): Promise<Campaign[]> => (await call('GET', `campaigns${query}`)).json()
const addTo = (table: string, values: object[]) =>
  api.clickhouse.insert({ table: `${api.db}.${table}`, values, format: 'JSONEachRow' })
const add = (...rows: Traffic[]) => addTraffic(api, ...rows)
const addLead = async (campaign: string, createdAt: string, tags: object = {}) => {
  const at = new Date(createdAt)
  await api.sql`
    INSERT INTO leads (id, name, email, phone, business, message, status, source, session_id, first_touch, spam_reason,
      created_at, updated_at)
    VALUES (${v7()}, 'Ada', 'ada@example.com', '', '', '', 'new', 'contact_form', '',
      ${api.sql.json({ utm_campaign: campaign, ...tags })}, '', ${at}, ${at})`
}

test('an unknown cost is null and not 0, and a cost of 0 is a known cost', async () => {
  await make()
  await addLead('spring_roofs', '2026-02-10T12:00:00Z')
  const unknown = { cost: null, daysWithoutCost: null }
  expect(await list()).toMatchObject([{ ...unknown, costPerLead: null, previousCost: null }])
  const entries = [{ date: '2026-02-10', utmCampaign: 'spring_roofs', cost: 0 }]
  expect((await call('POST', 'spend', { entries })).statusCode).toBe(200)
  expect(await list()).toMatchObject([{ cost: 0, costPerLead: 0, costPerQualifiedLead: null }])
  // Costs of future days are unknown.
  expect(await list('?from=2026-04-01&to=2026-04-02')).toMatchObject([unknown])
})

test('the cost per lead counts a campaign’s own leads, even if two campaigns share a utm_campaign', async () => {
  const noon = '2026-02-10T12:00:00Z'
  const from = (utm_source: string) => ({ utm_source, utm_medium: 'cpc' })
  await make()
  for (const utmSource of ['google', 'bing']) await make({ name: 'Brand', utmSource })
  const entries = [
    { utmCampaign: 'spring_roofs', cost: 12 },
    { utmCampaign: 'brand', utmSource: 'google', utmMedium: 'cpc', cost: 10 },
    { utmCampaign: 'brand', utmSource: 'bing', utmMedium: 'cpc', cost: 30 },
  ].map(entry => ({ ...entry, date: '2026-02-10' }))
  expect((await call('POST', 'spend', { entries })).statusCode).toBe(200)
  for (const source of ['google', 'google', 'bing']) await addLead('brand', noon, from(source))
  for (const source of ['google', 'facebook', '']) await addLead('spring_roofs', noon, from(source))
  const found = (await list()).map(({ utmCampaign, utmSource, costPerLead }) => [
    utmCampaign,
    utmSource,
    costPerLead,
  ])
  expect(found.toSorted()).toEqual([
    ['brand', 'bing', 30],
    ['brand', 'google', 5],
    ['spring_roofs', 'google', 4],
  ])
})

test('suspicious sessions count neither as visitors nor in the bounce rate of a campaign', async () => {
  await make()
  const at = '2026-03-01 09:30:00'
  const of = { session_quarter_hour: at, at, utm_campaign: 'spring_roofs', version: 1 }
  await addTo('session_sums', [
    { ...of, model: 'visitor', n: 8 },
    { ...of, model: 'touch', type: 'visit', n: 9 },
    { ...of, model: 'touch', type: 'bounce', n: 3 },
    { ...of, model: 'touch', type: 'engaged', n: 1 },
    { ...of, model: 'suspicious_visitor', n: 50 },
    { ...of, model: 'suspicious_touch', type: 'bounce', n: 40 },
    { ...of, model: 'suspicious_touch', type: 'engaged', n: 10 },
  ])
  expect(await list()).toMatchObject([{ visitors: 8, bounces: 3, engaged: 1, bounceRate: 75 }])
})

describe('the archive', () => {
  test('an archived campaign is inactive and hidden, and comes back unchanged but inactive', async () => {
    const { id } = await make()
    const archived = await call('PATCH', `campaigns/${id}`, { archived: true })
    expect(archived.json()).toMatchObject({ isActive: false, archivedAt: '2026-03-01T12:00:00.000Z' })
    expect(await list()).toEqual([])
    expect(await list('?archived=include')).toHaveLength(1)
    expect(await list('?archived=only')).toHaveLength(1)
    await call('PATCH', `campaigns/${id}`, { archived: false })
    expect(await list()).toMatchObject([{ id, isActive: false, archivedAt: null }])
  })

  test('an archived campaign cannot be activated or get another link, and keeps its tag', async () => {
    const { id } = await make()
    await call('PATCH', `campaigns/${id}`, { archived: true })
    const before = await list('?archived=only')
    for (const [body, path] of [
      [{ isActive: true }, 'isActive'],
      [{ generatedUrl: 'https://www.example.org/' }, 'generatedUrl'],
    ] as const) {
      const refused = await call('PATCH', `campaigns/${id}`, body)
      expect([refused.statusCode, refused.json().issues[0].path]).toEqual([409, path])
    }
    expect(await list('?archived=only')).toEqual(before)
    expect((await call('POST', 'campaigns', form)).statusCode).toBe(409)
    const both = await call('PATCH', `campaigns/${id}`, { archived: true, isActive: true })
    expect([both.statusCode, both.json().issues[0].path]).toEqual([400, 'isActive'])
  })
})

test('of two people who change a campaign the second is refused', async () => {
  const { id, version } = await make()
  expect((await call('PATCH', `campaigns/${id}`, { isActive: false, version })).statusCode).toBe(200)
  const late = await call('PATCH', `campaigns/${id}`, { isActive: true, version })
  expect([late.statusCode, late.json().issues]).toEqual([409, [{ path: 'version', message: 'is 2 now' }]])
  expect(await list()).toMatchObject([{ isActive: false, version: 2 }])
})

test('a short link redirects to the link of its campaign, and a mistyped one to the site', async () => {
  await make({ name: 'Before' })
  const { shortUrl, generatedUrl } = await make()
  await make({ name: 'After' })
  expect(shortUrl).toMatch(/^https:\/\/www\.example\.com\/go\/\d+$/)
  const { pathname } = new URL(shortUrl)
  const follow = async (path: string) => {
    const answer = await api.app.inject({ url: path })
    return [answer.statusCode, answer.headers.location, answer.headers['cache-control']]
  }
  expect(await follow(pathname)).toEqual([302, generatedUrl, 'no-store'])
  for (const wrong of ['/go/999999', '/go/x', '/go/0', '/go/99999999999999999999', '/go/1e3', "/go/1x'--"])
    expect(await follow(wrong)).toEqual([302, '/', 'no-store'])
})

describe('clicks without a campaign', () => {
  const ask = async (query = '') => unknownTags.parse((await call('GET', `unknown-tags${query}`)).json())

  test('clicks without a campaign are listed by utm_campaign, most first, with the probable campaign', async () => {
    const { id } = await make()
    await add(
      { utm_campaign: 'spring_roofs', n: 9 },
      { utm_campaign: '', n: 9 },
      { utm_campaign: 'Spring_Roofs', utm_source: 'google', utm_medium: 'cpc', n: 5 },
      { utm_campaign: 'Spring_Roofs', utm_source: 'bing', utm_medium: 'cpc', n: 1 },
      { utm_campaign: 'sprng_roofs', n: 1, quarter_hour: '2026-01-01 10:15:00' },
      { utm_campaign: 'sprng_roofs', n: 1, quarter_hour: '2026-02-01 10:15:00' },
      { utm_campaign: 'sprng_roofs', type: 'conversion', n: 1 },
      { utm_campaign: 'tv', n: 1 },
      { utm_campaign: 'robots', bot: 1, n: 50 },
      { utm_campaign: 'never clicked', type: 'conversion', n: 1 },
    )
    const meant = { id, name: 'Spring Roofs', utmCampaign: 'spring_roofs' }
    const { total, tags } = await ask()
    expect(total).toBe(3)
    expect(tags).toMatchObject([
      {
        utmCampaign: 'Spring_Roofs',
        utmSource: 'google',
        clicks: 6,
        nearest: { ...meant, likeness: 'spelling' },
      },
      { utmCampaign: 'sprng_roofs', clicks: 2, conversions: 1, nearest: { ...meant, likeness: 'typo' } },
      { utmCampaign: 'tv', clicks: 1, nearest: null },
    ])
    expect(tags[1]?.lastAt).toBe('2026-02-01T10:15:00.000Z')
    expect((await ask('?from=2026-03-01')).tags.map(tag => tag.utmCampaign)).toEqual(['Spring_Roofs', 'tv'])
    const wrong = await call('GET', 'unknown-tags?to=2026-01-01')
    expect([wrong.statusCode, wrong.json().issues[0].path]).toEqual([400, 'from'])
  })

  test('clicks without a campaign show the fault of their link, also for a tagged link without utm_campaign', async () => {
    const { id } = await make()
    await add(
      { utm_campaign: 'Spring_Roofs', utm_source: 'google', utm_medium: 'cpc', n: 2 },
      { utm_campaign: 'a+b\ufffd', n: 1 },
      { utm_campaign: '', utm_source: 'google', utm_medium: 'cpc', n: 4 },
      { utm_campaign: '', utm_source: 'van_sticker', utm_medium: '', n: 3 },
      { utm_campaign: '', utm_source: 'google', utm_medium: 'organic', n: 9 },
    )
    const event = {
      type: 'visit',
      occurred_at: '2026-03-01 10:00:00.000',
      utm_source: 'google',
      utm_medium: 'cpc',
    }
    await addTo('events', [
      { ...event, id: v7(), utm_campaign: 'Spring_Roofs', link_faults: 'ampersand,macro' },
      { ...event, id: v7(), utm_campaign: 'Spring_Roofs', link_faults: 'upper_case' },
      { ...event, id: v7(), utm_campaign: 'Spring_Roofs', link_faults: 'fragment', bot: 'curl' },
      { ...event, id: v7(), utm_campaign: '', link_faults: 'macro' },
    ])
    const { tags } = await ask()
    expect(
      tags.map(({ utmCampaign, utmSource, faults, nearest }) => [
        utmCampaign,
        utmSource,
        faults,
        nearest?.id,
      ]),
    ).toEqual([
      ['', 'google', ['macro', 'no_campaign'], id],
      ['', 'van_sticker', ['no_campaign'], undefined],
      ['Spring_Roofs', 'google', ['ampersand', 'upper_case', 'macro'], id],
      ['a+b\ufffd', '', ['plus_sign', 'characters'], undefined],
    ])
  })

  test('clicks without a campaign show the most frequent source and medium, or the first by name', async () => {
    const tag = { utm_campaign: 'Spring_Roofs' }
    for (const from of [0, 5_000, 10_000])
      await add(
        ...Array.from({ length: 5_000 }, (_, n) => ({
          ...tag,
          utm_source: `s${from + n}`,
          utm_medium: 'b',
          n: 1,
        })),
      )
    await add({ ...tag, utm_source: 'z', utm_medium: 'a', n: 15_000 })
    expect((await ask()).tags).toMatchObject([{ utmSource: 'z', utmMedium: 'a', clicks: 30_000 }])
  })

  test('a new campaign can adopt clicks, and then gets the utm_campaign of these clicks', async () => {
    await add({ utm_campaign: 'Spring Sale!', n: 3 })
    const made = await make({ name: 'Spring sale', adoptTag: 'Spring Sale!' })
    expect(made).toMatchObject({ utmCampaign: 'Spring Sale!', clicks: 3 })
    expect(made.generatedUrl).toContain('utm_campaign=Spring+Sale%21')
    expect((await ask()).tags).toEqual([])
  })

  test('equally frequent unknown tags are listed by value, fifty at most', async () => {
    const values = Array.from({ length: 51 }, (_, n) => `tag ${100 + n}`)
    await add(...values.toReversed().map(utm_campaign => ({ utm_campaign, n: 1 })))
    const { total, tags } = await ask()
    expect([total, tags.map(tag => tag.utmCampaign)]).toEqual([51, values.slice(0, 50)])
  })

  test('of campaigns with one value the newest is the probable one', async () => {
    const made = []
    for (const utmSource of ['newest', 'older', 'of the same moment']) {
      made.push(await make({ utmSource }))
      if (utmSource === 'newest') later(api.clock, -60_000)
    }
    await add({ utm_campaign: 'Spring_Roofs', n: 1 })
    expect((await ask()).tags[0]?.nearest?.id).toBe(made[0]?.id)
    await api.sql`UPDATE campaigns SET created_at = ${api.clock.now}`
    expect((await ask()).tags[0]?.nearest?.id).toBe(made[2]?.id)
    later(api.clock, 60_000)
  })

  test('without any campaign every tag is unknown', async () => {
    await add({ utm_campaign: 'tv', n: 1 })
    expect((await ask()).tags).toMatchObject([{ utmCampaign: 'tv', nearest: null }])
  })
})
