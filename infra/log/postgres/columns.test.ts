import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromColumns, toColumns } from './columns.ts'

const there = (text: string) => toColumns(text)
const andBack = (text: string) => fromColumns(toColumns(text))

describe('rows in columns', () => {
  const digit = (min: number, max: number) => fc.integer({ min, max }).map(String)
  const two = digit(0, 99).map(text => text.padStart(2, '0'))
  const hex = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
  const id = fc
    .tuple(hex(8), hex(4), hex(3), hex(4), hex(12))
    .map(([a, b, c, d, e]) => `${a}-${b}-7${c}-${d}-${e}`)
  const time = fc
    .tuple(fc.constantFrom('2026', '0000', '9999'), two, two, two, two, two, two)
    .map(([year, month, day, h, m, s, ms]) => `${year}-${month}-${day}T${h}:${m}:${s}.0${ms}Z`)
  const session = fc
    .tuple(fc.constantFrom('1767225600000', '0000000000001', '9999999999999', '12'), fc.string())
    .map(([at, name]) => `utm_${at}_${name}`)
  const mark = fc.constantFrom('\x01', '\x02', '\x03', '\x04', '\x05', '_', '\n', '"', 'a', '0')
  const piece = fc.oneof(
    id,
    time,
    session,
    mark,
    fc.string({ unit: 'binary' }),
    fc.date({ noInvalidDate: true }).map(date => date.toISOString()),
  )

  test('a row in columns reads back unchanged with any ids, times, sessions and repeated marks', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(3), (pieces, times) => {
        const text = Array.from({ length: times + 1 }, () => pieces.join('')).join('\0')
        expect(andBack(text)).toBe(text)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['a day that there is not', '2026-02-30T10:00:00.000Z'],
    ['midnight as 24 o’clock', '2026-02-03T24:00:00.000Z'],
    ['the year 0', '0000-01-01T00:00:00.000Z'],
    ['a moment before 1970', '1969-12-31T23:59:59.999Z'],
    ['an id in capitals', '01A1863B-0FA1-70F7-9E83-6CBB9737DCE3'],
    ['an id of version 4', '01a1863b-0fa1-40f7-9e83-6cbb9737dce3'],
    ['the last of all ids', 'ffffffff-ffff-7fff-ffff-ffffffffffff'],
    ['a session inside of another', 'utm_1767225600000_utm_1767225600000_a'],
    ['a session without a name', 'utm_1767225600000_'],
  ])('%s', (_, text) => {
    expect(andBack(`${text}\0${text}`)).toBe(`${text}\0${text}`)
  })
})

test('two visits of a session take the text and the difference of their times only', () => {
  const visit = (id: string, at: string) =>
    `{"id":"${id}","occurredAt":"${at}","sessionId":"utm_1767225600000_a1"}`
  const text = [
    visit('019b76da-a800-7001-8002-000000000003', '2026-01-01T00:00:00.000Z'),
    visit('019b76da-a805-7004-8005-000000000006', '2026-01-01T00:00:00.007Z'),
  ].join('\n')
  expect(there(text)).toEqual({
    text: '{"id":"\x03","occurredAt":"\x04","sessionId":"\x02"}\n{"id":"\x03","occurredAt":"\x04","sessionId":"\x01"}',
    times: ['1767225600000', '0', '0_a1', '5', '2'].join('\n'),
    ids: Buffer.from('70018002000000000003' + '70048005000000000006', 'hex'),
  })
})
