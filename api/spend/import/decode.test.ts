import { expect, test } from 'vitest'
import { decode, decodeStart } from './read-table.ts'

const TEXT = 'Day,Campaign,Cost\n2026-02-01,Brand,£1.50\n'
const BACKWARDS = Buffer.from(TEXT, 'utf16le').swap16()

test.each([
  ['UTF-8', Buffer.from(TEXT), TEXT],
  ['windows-1252', Buffer.from(TEXT, 'latin1'), TEXT],
  ['UTF-16 without its mark', Buffer.from(TEXT, 'utf16le'), TEXT],
  ['UTF-16 the other way round, without its mark', BACKWARDS, TEXT],
  ['UTF-16 with its mark, in letters without a nought', Buffer.from('\ufeffДень', 'utf16le'), 'День'],
  ['the same the other way round', Buffer.from('\ufeffДень', 'utf16le').swap16(), 'День'],
  ['the first half of a mark alone', Buffer.from('ÿDay', 'latin1'), 'ÿDay'],
  ['the second half of a mark alone', Buffer.from('Dþay', 'latin1'), 'Dþay'],
  ['the other first half alone', Buffer.from('þDay', 'latin1'), 'þDay'],
  ['zeros in a quarter of a text', Buffer.from('Day\0Day\0'), 'Day\0Day\0'],
  ['zeros on both sides', Buffer.from('a\0\0a\0a\0\0'), 'a\0\0a\0a\0\0'],
])('%s is read', (_, file, text) => {
  expect(decodeStart(file)).toBe(text)
})

test('a text is read in pieces without loss, from its start on', async () => {
  const text = 'é£€'.repeat(50_000)
  const pieces = await Array.fromAsync(decode(Buffer.from(text), 7))
  expect(pieces.join('')).toBe(text.slice(7))
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(1024)
})

test('a character that is cut off at the end is read as one', async () => {
  const file = Buffer.concat([Buffer.from(TEXT, 'utf16le'), Buffer.from([0x41])])
  expect((await Array.fromAsync(decode(file))).join('')).toBe(`${TEXT}\ufffd`)
})
