/** Decodes escapes and replaces look-alike characters by ASCII. Other non-ASCII letters become LETTER. */

/** Character `i` of `text` replaces the original text from `starts[i]` up to `starts[i + 1]`. */
export type Plain = { text: string; starts: number[] }

/** Stands for any letter outside ASCII. */
export const LETTER = 'ä'
const OTHER = '¤'

/** Percent signs may be escaped repeatedly. Older programs write %u and &#. */
const ESCAPE = /%(?:25)*([\da-f]{2})|%u([\da-f]{4})|&#x([\da-f]{2});|&#(\d{2});/iy
const PERCENT = 37
const AMPERSAND = 38

const ALIKE = new Map([
  ['@', '\ufe6b'],
  ['.', '\u2024\u3002\uff61\ufe52'],
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63'],
  ['"', '\u2018\u2019\u201c\u201d\u00ab\u00bb'],
])
const PLAIN = new Map([...ALIKE].flatMap(([plain, alike]) => [...alike].map(one => [one, plain] as const)))

export const plainForm = (text: string): Plain => {
  let plain = ''
  const starts: number[] = []
  let at = 0
  while (at < text.length) {
    const [point, length] = readAt(text, at)
    const character = plainCharacter(point)
    if (character !== '') {
      plain += character
      starts.push(at)
    }
    at += length
  }
  starts.push(text.length)
  return { text: plain, starts }
}

/** Code point at a position, and the number of UTF-16 units it takes. */
const readAt = (text: string, at: number): [number, number] => {
  const code = text.charCodeAt(at)
  if (code === PERCENT || code === AMPERSAND) return readEscape(text, at) ?? [code, 1]
  const point = text.codePointAt(at) ?? code
  return [point, point > 0xffff ? 2 : 1]
}

const readEscape = (text: string, at: number): [number, number] | undefined => {
  ESCAPE.lastIndex = at
  const [whole, byte, unit, hex, decimal] = ESCAPE.exec(text) ?? []
  if (whole === undefined) return undefined
  if (decimal !== undefined) return [Number(decimal), whole.length]
  const value = Number.parseInt(byte ?? unit ?? hex ?? '', 16)
  return byte !== undefined && value >= 0xc2 && value <= 0xf4
    ? readUtf8(text, at + whole.length, value, whole.length)
    : [value, whole.length]
}

/** Continues a UTF-8 sequence after its first byte. */
const readUtf8 = (text: string, from: number, first: number, length: number): [number, number] => {
  const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1
  let point = first & (0x3f >> more)
  let at = from
  for (let i = 0; i < more; i++) {
    ESCAPE.lastIndex = at
    const [whole, byte] = ESCAPE.exec(text) ?? []
    const value = Number.parseInt(byte ?? '0', 16)
    if (whole === undefined || value < 0x80 || value > 0xbf) return [first, length]
    point = (point << 6) | (value & 0x3f)
    at += whole.length
  }
  return [point, length + at - from]
}

/** Returns '' for an invisible character such as a zero-width space. */
const plainCharacter = (point: number): string => {
  if (point < 0x80) return String.fromCharCode(point)
  // Full-width forms of ASCII.
  if (point >= 0xff01 && point <= 0xff5e) return String.fromCharCode(point - 0xfee0)
  const character = String.fromCodePoint(Math.min(point, 0x10ffff))
  const plain = PLAIN.get(character)
  if (plain !== undefined) return plain
  if (/\p{Cf}/u.test(character)) return ''
  if (/\s/u.test(character)) return ' '
  return /[\p{L}\p{M}]/u.test(character) ? LETTER : OTHER
}
