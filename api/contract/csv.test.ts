import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csv, csvFileName } from './csv.ts'

/** A reader of RFC 4180, written apart from the writer. */
const parse = (text: string): string[][] => {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[at++]
      else quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === ',' || sign === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      if (sign === '\n') rows.push([])
    } else if (sign !== '\r') cell += sign
  }
  return rows.slice(0, -1)
}

describe('CSV', () => {
  it('quotes commas, quotes and line breaks', () => {
    expect(csv(['A', 'B'], [['x, y', 'say "hi"\nthere']])).toBe('A,B\r\n"x, y","say ""hi""\nthere"\r\n')
  })

  it.each([
    '=HYPERLINK("http://x")',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1+1',
    '\r=1',
    '  =1',
    '\u0000=1',
    '＝1',
    '\tplain',
  ])('puts an apostrophe before %j', text =>
    expect(parse(csv(['A'], [[text]]))[1]?.[0]?.startsWith("'")).toBe(true),
  )

  it('leaves a number a number, also a negative one', () => {
    expect(csv(['A'], [[-1]])).toBe('A\r\n-1\r\n')
  })

  it('reads back as it was written, but for the apostrophe', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 2 }), { minLength: 1 }), rows => {
        const back = parse(csv(['A', 'B'], rows)).slice(1)
        const plain = (cell: string) => cell.replace(/^'/, '').replaceAll('\r', '')
        expect(back.map(row => row.map(plain))).toEqual(rows.map(row => row.map(plain)))
      }),
    )
  })

  it('names the file after its subject and the day', () => {
    expect(csvFileName('contact_leads', new Date('2026-01-31T12:00:00Z'))).toBe(
      'contact_leads_2026-01-31.csv',
    )
  })
})
