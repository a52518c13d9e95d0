import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { beforeEach, expect, test } from 'vitest'
import { openStaffApi } from '../testing/api.ts'

const api = await openStaffApi()
beforeEach(() => emptyTables(api.sql, 'spend', 'spend_corrections', 'campaigns', 'settings'))

const store = (...entries: object[]) => api.call('POST', 'spend', { entries })
const stored = async (query = '') => (await api.call('GET', `spend${query}`)).json()
const FIRST = { date: '2026-02-01', utmCampaign: 'spring', cost: 12.5, clicks: 40 }

test('a cost is stored for a day and campaign, and the same again changes nothing', async () => {
  expect((await store(FIRST, { ...FIRST, date: '2026-02-02', cost: '0.10' })).json()).toEqual({
    added: 2,
    changed: 0,
    unchanged: 0,
  })
  expect((await store(FIRST)).json()).toEqual({ added: 0, changed: 0, unchanged: 1 })
  const { currency, entries, next } = await stored()
  expect({ currency, next }).toEqual({ currency: 'GBP', next: null })
  expect(entries).toMatchObject([
    { date: '2026-02-02', cost: 0.1, clicks: 40 },
    { ...FIRST, origin: 'typed', changedBy: 'ada', corrections: [] },
  ])
})

test('a correction replaces the cost and keeps the earlier one, with person and time', async () => {
  const others = [
    { ...FIRST, utmCampaign: 'autumn' },
    { ...FIRST, date: '2026-02-02' },
  ]
  await store(FIRST, ...others)
  expect((await store({ ...FIRST, cost: 13, clicks: undefined })).json()).toMatchObject({ changed: 1 })
  expect((await store({ ...FIRST, cost: null })).json()).toMatchObject({ changed: 1 })
  expect((await stored('?from=2026-02-01&to=2026-02-01&campaign=spring')).entries).toEqual([])
  // The entry's cost was removed before.
  await store({ ...FIRST, cost: 14 }, ...others.map(other => ({ ...other, cost: 99 })))
  const [, , entry] = (await stored()).entries
  expect(entry).toMatchObject({ cost: 14, clicks: 40 })
  expect(entry.corrections).toMatchObject([
    { cost: null, correctedBy: 'ada' },
    { cost: 13, clicks: null, correctedBy: 'ada' },
    {
      cost: 12.5,
      clicks: 40,
      changedBy: 'ada',
      correctedBy: 'ada',
      correctedAt: api.clock.now.toISOString(),
    },
  ])
  const noted =
    await api.sql`SELECT actor, detail FROM audit_log WHERE action = 'spend.store' ORDER BY id DESC LIMIT 1`
  expect(noted).toMatchObject([{ actor: 'ada', detail: { added: 1, changed: 2, origin: 'typed' } }])
})

test('removing a missing cost stores nothing', async () => {
  expect((await store({ ...FIRST, cost: null })).json()).toEqual({ added: 0, changed: 0, unchanged: 1 })
  expect(await api.sql`SELECT 1 FROM spend`).toHaveLength(0)
})

test('costs add up exactly', async () => {
  const days = Array.from({ length: 28 }, (_, at) => `2026-02-${String(at + 1).padStart(2, '0')}`)
  await store(...days.map(date => ({ ...FIRST, date, cost: 0.1 })))
  const [row] = await api.sql`SELECT sum(cost)::text AS sum FROM spend`
  expect(row).toEqual({ sum: '2.80' })
})

test('a list covers the requested days and campaign, and continues where the last answer ended', async () => {
  const other = { ...FIRST, utmCampaign: 'autumn' }
  await store(FIRST, other, { ...FIRST, date: '2026-02-03' }, { ...FIRST, date: '2026-01-31' })
  const of = async (query: string) =>
    (await stored(query)).entries.map((entry: typeof FIRST) => `${entry.date} ${entry.utmCampaign}`)
  expect(await of('?from=2026-02-01&to=2026-02-02')).toEqual(['2026-02-01 autumn', '2026-02-01 spring'])
  expect(await of('?campaign=autumn')).toEqual(['2026-02-01 autumn'])
  const { next } = await stored('?limit=2')
  expect(next).toBe('2026-02-01 autumn')
  expect(await of(`?limit=2&after=${encodeURIComponent(next)}`)).toEqual([
    '2026-02-01 spring',
    '2026-01-31 spring',
  ])
})

test('campaigns with one value are listed separately, and a page may end between them', async () => {
  const make = (utmSource: string) => {
    const words = { name: 'Spring', date: '2026-02-01', platform: 'Ads' }
    return api.call('POST', 'campaigns', {
      ...words,
      utmSource,
      utmMedium: 'cpc',
      generatedUrl: 'https://www.example.com/',
    })
  }
  await make('google')
  await store(FIRST)
  await make('bing')
  const bing = { ...FIRST, utmSource: 'bing', utmMedium: 'cpc', cost: 2 }
  expect((await store(bing, { ...FIRST, cost: 1 })).json()).toMatchObject({ added: 2 })
  const seen: unknown[] = []
  for (let after: string | null = ''; after !== null; ) {
    const { entries, next } = await stored(`?limit=1${after && `&after=${encodeURIComponent(after)}`}`)
    seen.push(...entries.map((one: { utmSource: string; cost: number }) => [one.utmSource, one.cost]))
    after = next
  }
  // The first cost was stored for google, the only campaign at that time. The cost without a source was stored last.
  expect(seen).toEqual([
    ['', 1],
    ['bing', 2],
    ['google', 12.5],
  ])
  expect((await store({ ...bing, utmSource: 'email' })).json().issues[0].path).toBe('entries.0.utmSource')
})

test('a cost in another currency is stored but not counted', async () => {
  await store(FIRST)
  const inEuros = await api.build({ currency: 'EUR' })
  const answer = (await api.call('GET', 'spend', undefined, inEuros)).json()
  await inEuros.close()
  expect(answer).toEqual({ currency: 'EUR', entries: [], next: null })
  expect((await stored()).entries).toHaveLength(1)
})

test.each([
  [{ cost: 12.505 }, 'cost'],
  [{ date: '2026-03-02' }, 'date'],
])('%o is refused with its index, and nothing of the request is stored', async (wrong, field) => {
  const answer = await store({ ...FIRST, date: '2026-01-01' }, { ...FIRST, ...wrong })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().issues[0].path).toBe(`entries.1.${field}`)
  expect(await api.sql`SELECT 1 FROM spend`).toHaveLength(0)
})

test('a request with two costs of one campaign and day is refused', async () => {
  const answer = await store(FIRST, { ...FIRST, cost: 1 })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().issues).toMatchObject([{ path: 'entries.1' }])
})

test('two writers of the same days wait for each other', async () => {
  const entries = Array.from({ length: 200 }, (_, at) => ({ ...FIRST, utmCampaign: `c${at}` }))
  const answers = await Promise.all([store(...entries), store(...entries.toReversed()), store(...entries)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(answers.reduce((sum, answer) => sum + answer.json().added, 0)).toBe(200)
})
