import { expect, test } from 'vitest'
import { decode, decodeStart } from './read-table.ts'

const TEXT = 'Day,Campaign,Cost\n2026-02-01,Brand,£1.50\n'
const BACKWARDS = Buffer.from(TEXT, 'utf16le').swap16()

test.each([
  ['UTF-8', Buffer.from(TEXT), TEXT],
  ['windows-1252', Buffer.from(TEXT, 'latin1'), TEXT],
  ['UTF-16 without its mark', Buffer.from(TEXT, 'utf16le'), TEXT],
  ['big-endian UTF-16 without its mark', BACKWARDS, TEXT],
  ['UTF-16 with its mark, in letters without a zero byte', Buffer.from('\ufeffДень', 'utf16le'), 'День'],
  [
    'big-endian UTF-16 with its mark, in letters without a zero byte',
    Buffer.from('\ufeffДень', 'utf16le').swap16(),
    'День',
  ],
  ['the first half of a mark alone', Buffer.from('ÿDay', 'latin1'), 'ÿDay'],
  ['the second half of a mark alone', Buffer.from('Dþay', 'latin1'), 'Dþay'],
  ['the first half of the big-endian mark alone', Buffer.from('þDay', 'latin1'), 'þDay'],
  ['zeros in a quarter of a text', Buffer.from('Day\0Day\0'), 'Day\0Day\0'],
  ['zeros on both sides', Buffer.from('a\0\0a\0a\0\0'), 'a\0\0a\0a\0\0'],
])('%s is read', (_, file, text) => {
  expect(decodeStart(file)).toBe(text)
})

test('a text is read in pieces without loss, from any start', async () => {
  const text = 'é£€'.repeat(50_000)
  const pieces = await Array.fromAsync(decode(Buffer.from(text), 7))
  expect(pieces.join('')).toBe(text.slice(7))
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(1024)
})

test('an incomplete character at the end becomes a replacement character', async () => {
  const file = Buffer.concat([Buffer.from(TEXT, 'utf16le'), Buffer.from([0x41])])
  expect((await Array.fromAsync(decode(file))).join('')).toBe(`${TEXT}\ufffd`)
})
