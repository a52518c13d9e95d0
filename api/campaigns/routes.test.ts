import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { beforeEach, describe, expect, test } from 'vitest'
import { later, openStaffApi, type StaffApi } from '../testing/api.ts'
import { openChangesTold } from '../testing/changes-told.ts'
import { addTraffic } from '../testing/traffic.ts'

const api = await openStaffApi()
beforeEach(() => emptyTables(api.sql, 'campaigns', 'settings'))

const call = (...asked: Parameters<StaffApi['call']>) => api.call(...asked)

const form = {
  name: 'Spring Roofs 2026!',
  date: '2026-03-01',
  platform: 'Google Ads',
  utmSource: 'google',
  utmMedium: 'cpc',
}

test('a new campaign is active, with a value made from its name and a link to the configured domain', async () => {
  const made = await call('POST', 'campaigns', {
    ...form,
    utmContent: 'hero shot',
    utmCampaign: 'of the client',
  })
  expect(made.statusCode).toBe(201)
  expect(made.json()).toMatchObject({
    ...form,
    utmCampaign: 'spring_roofs_2026',
    utmContent: 'hero shot',
    utmTerm: '',
    adAssetDescription: '',
    notes: '',
    isActive: true,
    clicks: 0,
    conversions: 0,
    generatedUrl:
      'https://www.example.com/?utm_source=google&utm_medium=cpc&utm_campaign=spring_roofs_2026&utm_content=hero+shot',
    createdAt: '2026-03-01T12:00:00.000Z',
  })
  expect((await call('GET', 'campaigns')).json()).toEqual([made.json()])
})

test('clicks are human visits with the campaign’s utm_campaign, and conversions have it as first touch', async () => {
  await call('POST', 'campaigns', { ...form, name: 'Busy' })
  await call('POST', 'campaigns', { ...form, name: 'Quiet' })
  const utm_campaign = 'busy'
  await addTraffic(
    api,
    { utm_campaign, n: 4 },
    { utm_campaign, n: 3, quarter_hour: '2026-02-01 00:00:00' },
    { utm_campaign, n: 9, bot: 1 },
    { utm_campaign: 'other', n: 2 },
    { type: 'conversion', utm_campaign, n: 2 },
  )
  const listed = (await call('GET', 'campaigns')).json()
  expect(
    listed.map(({ name, clicks, conversions }: Record<string, unknown>) => [name, clicks, conversions]),
  ).toEqual([
    ['Quiet', 0, 0],
    ['Busy', 7, 2],
  ])
})

test('without ClickHouse the list still answers, without counts', async () => {
  await call('POST', 'campaigns', form)
  const [row] = await api.sql`SELECT generation FROM read_models`
  await api.sql`UPDATE read_models SET generation = 901`
  const app = await api.build()
  const answer = await call('GET', 'campaigns', undefined, app)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject([{ name: form.name, clicks: null, visitors: null, conversions: null }])
  expect((await call('POST', 'campaigns', { ...form, name: 'More' }, app)).statusCode).toBe(201)
  await api.sql`UPDATE read_models SET generation = ${row?.generation}`
  await app.close()
})

test('two campaigns with the same value, source and medium are refused with 409', async () => {
  await call('POST', 'campaigns', form)
  const same = await call('POST', 'campaigns', { ...form, name: 'spring roofs (2026)' })
  expect(same.statusCode).toBe(409)
  expect(same.json().detail).toMatch(/^Another campaign already uses the campaign value spring_roofs_2026/)
  expect((await call('POST', 'campaigns', { ...form, utmMedium: 'social' })).statusCode).toBe(201)
  expect((await call('GET', 'campaigns')).json()).toHaveLength(2)
})

describe('S-25 links', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https:\\\\evil.example',
    'https://ok@evil.example',
    'ht\ttps://evil.example',
    'http://www.example.com',
    'www.example.com',
  ])('%j is refused as domain and as link', async link => {
    const domain = await call('POST', 'domain-config', { domain: link })
    expect(domain.statusCode).toBe(400)
    expect(domain.json().issues).toEqual([
      { path: 'domain', message: expect.stringMatching(/^Domain must be a full/) },
    ])
    const made = await call('POST', 'campaigns', { ...form, generatedUrl: link })
    expect(made.statusCode).toBe(400)
  })

  test('a look-alike domain is stored as the browser will show it', async () => {
    const made = await call('POST', 'campaigns', { ...form, generatedUrl: 'https://exаmple.com/' })
    expect(made.json().generatedUrl).toBe('https://xn--exmple-4nf.com/')
  })
})

describe('the domain', () => {
  const domain = async () => (await call('GET', 'domain-config')).json()

  test('the domain is that of the site until staff set another one, which loses its trailing slash', async () => {
    expect(await domain()).toEqual({ domain: 'https://www.example.com' })
    const set = await call('POST', 'domain-config', { domain: ' https://Ads.Example.org/landing/ ' })
    expect(set.json()).toEqual({ domain: 'https://ads.example.org/landing' })
    expect(await domain()).toEqual({ domain: 'https://ads.example.org/landing' })
    await call('POST', 'domain-config', { domain: 'http://localhost:3000' })
    expect(await domain()).toEqual({ domain: 'http://localhost:3000' })
  })

  test('no other setting can be written', async () => {
    await api.sql`
      INSERT INTO settings (name, value, updated_at) VALUES ('another', 'https://other.example', now())`
    expect(await domain()).toEqual({ domain: 'https://www.example.com' })
    await call('POST', 'domain-config', { domain: 'https://new.example.org' })
    expect(await domain()).toEqual({ domain: 'https://new.example.org' })
  })

  test('a regenerated link starts with the domain, and a given one stays', async () => {
    await call('POST', 'domain-config', { domain: 'https://new.example.org' })
    const { id } = (
      await call('POST', 'campaigns', { ...form, generatedUrl: 'https://old.example.org/?a=1' })
    ).json()
    const regenerated = await call('PATCH', `campaigns/${id}`, { generatedUrl: '' })
    expect(regenerated.json().generatedUrl).toBe(
      'https://new.example.org/?utm_source=google&utm_medium=cpc&utm_campaign=spring_roofs_2026',
    )
    const sent = await call('PATCH', `campaigns/${id}`, { generatedUrl: 'https://newer.example.org/?b=2' })
    expect(sent.json()).toMatchObject({ generatedUrl: 'https://newer.example.org/?b=2', isActive: true })
  })
})

test('open dashboards are notified of every change', async () => {
  const toldBy = await openChangesTold(api.sql)
  let id = ''
  expect(
    await toldBy(async () => {
      id = (await call('POST', 'campaigns', form)).json().id
    }),
  ).toEqual(['campaigns'])
  expect(await toldBy(() => call('PATCH', `campaigns/${id}`, { notes: 'New' }))).toEqual(['campaigns'])
  const domain = 'https://new.example.org'
  expect(await toldBy(() => call('POST', 'domain-config', { domain }))).toEqual(['domain-config'])
  const renew = () => call('POST', 'campaigns/renew-urls', { expectedCount: 1 })
  expect(await toldBy(renew)).toEqual(['campaigns'])
  expect(await toldBy(renew)).toEqual([])
})

test('campaigns are listed newest first, also those created at the same time', async () => {
  const made = []
  for (const name of ['Newest', 'Older', 'Of the same moment']) {
    made.push((await call('POST', 'campaigns', { ...form, name })).json().name)
    if (name === 'Newest') later(api.clock, -60_000)
  }
  later(api.clock, 60_000)
  const listed = (await call('GET', 'campaigns')).json()
  expect(listed.map(({ name }: { name: string }) => name)).toEqual([made[0], made[2], made[1]])
})

test('a campaign is switched off and on', async () => {
  const { id, generatedUrl } = (await call('POST', 'campaigns', form)).json()
  for (const isActive of [false, true])
    expect((await call('PATCH', `campaigns/${id}`, { isActive })).json()).toMatchObject({
      isActive,
      generatedUrl,
    })
})

test.each([
  ['not-an-id', { isActive: true }, 400],
  ['0190a000-0000-7000-8000-000000000000', { isActive: true }, 404],
])('PATCH %s %j answers %i', async (id, body, status) => {
  const answer = await call('PATCH', `campaigns/${id}`, body)
  expect(answer.statusCode).toBe(status)
  expect(answer.json().detail).toMatch(/\.$/)
})
