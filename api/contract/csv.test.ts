import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csv, csvFileName, phoneCell } from './csv.ts'

/** An RFC 4180 parser that shares no code with the writer. */
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
  it('CSV quotes commas, quotes and line breaks', () => {
    expect(csv(['A', 'B'], [['x, y', 'say "hi"\nthere']])).toBe('A,B\r\n"x, y","say ""hi""\nthere"\r\n')
  })

  it.each([',', '"', '\n', '\r', ';', '\t'])('CSV quotes a cell only for %j', sign => {
    expect(csv(['A'], [[`a${sign}b`]])).toBe(`A\r\n"a${sign === '"' ? '""' : sign}b"\r\n`)
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
    '+1+1',
    '-2',
    '+44-7700-900123',
    '+cmd|calc!A0',
    '+44 7700 900123\t=1',
    '+44\n=1+1',
    '+ 44',
    '+A1',
    '+1E9',
    '+1%',
    '+',
  ])('CSV puts an apostrophe before %j', text =>
    expect(parse(csv(['A'], [[text]]))[1]?.[0]?.startsWith("'")).toBe(true),
  )

  it.each([
    ["x;=cmd|'/C calc'!A0;", `"x;'=cmd|'/C calc'!A0;"`],
    ['07700 900123; =1+1', `"07700 900123; '=1+1"`],
    ['a\t@SUM(1)', `"a\t'@SUM(1)"`],
    ['Call me; I am in', '"Call me; I am in"'],
  ])(
    'CSV prevents formulas in later cells of a spreadsheet that splits at semicolons or tabs: %j',
    (text, cell) => expect(csv(['A'], [[text]])).toBe(`A\r\n${cell}\r\n`),
  )

  it('CSV lets no text start like a formula, except a plus before digits and spaces only', () => {
    const signs = fc.constantFrom(...'+-=@\t\r\n\0 1aZ!|().＝＋')
    const text = fc.oneof(fc.string({ unit: signs }), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(text, fc.boolean(), (typed, isPhone) => {
        const cell = parse(`${csv(['A'], [[isPhone ? phoneCell(typed) : typed]])}`)[1]?.[0] ?? ''
        if (/^\s*[=+\-@＝＋]/.test(cell)) expect(cell).toMatch(/^\+\d[\d ]*$/)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['+447700900123', '+447700 900123'],
    ['+44 7700 900123', '+44 7700 900123'],
    ['+44 (0)7700 900-123', '+44 7700 900 123'],
    ['+44-7700-900123', '+44 7700 900123'],
    ['07700900123', '07700 900123'],
    ['(0113) 496.0000', '0113 496 0000'],
    [' 07700 900123 ', '07700 900123'],
    ['999', '999'],
    ['496000', '496000'],
    ['', ''],
  ])('CSV writes the telephone number %j as %j', (typed, cell) =>
    expect(parse(csv(['A', 'B'], [[phoneCell(typed), 'end']]))[1]).toEqual([cell, 'end']),
  )

  it.each([
    ['07700 900123', '', '+447700 900123'],
    ['+44 (0)7700 900123', '', '+44 7700 900123'],
    ['+44 07700 900123', '', '+447700 900123'],
    ['07700 900123 ext 12', '12', "'+447700 900123 (07700 900123 ext 12)"],
    ['07700 900123 / 020 7946 0000', '', "'+447700 900123 (07700 900123 / 020 7946 0000)"],
  ])('CSV writes %j with its normal form, and loses no typed character', (typed, extension, cell) => {
    const number = { e164: '+447700900123', extension }
    expect(parse(csv(['A'], [[phoneCell(typed, number)]]))[1]).toEqual([cell])
  })

  it.each(['+1+1', '-2', '=1', '+44 7700 900123 ext 5', 'ask at 4', '1+2', '++44'])(
    'CSV does not treat %j as a telephone number',
    typed => expect(phoneCell(typed)).toBe(typed),
  )

  it('CSV changes no digit of a telephone number', () => {
    const sign = fc.constantFrom(...'0123456789 ()./-')
    const number = fc.tuple(fc.constantFrom('', '+', '('), fc.nat(9), fc.string({ unit: sign }))
    fc.assert(
      fc.property(number, parts => {
        const typed = parts.join('')
        const digits = (text: string) =>
          text.replace(/\(0\)/, typed.startsWith('+') ? '' : '0').replace(/\D/g, '')
        expect(digits(String(phoneCell(typed)))).toBe(digits(typed))
      }),
    )
  })

  it('CSV keeps numbers as numbers, including negative ones', () => {
    expect(csv(['A'], [[-1]])).toBe('A\r\n-1\r\n')
  })

  it('CSV reads back as it was written, except for apostrophes', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 2 }), { minLength: 1 }), rows => {
        const back = parse(csv(['A', 'B'], rows)).slice(1)
        const plain = (cell: string) => cell.replace(/['\r]/g, '')
        expect(back.map(row => row.map(plain))).toEqual(rows.map(row => row.map(plain)))
      }),
    )
  })

  it('CSV names the file after its subject and the day', () => {
    expect(csvFileName('contact_leads', new Date('2026-01-31T12:00:00Z'))).toBe(
      'contact_leads_2026-01-31.csv',
    )
  })
})
