import { cleanLine, compatible } from '@firsttouch/ingest/text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { withoutEndSlashes } from './end-slashes.ts'
import { email, line, optionalLine, optionalProse, prose, tracked } from './text.ts'
import { domain, isLocalHost, optionalLink } from './web-link.ts'

const read = (schema: z.ZodType, typed: unknown): unknown => {
  const { success, data, error } = schema.safeParse(typed)
  return success ? data : { refused: error.issues.map(({ message }) => message) }
}
const refused = (...messages: string[]) => ({ refused: messages })

describe('a line', () => {
  test.each([
    [' Jo  Blogs ', 'Jo  Blogs'],
    ['a\r\n\tb', 'a b'],
    ['a\u0000b\u009bc', 'a b c'],
    // Bidirectional control characters and the byte order mark are removed.
    ['exe\u202etxt\u2066\u061c\ufeff', 'exetxt'],
    // Unpaired surrogates become the replacement character.
    ['a\ud83db\ude00', 'a\ufffdb\ufffd'],
    ['\ud83d\ude00', '\ud83d\ude00'],
    ['e\u0301', '\u00e9'],
    [`a${'\u0323'.repeat(31)}`, `\u1ea1${'\u0323'.repeat(29)}`],
    [`x${'\u0301'.repeat(30)}`, `x${'\u0301'.repeat(30)}`],
    [`x${'\u0301'.repeat(31)}y${'\u0301'}`, `x${'\u0301'.repeat(30)}\u00fd`],
  ])('a line %j is stored as %j', (typed, kept) => expect(cleanLine(typed)).toBe(kept))

  // NFKC makes 18 characters of each of these.
  test('a text is cut before its compatibility characters are mapped, to more than any field accepts', () => {
    expect(compatible('\ufdfa'.repeat(85_000))).toHaveLength(20_000 * 18)
    expect(read(email('E-mail required'), `a@${'\ufdfa'.repeat(85_000)}.example`)).toHaveProperty('refused')
  })

  test('a line may be as long as its limit after cleaning, and must not be empty', () => {
    expect(read(line('Name is required', 3), ' abc ')).toBe('abc')
    expect(read(line('Name is required', 3), 'abcd')).toEqual(refused('Please use at most 3 characters'))
    for (const typed of ['', ' \n', 7, undefined])
      expect(read(line('Name is required'), typed)).toEqual(refused('Name is required'))
    expect(read(line('Name is required'), 'x'.repeat(255))).toHaveLength(255)
  })

  test('an optional line is empty by default', () => {
    expect([read(optionalLine(), undefined), read(optionalLine(2), ' ab ')]).toEqual(['', 'ab'])
    expect(read(optionalLine(2), 'abc')).toEqual(refused('Please use at most 2 characters'))
  })
})

describe('prose', () => {
  test('prose keeps its lines and tabs, and no other control characters', () => {
    expect(read(prose('Message is required'), ' a\r\nb\rc\n\td\u0007\u0000e ')).toBe('a\nb\nc\n\tde')
    expect(read(optionalProse(), undefined)).toBe('')
  })

  test('prose has a limit, and must not be empty unless it is optional', () => {
    expect(read(prose('Message is required'), '\r\n')).toEqual(refused('Message is required'))
    expect(read(prose('Message is required'), undefined)).toEqual(refused('Message is required'))
    expect(read(prose('Message is required', 3), 'abcd')).toEqual(refused('Please use at most 3 characters'))
    expect(read(optionalProse(3), 'abcd')).toEqual(refused('Please use at most 3 characters'))
  })
})

test('a text of a visit is truncated or becomes empty, but is never refused', () => {
  const schema = tracked(3)
  expect([' abcd', 7, undefined, null, 'ab\ud83d\ude00'].map(sent => read(schema, sent))).toEqual([
    'abc',
    '',
    '',
    '',
    'ab\ufffd',
  ])
  // Leading white space is skipped only up to four times the maximum length.
  expect([read(schema, `${' '.repeat(11)}abc`), read(schema, `${' '.repeat(12)}abc`)]).toEqual(['a', ''])
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), sent => {
      const kept = String(read(schema, sent))
      expect(kept.length).toBeLessThanOrEqual(3)
      expect(kept.isWellFormed()).toBe(true)
    }),
  )
})

test.each([
  ['jo@x.test', true],
  [' jo.bloggs+a@mail.x.test ', true],
  ['jo@x', false],
  ['jo@.test', false],
  ['jo@x.', false],
  ['@x.test', false],
  ['jo bloggs@x.test', false],
  ['jo@x.test, al@x.test', false],
  ['jo@x.te st', false],
  ['jo@@x.test', false],
  [`${'a'.repeat(247)}@x.test`, true],
  [`${'a'.repeat(248)}@x.test`, false],
  ['', false],
])('%j is an e-mail address: %j', (typed, isOne) => {
  expect(read(email('No'), typed)).toEqual(isOne ? typed.trim() : refused('No'))
})

describe('a link of our own', () => {
  const RULE = 'must be a full address such as https://www.example.com (http only for localhost)'

  test.each([
    ['', ''],
    [' https://www.Example.com ', 'https://www.example.com/'],
    ['http://localhost:5173/a', 'http://localhost:5173/a'],
    ['http://127.0.0.1/', 'http://127.0.0.1/'],
    ['http://[::1]/', 'http://[::1]/'],
  ])('a link of our own %j is stored as %j', (typed, kept) =>
    expect(read(optionalLink('Link'), typed)).toBe(kept),
  )

  test.each(['http://www.example.com', 'www.example.com', 'http://localhost.evil.test', 'https://a@b.test'])(
    'a link of our own %j is refused',
    typed => expect(read(optionalLink('Link'), typed)).toEqual(refused(`Link ${RULE}`)),
  )

  test('a link of our own is text with a limit', () => {
    const long = (length: number) => `https://x.test/${'a'.repeat(length - 15)}`
    expect(read(optionalLink('Link'), long(2048))).toBe(long(2048))
    expect(read(optionalLink('Link'), long(2049))).toEqual(refused('Link must be at most 2048 characters'))
    expect(read(optionalLink('Link'), undefined)).toEqual(refused('Link is required'))
  })

  test('a domain has no query, fragment or trailing slash', () => {
    expect(read(domain, 'https://www.example.com/a//')).toBe('https://www.example.com/a')
    expect(read(domain, '')).toEqual(refused(`Domain ${RULE}`))
    for (const typed of ['https://x.test/?a', 'https://x.test/#a'])
      expect(read(domain, typed)).toEqual(refused('Domain must not contain a query or a fragment'))
    expect([isLocalHost('localhost'), isLocalHost('localhost.test')]).toEqual([true, false])
    expect(['', '///', '/a/', 'a'].map(withoutEndSlashes)).toEqual(['', '', '/a', 'a'])
  })
})
