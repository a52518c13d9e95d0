import { v4, v7 } from 'uuid'
import { expect, test } from 'vitest'
import { abTestInput, conversionInput, logEnvelope, timeInside, visitInput } from './events.ts'

const session = { sessionId: 's' }
const utm = { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '', utm_term: '' }
const occurredAt = '2026-03-01T12:00:00.000Z'
const visit = { type: 'visit', id: v7(), occurredAt, sessionId: 's', utm, referrer: '', pagePath: '' }
const entry = { v: 1, receivedAt: occurredAt, userAgent: '', network: '', bot: '', events: [visit] }
const paths = (sent: unknown) => [
  ...new Set(logEnvelope.safeParse(sent).error?.issues.map(({ path }) => path.join('.'))),
]

test.each([
  ['sessionId', 128],
  ['utm_source', 255],
  ['utm_term', 255],
  ['userAgent', 1024],
  ['referrer', 2048],
  ['pagePath', 2048],
  ['ipAddress', 64],
])('a visit’s %s may have at most %i characters', (field, most) => {
  const sent = (length: number) => visitInput.safeParse({ ...session, [field]: 'x'.repeat(length) }).success
  expect([sent(most), sent(most + 1)]).toEqual([true, false])
})

test.each(['a b', '', 'ä', ' a', 'a '])('%j is not a valid session id', sessionId => {
  expect(visitInput.safeParse({ sessionId }).success).toBe(false)
})

test('an id is a lower-case UUIDv7 with its time inside', () => {
  const id = '0190A0A0-1234-7000-8000-00000000ABCD'
  expect(visitInput.parse({ ...session, id }).id).toBe(id.toLowerCase())
  expect(visitInput.safeParse({ ...session, id: v4() }).success).toBe(false)
  expect(timeInside(id)).toBe(0x0190a0a01234)
})

test.each([
  [{ price: 'x'.repeat(64) }, true],
  [{ price: 'x'.repeat(65) }, false],
  [{ price: 49.5 }, true],
  [{ price: null, planName: null, firstTouchUtm: null }, true],
  [{ price: true }, false],
  [{ firstTouchUtm: { utm_source: 7 } }, false],
])('a conversion with %j is valid: %j', (more, isOne) => {
  const sent = { ...session, conversionType: 'button_click', ...more }
  expect(conversionInput.safeParse(sent).success).toBe(isOne)
})

test.each([
  [{ key: 'x'.repeat(500) }, true],
  [{ key: 'x'.repeat(501) }, false],
  [{ ['k'.repeat(64)]: 1 }, true],
  [{ ['k'.repeat(65)]: 1 }, false],
  [{ '': 1 }, false],
  [{ a: true, b: null, c: 1.5 }, true],
  [{ a: {} }, false],
])('an A/B event with metadata %# is valid: %j', (metadata, isOne) => {
  const sent = { ...session, testName: 'landingPage', variant: 'v2', event: 'variant_assigned', metadata }
  expect(abTestInput.safeParse(sent).success).toBe(isOne)
})

test('an undeclared test has no variants to check', () => {
  const sent = { ...session, testName: 'x', variant: 'v2', event: 'variant_assigned' }
  expect(abTestInput.safeParse(sent).error?.issues.map(({ path }) => path.join('.'))).toEqual(['testName'])
})

test('an event must name a declared test and one of its variants', () => {
  const messages = abTestInput.safeParse({ ...session, event: 'variant_assigned' }).error?.issues
  expect(messages?.map(({ message }) => message)).toEqual([
    'is required: name the test',
    'is required: name the variant',
  ])
})

test.each([
  [visitInput, { sessionId: 7 }, ['is required: send the session id as text']],
  [
    visitInput,
    { ...session, occurredAt: 'now' },
    ['must be an ISO 8601 time such as 2026-01-31T09:30:00.000Z'],
  ],
  [
    conversionInput,
    { ...session, conversionType: 'sale' },
    ['must be one of button_click, form_submission, stripe_intent, whatsapp_click'],
  ],
  [
    abTestInput,
    { ...session, testName: 'landingPage', variant: 'v2', event: 'seen', conversionType: 'x', metadata: 7 },
    [
      'must be variant_assigned or conversion',
      'must be one of button_click, form_submission, stripe_intent, whatsapp_click',
      'must be an object of texts, numbers and booleans',
    ],
  ],
])('a refusal says what would be valid (%#)', (schema, sent, expected) => {
  expect(schema.safeParse(sent).error?.issues.map(({ message }) => message)).toEqual(expected)
})

test('an entry of the log holds 1 to 256 events', () => {
  expect(paths(entry)).toEqual([])
  expect(paths({ ...entry, events: Array(256).fill(visit) })).toEqual([])
  expect(paths({ ...entry, events: [] })).toEqual(['events'])
  expect(paths({ ...entry, events: Array(257).fill(visit) })).toEqual(['events'])
})

const LAST = '2105-12-31T23:59:59.999Z'
/** 2³² seconds after 1970, in milliseconds. */
const TOO_LATE = 2 ** 32 * 1000
test.each([
  [{ occurredAt: '1970-01-01T00:00:00.000Z' }, []],
  [{ occurredAt: LAST }, []],
  [{ occurredAt: '2106-01-01T00:00:00.000Z' }, ['events.0.occurredAt']],
  [{ occurredAt: '1969-12-31T23:59:59.999Z' }, ['events.0.occurredAt']],
  [{ occurredAt: '2026-03-01T12:00:00Z' }, ['events.0.occurredAt']],
  [{ id: v7({ msecs: TOO_LATE - 1 }) }, []],
  [{ id: v7({ msecs: TOO_LATE }) }, ['events.0.id']],
  // A UUIDv4 whose first bits form a valid time.
  [{ id: '00000000-0000-4000-8000-000000000000' }, ['events.0.id']],
])('a logged event with an odd time or id (%#) is refused at that field', (more, expected) => {
  expect(paths({ ...entry, events: [{ ...visit, ...more }] })).toEqual(expected)
})

test.each([{ v: 2 }, { receivedAt: 'now' }, { network: null }, { bot: undefined }])(
  'an entry with %j is invalid',
  wrong => expect(paths({ ...entry, ...wrong })).toHaveLength(1),
)
