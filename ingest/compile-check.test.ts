import fc from 'fast-check'
import { v4, v7 } from 'uuid'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { accept, type RequestFacts } from './accept.ts'
import { compileCheck } from './compile-check.ts'
import { abTestInput, conversionInput, type EventType, visitInput } from './events.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const facts: RequestFacts = { ip: '203.0.113.77', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
const CONTRACTS = { visit: visitInput, conversion: conversionInput, ab_test: abTestInput }
const NUL = String.fromCharCode(0)

const around = (most: number) =>
  [most - 1, most, most + 1].flatMap(length => [
    'x'.repeat(length),
    // Two units each.
    '😀'.repeat(Math.floor(length / 2)) + 'x'.repeat(length % 2),
    'é'.repeat(length - 1) + NUL,
  ])
const ODD = [
  undefined,
  null,
  '',
  0,
  -1.5,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  true,
  [],
  ['x'],
  {},
  { a: 1 },
  NUL,
  '\ud83d',
]
const TEXTS = [64, 255, 1024, 2048]
  .flatMap(around)
  .concat('google', 'a@b.example', '07700 900123', '  x ', 'Ünï')
const id = v7({ msecs: now.getTime() - 1000 })
const IDS = [id, id.toUpperCase(), v7({ msecs: 0 }), v4(), `${id} `, `{${id}}`, 'x']
const TIMES = [
  '2026-03-01T11:59:59.123Z',
  '2026-03-01T11:59:59Z',
  '2026-03-01T11:59:59.1Z',
  '2026-03-01T11:59:59.1234567Z',
  '2026-03-01T12:59:59.123+01:00',
  '2026-03-01T11:59Z',
  '2026-03-01T11:59:59.123',
  '2026-02-29T11:59:59.123Z',
  '2024-02-29T11:59:59.123Z',
  '2026-03-01T24:00:00.000Z',
  '2026-03-01t11:59:59.123z',
  '3026-03-01T11:59:59.123Z',
  '2026-03-01',
]
const METADATA = [19, 20, 21]
  .map(size => Object.fromEntries(Array.from({ length: size }, (_, i) => [`key${i}`, i])))
  .concat(
    [...ODD, 'x'.repeat(500), 'x'.repeat(501), '😀'.repeat(250), '😀'.repeat(251)].map(value => ({
      key: value as never,
    })),
    ['', 'k'.repeat(64), 'k'.repeat(65), '😀'.repeat(32), '😀'.repeat(33), 'constructor'].map(key => ({
      [key]: 1,
    })),
  )
const TYPES = ['button_click', 'form_submission', 'nap', 'constructor']
const POOLS: Record<string, unknown[]> = {
  id: IDS,
  occurredAt: TIMES,
  timestamp: TIMES,
  sessionId: ['s', 'utm_1772366400000_abc', 'a b', 'x'.repeat(128), 'x'.repeat(129), 's\n', 'canary_x', 'ä'],
  conversionType: TYPES,
  event: ['variant_assigned', 'conversion', 'seen'],
  testName: ['landingPage', 'trialHeading', 'x', 'constructor'],
  variant: ['control', 'v2', 'freeWeek', 'v9', 'x'.repeat(64), 'x'.repeat(65)],
  metadata: METADATA,
  price: [...TEXTS, 49.5],
  firstTouchUtm: [
    { utm_source: 'google' },
    { utm_source: 7 },
    { utm_term: null, more: 1 },
    { utm_medium: `a${NUL}` },
  ],
}
const poolOf = (name: string): unknown[] => [...(POOLS[name] ?? TEXTS), ...ODD]
const VALID: Record<EventType, Record<string, unknown>> = {
  visit: { sessionId: 's' },
  conversion: { sessionId: 's', conversionType: 'button_click' },
  ab_test: { sessionId: 's', testName: 'landingPage', variant: 'v2', event: 'variant_assigned' },
}
const events = Object.entries(CONTRACTS).map(([type, contract]) => {
  const names = [...Object.keys(contract.shape), 'timestamp', 'unknown']
  const some = fc
    .subarray(names, { maxLength: 6 })
    .chain(chosen =>
      fc.record(Object.fromEntries(chosen.map(name => [name, fc.constantFrom(...poolOf(name))]))),
    )
  return {
    type: type as EventType,
    contract,
    names,
    some: some.map(more => ({ ...VALID[type as EventType], ...more })),
  }
})
const checks = {
  visit: compileCheck(visitInput),
  conversion: compileCheck(conversionInput),
  ab_test: compileCheck(abTestInput),
}

/** What `accept` answers, by the longer way: zod reads every event, and what it made of it goes in. */
const acceptedByZod = (type: EventType, sent: unknown) => {
  const { data, error } = CONTRACTS[type].safeParse(sent)
  if (!error) return accept(type, data, facts, now)
  const issues = error.issues.slice(0, 10).map(({ path, message }) => ({
    path: path.join('.'),
    message: [...(path.length > 0 ? [path.join('.')] : []), message].join(' '),
  }))
  return { ok: false, code: 'invalid', issues }
}
/** An event without an id is given a new one each time. */
const withoutMadeId = (sent: { id?: unknown }, result: unknown) =>
  JSON.parse(JSON.stringify(result), (key, value) => (key === 'id' && sent.id === undefined ? 'made' : value))

const agree = (type: EventType, sent: Record<string, unknown>) => {
  expect(checks[type](sent), JSON.stringify(sent)).toBe(CONTRACTS[type].safeParse(sent).success)
  expect(withoutMadeId(sent, accept(type, sent, facts, now))).toEqual(
    withoutMadeId(sent, acceptedByZod(type, sent)),
  )
}

test.each(events)(
  'the check of $type takes what zod takes, each odd value in each field',
  ({ type, names }) => {
    for (const name of names) for (const value of poolOf(name)) agree(type, { ...VALID[type], [name]: value })
    for (const sent of ODD) expect(checks[type](sent)).toBe(CONTRACTS[type].safeParse(sent).success)
  },
)

test.each(events)(
  'the check of $type takes what zod takes, with any odd values together',
  ({ type, some }) => {
    fc.assert(
      fc.property(some, sent => agree(type, sent)),
      { numRuns: 2_000 },
    )
  },
)

test('what only zod leaves out of an object is left out, whatever the check says', () => {
  const sent = JSON.parse('{"__proto__":{"a":1},"metadata":{"__proto__":"x","a":1}}')
  expect(withoutMadeId({}, accept('ab_test', { ...VALID.ab_test, ...sent }, facts, now))).toEqual(
    withoutMadeId({}, acceptedByZod('ab_test', { ...VALID.ab_test, ...sent })),
  )
})

test.each([
  [z.string().trim(), /overwrite/],
  [z.object({ a: z.number().multipleOf(3) }), /multiple_of/],
  [z.string().regex(/x/i), /\/x\/i/],
])('a rule that no check can be compiled from is named at the start (%#)', (schema, rule) => {
  expect(() => compileCheck(schema)).toThrow(rule)
})
