import { describe, expect, test } from 'vitest'
import { readTable } from './read-table.ts'

const HEADINGS = 'Day,Campaign,Cost,Clicks'
const read = (...lines: string[]) => readTable(Buffer.from(lines.join('\n')))
const row = (line: number, day: string, campaign: string, cost: string, more: object = {}) => ({
  ...{ line, day, campaign, cost, clicks: '', currency: '', wrong: '' },
  ...more,
})

test('a row has its cells without surrounding spaces, and its last line number', async () => {
  const { rows, semicolons, leftOut } = await read(
    `${HEADINGS},Currency`,
    ' 2026-02-01 , Brand ,1.50, 4 , GBP ',
    '',
    '2026-02-02,Brand,2.50',
  )
  expect(rows).toEqual([
    row(2, '2026-02-01', 'Brand', '1.50', { clicks: '4', currency: 'GBP' }),
    row(4, '2026-02-02', 'Brand', '2.50'),
  ])
  expect([semicolons, leftOut.size]).toEqual([false, 0])
})

test.each([
  [',', false],
  ['\t', false],
  [';', true],
])('cells are separated by %j', async (sign, semicolons) => {
  const table = await read(HEADINGS.replaceAll(',', sign), ['2026-02-01', 'Brand', '1', '2'].join(sign))
  expect(table).toMatchObject({ semicolons, rows: [row(2, '2026-02-01', 'Brand', '1', { clicks: '2' })] })
})

describe('skipped lines are reported with their reason', () => {
  const TOTALS = 'a row of totals'
  test.each([
    ['Total: Campaigns,,1.00', TOTALS],
    ['2026-02-01,Total: all,1.00', TOTALS],
    ['Total,,1.00', TOTALS],
    ['grand total,--,1.00', TOTALS],
    ['Overall total,x,1.00', TOTALS],
    ['--,-,1.00', TOTALS],
    [',,1.00,4', TOTALS],
    [',© Somebody', 'a note, not a row of the table'],
    ['2026-02-01,Brand,', 'no cost in the row'],
    ['2026-02-01,Brand,--,4', 'no cost in the row'],
  ])('%s', async (line, reason) => {
    const { rows, leftOut } = await read(HEADINGS, '2026-02-01,Brand,1.00', line)
    expect(rows).toHaveLength(1)
    expect([...leftOut]).toEqual([[reason, { rows: 1, lines: [3] }]])
  })

  test.each(['2026-02-01,Total Plumbing,1.00', '2026-02-01,,1.00', 'Totally,Brand,1.00', '-,Brand,1.00'])(
    'but not %s',
    async line => {
      expect((await read(HEADINGS, line)).rows).toHaveLength(1)
    },
  )

  test('at most five skipped lines are named, and empty rows are not reported', async () => {
    const { rows, leftOut } = await read(HEADINGS, ' , ,', ...Array<string>(7).fill('Total,,1.00'))
    expect(rows).toEqual([])
    expect([...leftOut]).toEqual([[TOTALS, { rows: 7, lines: [3, 4, 5, 6, 7] }]])
  })
})

test.each([
  ['Day,Campaign,Cost,Reporting ends', '2026-02-01'],
  ['Date,Campaign,Cost,Reporting ends', '2026-02-01 to 2026-02-28'],
  ['Reporting starts,Campaign,Cost,Reporting ends', '2026-02-01 to 2026-02-28'],
])('with the headings %s a row has %s', async (headings, day) => {
  const [first, ...others] = (
    await read(
      headings,
      '2026-02-01,Brand,1,2026-02-28',
      '2026-02-01,Brand,1,',
      '2026-02-01,Brand,1,2026-02-01',
    )
  ).rows
  expect(first?.day).toBe(day)
  expect(others.map(one => one.day)).toEqual(['2026-02-01', '2026-02-01'])
})

test.each([
  ['2026-02-01,Brand,1,234.56', 'has more cells'],
  ['2026-02-01,Brand,1, ', ''],
  ['2026-02-01,"Bra\nnd",1', 'has a line break'],
  ['2026-02-01,"Bra\rnd",1', 'has a line break'],
])('%j is wrong: it %s', async (line, wrong) => {
  const [found] = (await read('Day,Campaign,Cost', line)).rows
  expect(found?.wrong.slice(0, wrong.length || undefined)).toBe(wrong)
})

describe('headings', () => {
  const above = (lines: number) => [...Array<string>(lines).fill('A, report'), HEADINGS, '2026-02-01,Brand,1']
  test('headings are looked for in the first fifty lines', async () => {
    expect((await read(...above(49))).rows).toEqual([row(51, '2026-02-01', 'Brand', '1')])
    await expect(read(...above(50))).rejects.toMatchObject({ status: 400 })
  })
  test('unknown headings are reported by the line with most cells', async () => {
    await expect(read('A report', 'Wann,Wofür', 'Wann;Wofür;Preis', '1;2')).rejects.toThrow(
      'The likeliest row says: Wann, Wofür, Preis. Nothing',
    )
    await expect(read('A report,,,,', 'Wann,Wofür,Preis')).rejects.toThrow(
      'says: Wann, Wofür, Preis. Nothing',
    )
    await expect(read(' ', '')).rejects.toThrow(/\)\. Nothing was stored\.$/)
  })
})

test.each([
  ['', 'The file is empty'],
  [
    `${HEADINGS}\n2026-02-01,"Brand,1\n${'x,y\n'.repeat(30_000)}`,
    'Line 2 cannot be read: a quotation mark is opened and not closed',
  ],
  [`A report\n\n${HEADINGS}\n2026-02-01,"Brand,1`, 'Line 4 cannot be read: a quotation mark'],
  [
    `A report\n${HEADINGS}\n2026-02-01,Brand,1\n2026-02-02,"Brand,1\n${'2026-02-03,Brand,1\n'.repeat(50)}`,
    'Line 4 cannot be read: a quotation mark',
  ],
  [`${HEADINGS}\n2026-02-01,Brand,1\n${'x'.repeat(200_000)}`, 'a line of more than 100000 characters'],
  [
    `${HEADINGS}\n${'2026-02-01,Brand,1\n'.repeat(10_001)}`,
    'More than 10000 rows do not have the same number of cells',
  ],
])('an unreadable file is refused: %#', async (file, said) => {
  await expect(readTable(Buffer.from(file))).rejects.toThrow(said)
})
