import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REMOVED, withoutContactData } from './contact-data.ts'

test.each([
  ['jo@example.co.uk', REMOVED],
  ['/unsubscribe/jo.bloggs%40example.com/now', `/unsubscribe/${REMOVED}/now`],
  ['twice%2540example.com', REMOVED],
  ['write to jö@exämple.de or call', `write to ${REMOVED} or call`],
  ['jo@example.com,al@example.com', `${REMOVED},${REMOVED}`],
  ['😀 jo@example.com 😀', `😀 ${REMOVED} 😀`],
  ['+44 7700 900123', REMOVED],
  ['0044 (7700) 900-123', REMOVED],
  ['/call/%2B447700900123', `/call/${REMOVED}`],
  ['call 07700 900123 now', `call ${REMOVED} now`],
  ['(0113) 496 0000', REMOVED],
  ['07700 900123 07700 900456', `${REMOVED} ${REMOVED}`],
  // api/README.md lists these spellings as removed.
  ['john%40example%2Ecom', REMOVED],
  ['%6Aohn%2540example%2Ecom', REMOVED],
  ['john＠example.com', REMOVED],
  ['john%EF%BC%A0example.com', REMOVED],
  ['john﹫example。com', REMOVED],
  ['john\u200b@example.com', REMOVED],
  ['john&#64;example.com', REMOVED],
  ['john&#x40;example.com', REMOVED],
  ['john%u0040example.com', REMOVED],
  ['+44+7700+900123', REMOVED],
  ['call+07700+900123', `call+${REMOVED}`],
  ['07700_900_123', REMOVED],
  ['07700–900–123', REMOVED],
  ['07700%E2%80%93900%E2%80%93123', REMOVED],
  ['０７７００９００１２３', REMOVED],
  ['(212) 555-0123', REMOVED],
])('S-37 %s → %s', (text, left) => {
  expect(withoutContactData(text)).toBe(left)
})

test.each([
  '120210987654321098',
  'spring_2026-01-31_roofs',
  'video_15s',
  'roofer+near+me',
  'roofs+2026+03+01',
  '01.02.2026 10 percent',
  '01_02_2026_15',
  'at 14:00 2026 03 29',
  'order 000 1234 567 890',
  '0192a3b4-0123-7abc-8def-012345678901',
  '2026-03-01T09:30:00.000Z',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
  '@home',
  '50% off, 100 roofs',
  '%E2%9C%93 angebote für dächer – 2026',
  // api/README.md lists these spellings as not removed, with reasons.
  '/call/07700900123',
  '447700900123',
  '212-555-0123',
  '212 555 0123',
  'roofs_07700900123',
  'john[at]example.com',
  'john at example dot com',
  'john@example',
  '٠٧٧٠٠٩٠٠١٢٣',
  'am9obkBleGFtcGxlLmNvbQ==',
  '"john doe"@example.com',
  '0211/123456789',
])('text that is no contact data, or may be something else, stays unchanged: %s', text => {
  expect(withoutContactData(text)).toBe(text)
})

const word = fc.constantFrom('roof', 'roofs', 'near', 'me', 'spring', 'sale', 'v2', 'dach', 'für', 'cpc')
const number = fc.integer({ min: 0, max: 2_100 }).map(String)
const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const joined = (parts: fc.Arbitrary<string>, signs: string[], maxLength = 5) =>
  fc
    .tuple(fc.array(parts, { minLength: 1, maxLength }), fc.constantFrom(...signs))
    .map(([all, sign]) => all.join(sign))
/** Typical paths, UTM values and click ids without contact data. */
const HONEST = {
  path: joined(fc.oneof(word, number, day, fc.uuid()), ['/', '-']).map(path => `/${path}`),
  'campaign name': joined(fc.oneof(word, day), ['_', '-', '+', ' ', '%20', ' – ']),
  'campaign name with figures': fc
    .tuple(word, joined(fc.oneof(word, number, day), ['_', '-', '%20']))
    .map(parts => parts.join('_')),
  'advertisement id': fc.bigInt({ min: 10n ** 9n, max: 10n ** 18n }).map(String),
  'click id': fc
    .string({ unit: fc.constantFrom(...'ABCXYZabcxyz0123456789-_'), minLength: 30, maxLength: 90 })
    .map(text => `Cj0KCQ${text}`),
  time: fc
    .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2100-01-01') })
    .map(date => date.toISOString()),
  term: joined(word, ['+', ' ', '%20', '%2B']),
  'account of Google Ads': fc.integer({ min: 100, max: 999 }).map(part => `${part}-${part}-${part}0`),
}
test.each(Object.entries(HONEST))('no legitimate %s is mistaken for contact data', (_what, honest) => {
  fc.assert(
    fc.property(honest, text => {
      expect(withoutContactData(text)).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})

test('an address is found in any spelling of its characters and between any neighbours', () => {
  const spelling = (character: string) =>
    fc.constantFrom(
      character,
      ...[2, 3].map(times => `%${'25'.repeat(times - 2)}${character.charCodeAt(0).toString(16)}`),
      String.fromCodePoint(character.charCodeAt(0) + 0xfee0),
    )
  const spelled = (text: string) => fc.tuple(...[...text].map(spelling)).map(parts => parts.join(''))
  const around = fc.constantFrom('', ' ', '/', '?e=', '"', '😀 ', '\u0000', ',', '%20')
  const contact = fc.constantFrom('jo.b+x@example.co.uk', '+447700900123', '07700900123')
  fc.assert(
    fc.property(contact.chain(spelled), around, around, (text, before, after) => {
      fc.pre(!(before === '/' && /^(0|０|%(25)*30)/.test(text)))
      const left = withoutContactData(before + text + after)
      expect(left).toBe(before + REMOVED + after)
    }),
    { numRuns: 2_000 },
  )
})
