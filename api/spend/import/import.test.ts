import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { heldBy } from '@firsttouch/infra/rigs/testing/loop-hold'
import { beforeEach, describe, expect, test } from 'vitest'
import { MOST_FILE_MIB } from '../../contract/costs/spend.ts'
import { openStaffApi } from '../../testing/api.ts'

const api = await openStaffApi()
for (const [name, utmSource] of [
  ['Spring roofs', 'google'],
  ['Brand', 'bing'],
]) {
  const own = { name, utmSource, date: '2026-01-01', platform: 'Ads', utmMedium: 'cpc' }
  await api.call('POST', 'campaigns', { ...own, generatedUrl: 'https://www.example.com/' })
}
beforeEach(() => emptyTables(api.sql, 'spend', 'spend_corrections', 'spend_names', 'spend_columns'))

const send = (file: string | Buffer, query = '', type = 'text/csv') =>
  api.app.inject({
    method: 'POST',
    url: `/api/admin/spend/import${query}`,
    cookies: api.cookies,
    headers: { 'content-type': type },
    body: file,
  })
const look = async (file: string | Buffer, query = '') => (await send(file, `?preview=true${query}`)).json()
const costs = async () =>
  (await api.call('GET', 'spend'))
    .json()
    .entries.map((entry: { date: string; utmCampaign: string; cost: number; clicks: number | null }) =>
      [entry.date, entry.utmCampaign, entry.cost, entry.clicks].join(' '),
    )

const NOTHING_OPEN = { stored: false, problems: [], asksForDates: false }
const GOOGLE = `Campaign report
"1 February 2026 - 3 February 2026"
Campaign status,Campaign,Day,Currency code,Cost,Clicks,CTR
Enabled,Spring roofs,2026-02-02,GBP,"1,012.50",40,3.1%
Enabled,Spring roofs,2026-02-01,GBP,7.25,3,2.0%
Paused,brand,2026-02-01,GBP,0.00,0,--
Total: Campaigns, --, --,GBP,"1,019.75",43,3.0%
Total: Account, --, --,GBP,"1,019.75",43,3.0%
`
test('a report is imported, and the same again changes nothing', async () => {
  const rows = ['2026-02-02 spring_roofs 1012.5 40', '2026-02-01 brand 0 0', '2026-02-01 spring_roofs 7.25 3']
  expect(await look(GOOGLE)).toMatchObject({
    ...NOTHING_OPEN,
    format: 'Google Ads',
    currency: 'GBP',
    rows: 3,
  })
  expect(await costs()).toEqual([])
  expect((await send(GOOGLE)).json()).toMatchObject({ stored: true, changes: { added: 3, changed: 0 } })
  expect(await costs()).toEqual(rows)
  expect((await send(GOOGLE)).json().changes).toEqual({ added: 0, changed: 0, unchanged: 3 })
})

test('a preview shows the meaning of each heading and the campaign of each name', async () => {
  expect(await look(GOOGLE)).toMatchObject({
    columns: { campaign: 'Campaign', day: 'Day', cost: 'Cost', clicks: 'Clicks', currency: 'Currency code' },
    range: { from: '2026-02-01', to: '2026-02-02' },
    leftOut: [{ reason: 'a row of totals', rows: 2, lines: [7, 8] }],
    campaigns: [
      {
        name: 'Spring roofs',
        utmCampaign: 'spring_roofs',
        by: 'name',
        rows: 2,
        days: 2,
        cost: 1019.75,
        clicks: 43,
      },
      { name: 'brand', utmCampaign: 'brand', by: 'value', rows: 1 },
    ],
    changes: { added: 3, changed: 0, unchanged: 0 },
  })
})

describe('names without a campaign', () => {
  const FILE = 'Day,Campaign,Cost\n2026-02-02,UK - Roofs,5.00\n2026-02-02,Display,1.00\n'
  const choose = (names: object[]) => api.call('POST', 'spend/names', { names })

  test('unknown names stop the import until staff choose, and the choice is remembered', async () => {
    expect((await look(FILE)).campaigns).toMatchObject([
      { name: 'UK - Roofs', by: 'unknown', utmCampaign: null },
      { name: 'Display', by: 'unknown' },
    ])
    const refused = await send(FILE)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().issues).toMatchObject([{ path: 'UK - Roofs' }, { path: 'Display' }])
    expect(await costs()).toEqual([])
    const chosen = [
      { name: 'UK - Roofs', utmCampaign: 'spring_roofs' },
      { name: 'Display', utmCampaign: null },
    ]
    expect((await choose(chosen)).statusCode).toBe(200)
    expect((await send(FILE)).json()).toMatchObject({ stored: true })
    expect(await costs()).toEqual(['2026-02-02 spring_roofs 5 '])
    expect((await look(FILE.replace('UK - Roofs', 'uk -  roofs'))).campaigns).toMatchObject([
      { by: 'chosen' },
      { by: 'left_out' },
    ])
    await choose([{ name: ' display ', utmCampaign: 'brand' }])
    expect((await look(FILE)).campaigns[1]).toMatchObject({ by: 'chosen', utmCampaign: 'brand' })
  })

  test('a missing campaign cannot be chosen', async () => {
    const answer = await choose([{ name: 'Display', utmCampaign: 'nowhere' }])
    expect(answer.statusCode).toBe(400)
    expect(answer.json().issues).toMatchObject([{ path: 'names.0.utmCampaign' }])
  })

  test('a choice applies to its platform, and a choice without a platform to all other platforms', async () => {
    const choose = (more: object) => api.call('POST', 'spend/names', { names: [{ name: 'Lofts', ...more }] })
    const meant = async (file: string) => (await look(file)).campaigns[0].utmCampaign
    expect((await choose({ utmCampaign: 'brand' })).statusCode).toBe(200)
    expect((await choose({ platform: 'Meta Ads', utmCampaign: 'spring_roofs' })).statusCode).toBe(200)
    expect(await meant('Campaign,Day,Cost\nLofts,2026-02-01,1\n')).toBe('brand')
    expect(await meant('Campaign,Day,Amount spent\nlofts,2026-02-01,1\n')).toBe('spring_roofs')
    const wrong = await choose({ utmCampaign: 'brand', utmSource: 'google', utmMedium: 'cpc' })
    expect([wrong.statusCode, wrong.json().issues[0].path]).toEqual([400, 'names.0.utmCampaign'])
  })

  test('a name that two campaigns share selects neither of them', async () => {
    await api.sql`UPDATE campaigns SET name = 'Spring roofs' WHERE utm_campaign = 'brand'`
    expect((await look(GOOGLE)).campaigns[0]).toMatchObject({ name: 'Spring roofs', by: 'unknown' })
    await api.sql`UPDATE campaigns SET name = 'Brand' WHERE utm_campaign = 'brand'`
  })
})

const table = (...rows: string[]) => `Day,Campaign,Cost,Clicks,Currency\n${rows.join('\n')}\n`
const GOOD = '2026-02-01,Brand,1.50,1,GBP'

test.each([
  ['two currencies', table(GOOD, '2026-02-02,Brand,1.50,1,EUR'), { line: 3, field: 'Currency' }],
  ['a formula for a name', table('2026-02-02,=CMD(),1.50,1,GBP'), { line: 2, field: 'Campaign' }],
  ['a future day', table('2026-03-02,Brand,1.50,1,GBP'), { line: 2, field: 'Day' }],
  [
    'a month instead of a day',
    'Campaign name,Reporting starts,Reporting ends,Amount spent (GBP)\nBrand,2026-02-01,2026-02-28,1.50\n',
    { line: 2, field: 'Reporting starts' },
  ],
  ['headings and nothing else', 'Day,Campaign,Cost\n', { line: null, field: 'file' }],
])('%s: the line and the field are named, and nothing is stored', async (_, file, place) => {
  const seen = await look(file)
  expect(seen.problems).toHaveLength(1)
  expect(seen.problems).toMatchObject([place])
  const answer = await send(file)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().detail).toContain(seen.problems[0].message)
  expect(await costs()).toEqual([])
})

test('ambiguous days are read as staff say', async () => {
  const file = table('03/04/2025,Brand,1.50,1,GBP')
  expect(await look(file)).toMatchObject({ asksForDates: true })
  await send(file, '?dates=day-first')
  expect(await costs()).toEqual(['2025-04-03 brand 1.5 1'])
  expect((await look(file, '&dates=month-first')).range).toEqual({ from: '2025-03-04', to: '2025-03-04' })
})

describe('unknown headings', () => {
  const FILE = 'When,What,Price,Visits,Note\n2026-02-01,Brand,1.50,3,a\n2026-02-02,Brand,2.50,4,b\n'
  const CHOSEN = '&campaign=What&day=When&cost=Price&clicks=Visits'

  test('unknown headings are shown with the first rows, for staff to map', async () => {
    expect(await look(FILE)).toMatchObject({
      problems: [{ line: null, field: 'file' }],
      sheet: {
        headings: ['When', 'What', 'Price', 'Visits', 'Note'],
        rows: [
          ['2026-02-01', 'Brand', '1.50', '3', 'a'],
          ['2026-02-02', 'Brand', '2.50', '4', 'b'],
        ],
      },
    })
    const refused = await send(FILE)
    expect([refused.statusCode, refused.json().issues]).toMatchObject([400, [{ path: 'file' }]])
    expect(await look(FILE, CHOSEN)).toMatchObject({
      ...{ problems: [], source: { platform: 'other', account: null }, format: 'table', rows: 2 },
      columns: { campaign: 'What', day: 'When', cost: 'Price', clicks: 'Visits' },
      sheet: { rows: [{}, {}] },
    })
  })

  test('mapped headings are remembered once a file is stored, in any order', async () => {
    await look(FILE, CHOSEN)
    expect((await look(FILE)).problems).toHaveLength(1)
    expect((await send(FILE, `?${CHOSEN}`)).json()).toMatchObject({ stored: true })
    const next = 'PRICE,When,What,Note,Visits\n3.50,2026-02-03,Brand,c,5\n'
    expect((await look(next)).problems).toHaveLength(1)
    expect((await send(next.replace('PRICE', 'Price'))).json()).toMatchObject({ stored: true })
    expect(await costs()).toEqual([
      '2026-02-03 brand 3.5 5',
      '2026-02-02 brand 2.5 4',
      '2026-02-01 brand 1.5 3',
    ])
  })

  test('unknown headings are read if the client names the columns of campaign, day and cost', async () => {
    const answer = await send(FILE, '?preview=true&campaign=What')
    expect([answer.statusCode, answer.json().detail]).toEqual([400, expect.stringContaining('All three')])
    expect((await look(FILE, '&campaign=What&day=When&cost=Nothing')).problems).toHaveLength(1)
  })
})

describe('the preview asks about odd costs before anything is stored', () => {
  const day = (number: number, cost: string) => `2026-02-0${number},Brand,${cost},9,GBP`
  const usual = table(day(1, '18.00'), day(2, '17.00'), day(3, '19.00'))

  test('the preview asks about a cost far above the usual cost of the file and of stored days', async () => {
    await send(usual)
    const odd = table(day(4, '1018.10'))
    expect((await look(odd)).questions).toEqual([
      {
        about: 'day',
        campaign: 'brand',
        day: '2026-02-04',
        message: expect.stringContaining('£18.00 a day is usual'),
      },
    ])
    const refused = await send(odd)
    expect([refused.statusCode, refused.json().issues]).toMatchObject([409, [{ path: 'brand, 2026-02-04' }]])
    expect(refused.json().detail).toContain('confirm=true')
    expect(await costs()).toHaveLength(3)
    expect((await send(odd, '?confirm=true')).json()).toMatchObject({ stored: true })
    expect((await look(table(day(5, '90.00')))).questions).toEqual([])
  })

  test('days that cost nothing do not lower the usual cost', async () => {
    await send(usual)
    await send(table(...[4, 5, 6, 7].map(number => day(number, '0.00'))))
    expect((await look(table(day(8, '1018.10')))).questions).toMatchObject([
      { day: '2026-02-08', message: expect.stringContaining('£18.00 a day is usual') },
    ])
  })

  test('costs in millionths are stored only when confirmed, or divided', async () => {
    const file = table(day(1, '1110000'), day(2, '810000'))
    expect((await look(file)).questions).toMatchObject([{ about: 'millionths', day: '2026-02-01' }])
    const refused = await send(file)
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      expect.stringContaining('millionths=true'),
    ])
    expect(await look(file, '&millionths=true')).toMatchObject({ questions: [], campaigns: [{ cost: 1.92 }] })
    await send(file, '?millionths=true')
    expect(await costs()).toEqual(['2026-02-02 brand 0.81 9', '2026-02-01 brand 1.11 9'])
  })

  test('a credit above its day’s cost counts as 0, once confirmed', async () => {
    const file = table(day(1, '2.00'), day(2, '-7.50'))
    const message = 'has a cost of -£7.50 after credits, so it counts as £0.00'
    expect((await look(file)).questions).toEqual([
      { about: 'credit', campaign: 'brand', day: '2026-02-02', message },
    ])
    expect((await send(file)).statusCode).toBe(409)
    await send(file, '?confirm=true')
    expect(await costs()).toEqual(['2026-02-02 brand 0 9', '2026-02-01 brand 2 9'])
  })
})

test('a file of 50 MB is refused with the limit', async () => {
  const answer = await send(Buffer.alloc(50 * 1024 * 1024, 'x'))
  expect(answer.statusCode).toBe(413)
  expect(answer.json().detail).toContain(`the maximum is ${MOST_FILE_MIB} MiB`)
})

test.each(['application/json', 'multipart/form-data; boundary=x'])(
  'a body of type %s is refused',
  async type => {
    const answer = await send('{}', '', type)
    expect(answer.statusCode).toBe(415)
    expect(answer.json().detail).toContain('text/csv')
  },
)

test('a long file does not block other requests', async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => {
    const day = new Date(Date.UTC(2025, 0, 1 + (at % 365))).toISOString().slice(0, 10)
    return `${day},Brand,Ad group ${at},${(at % 977) / 100},${at % 7}`
  })
  const file = `Day,Campaign,Ad group,Cost,Clicks\n${rows.join('\n')}\n`
  await look(file.slice(0, 100_000))
  const answers: unknown[] = []
  const store = async () => answers.push((await send(file)).json())
  expect(await heldBy(store, 200)).toBeLessThan(200)
  expect(answers[0]).toMatchObject({ stored: true, rows: 60_000, changes: { added: 365 } })
})
