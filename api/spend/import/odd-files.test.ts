/** Malformed and hostile files: rejected with a line number, without blocking the event loop. */
import { heldBy } from '@firsttouch/infra/rigs/testing/loop-hold'
import { expect, test } from 'vitest'
import { openStaffApi } from '../../testing/api.ts'

const api = await openStaffApi()
const campaign = { name: 'Brand', date: '2026-01-01', platform: 'Ads', utmSource: 'bing', utmMedium: 'cpc' }
await api.call('POST', 'campaigns', { ...campaign, generatedUrl: 'https://www.example.com/' })

const importOf = (payload: string, query = '') =>
  api.app.inject({
    url: `/api/admin/spend/import${query}`,
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    cookies: api.cookies,
    payload,
  })
const preview = async (file: string) => (await importOf(file, '?preview=true')).json()

test.each([
  ['clicks above the maximum', '2026-03-01,Brand,1.00,99999999999999999999999', 'is above 1000000000'],
  ['clicks of 400 digits', `2026-03-01,Brand,1.00,${'9'.repeat(400)}`, 'is above 1000000000'],
  ['a cost of 24 digits', `2026-03-01,Brand,${'9'.repeat(24)}.00,1`, 'is above 999999999.99'],
  ['a cost of 400 digits', `2026-03-01,Nobody,${'9'.repeat(400)}.00,1`, 'is above 999999999.99'],
  [
    'a currency sign before and a percent sign after the amount',
    '2026-03-01,Brand,£5.00%,1',
    'but costs here are in GBP',
  ],
  [
    'a thousands separator without quotation marks',
    '2026-03-01,Brand,"1.00",1\n2026-03-02,Brand,1,234.56,7',
    'more cells than',
  ],
  [
    'a quotation mark that turns rows into text of a cell',
    '2026-03-01,Brand,1.00,1,"Ad\n2026-03-02,Brand,2.00,1,Ad"\n2026-03-03,Brand,3.00,1,Ad',
    'has a line break within a cell',
  ],
])('%s is refused with its line', async (_, rows, said) => {
  const file = `Day,Campaign,Cost,Clicks${rows.includes('Ad') ? ',Ad' : ''}\n${rows}\n`
  const { problems } = await preview(file)
  expect(problems[0]?.message).toContain(said)
  expect((await importOf(file)).statusCode).toBe(400)
})

test('two columns of the same meaning are refused', async () => {
  const { problems } = await preview('Day,Campaign,Cost,Amount,Cost (USD)\n2026-03-01,Brand,1.00,1,2.00\n')
  expect(problems).toContainEqual({
    line: null,
    field: 'Cost',
    message: expect.stringContaining('occurs twice'),
  })
})

test('any line ending works, and lines are counted from the top of the file', async () => {
  const { problems, rows } = await preview(
    'A report\r\nAll time\r\n\r\nDay,Campaign,Cost\r\n2026-02-01,Brand,1.00\n2026-02-02,Brand,2.00\r2026-02-03,Brand,x\n',
  )
  expect(rows).toBe(3)
  expect(problems).toEqual([expect.objectContaining({ line: 7, field: 'Cost' })])
})

test('a file with too many names to map is refused', async () => {
  const rows = Array.from({ length: 2_001 }, (_, at) => `2026-03-01,Campaign ${at},1.00`)
  const answer = await importOf(`Day,Campaign,Cost\n${rows.join('\n')}\n`, '?preview=true')
  expect(answer.statusCode).toBe(413)
  expect(answer.json().detail).toContain('too many campaign names: the maximum is 2000')
})

test.each([
  ['nothing but line ends', '\n', 200],
  ['rows of one cell', 'x\n', 400],
  ['rows without a word', ',\n', 400],
  ['empty quotations', '""\n', 400],
  ['empty cells in one row', ','.repeat(100), 400],
  ['one word', 'word'.repeat(50), 400],
])('a file of %s blocks no other request', async (_, line, status) => {
  const rows = `Day,Campaign,Cost\n2026-03-01,Brand,1.00\n${line.repeat(12_000)}`
  const look = async () => expect((await importOf(rows, '?preview=true')).statusCode).toBe(status)
  expect(await heldBy(look, 200)).toBeLessThan(200)
})
