import { v4, v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { accept, acceptTyped, envelope, type RequestFacts } from './accept.ts'
import { logEnvelope, timeInside } from './events.ts'
import { boundId } from './identify.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const facts: RequestFacts = { ip: '203.0.113.77', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
const visit = { sessionId: 'utm_1772366400000_abc', pagePath: '/' }

const accepted = (result: ReturnType<typeof accept>) => {
  if (!result.ok) throw new Error(JSON.stringify(result.issues))
  return result.event
}
const refusal = (result: ReturnType<typeof accept>) => {
  if (result.ok) throw new Error('was accepted')
  return result.issues
}

test('only the system’s canary may use the session of its test events', () => {
  const canary = { ...visit, sessionId: 'canary_spoof' }
  for (const sender of ['', facts.userAgent, 'firsttouch-canary/2'])
    expect(refusal(accept('visit', canary, { ...facts, userAgent: sender }, now))).toEqual([
      { path: 'sessionId', message: expect.stringMatching(/^sessionId must not begin with canary_/) },
    ])
  const sender = { ...facts, userAgent: 'firsttouch-canary' }
  expect(refusal(accept('visit', { ...canary, userAgent: 'x' }, sender, now))).toHaveLength(1)
  expect(accepted(accept('visit', canary, sender, now)).sessionId).toBe('canary_spoof')
})

describe('identity and time', () => {
  test('an event without id and time gets both from the clock', () => {
    const event = accepted(accept('visit', visit, facts, now))
    expect(event.occurredAt).toBe('2026-03-01T12:00:00.000Z')
    expect(timeInside(event.id)).toBe(now.getTime())
  })

  test('an event keeps its time, its logged id derives from its session, and the answer has the sent id', () => {
    const id = v7({ msecs: now.getTime() - 5000 })
    const occurredAt = '2026-03-01T12:59:55.000+01:00'
    const result = accept('visit', { ...visit, id, occurredAt }, facts, now)
    expect(result).toMatchObject({ ok: true, id })
    const logged = { id: boundId(visit.sessionId, id), occurredAt: '2026-03-01T11:59:55.000Z' }
    expect(accepted(result)).toMatchObject(logged)
  })

  test('an A/B conversion keeps its type', () => {
    const sent = { ...visit, testName: 'landingPage', variant: 'v2', event: 'conversion' }
    const conversion = accept('ab_test', { ...sent, conversionType: 'button_click' }, facts, now)
    expect(accepted(conversion)).toMatchObject({ conversionType: 'button_click' })
  })

  test('an event with only an id happened at the time inside the id', () => {
    const id = v7({ msecs: now.getTime() - 90_000 })
    expect(accepted(accept('visit', { ...visit, id }, facts, now)).occurredAt).toBe(
      '2026-03-01T11:58:30.000Z',
    )
  })

  test('an A/B event’s timestamp is its time unless occurredAt is given', () => {
    const abTest = { sessionId: 's1', testName: 'landingPage', variant: 'v2', event: 'variant_assigned' }
    const timestamp = '2026-03-01T10:00:00.000Z'
    expect(accepted(accept('ab_test', { ...abTest, timestamp }, facts, now)).occurredAt).toBe(timestamp)
    const occurredAt = '2026-03-01T11:00:00.000Z'
    expect(accepted(accept('ab_test', { ...abTest, timestamp, occurredAt }, facts, now)).occurredAt).toBe(
      occurredAt,
    )
  })

  test.each([
    ['occurredAt in the year 3000', { occurredAt: '3000-01-01T00:00:00.000Z' }, 'occurredAt'],
    ['occurredAt 31 days ago', { occurredAt: '2026-01-29T12:00:00.000Z' }, 'occurredAt'],
    ['occurredAt that is no time', { occurredAt: 'yesterday' }, 'occurredAt'],
    ['an id two days ahead', { id: v7({ msecs: now.getTime() + 2 * 86_400_000 }) }, 'id'],
    ['an id of 31 days ago', { id: v7({ msecs: now.getTime() - 31 * 86_400_000 }) }, 'id'],
    ['an id that is a random UUID', { id: v4() }, 'id'],
    ['an id that is no UUID', { id: 'visit-1' }, 'id'],
    // One millisecond after the latest accepted time.
    ['occurredAt a day and a millisecond ahead', { occurredAt: '2026-03-02T12:00:00.001Z' }, 'occurredAt'],
  ])('%s is refused with the name of the field', (_, fields, path) => {
    const issues = refusal(accept('visit', { ...visit, ...fields }, facts, now))
    expect(issues.map(issue => issue.path)).toContain(path)
    for (const issue of issues) expect(issue.message).toContain(issue.path)
  })
})

test.each([
  [{ occurredAt: '2026-03-02T12:00:00.000Z' }],
  [{ occurredAt: '2026-01-30T12:00:00.000Z' }],
  [{ id: v7({ msecs: now.getTime() + 86_400_000 }) }],
  [{ id: v7({ msecs: now.getTime() - 30 * 86_400_000 }) }],
])('%j is the last accepted time', fields => {
  expect(accepted(accept('visit', { ...visit, ...fields }, facts, now)).sessionId).toBe(visit.sessionId)
})

test('a refused time of an A/B event is reported under the field that the sender used', () => {
  const sent = { ...visit, testName: 'landingPage', variant: 'v2', event: 'variant_assigned' }
  const far = '2027-01-01T00:00:00.000Z'
  const pathsOf = (more: object) =>
    refusal(accept('ab_test', { ...sent, ...more }, facts, now)).map(one => one.path)
  expect(pathsOf({ timestamp: far })).toEqual(['timestamp'])
  expect(pathsOf({ timestamp: far, occurredAt: far })).toEqual(['occurredAt'])
  expect(pathsOf({ id: v7({ msecs: Date.parse(far) }) })).toEqual(['occurredAt', 'id'])
})

describe('fields', () => {
  test.each([
    ['a missing session', 'visit', { pagePath: '/' }, 'sessionId'],
    ['a session with spaces', 'visit', { sessionId: 'a b' }, 'sessionId'],
    [
      'a UTM value of 10,000 characters',
      'visit',
      { ...visit, utm_campaign: 'x'.repeat(10_000) },
      'utm_campaign',
    ],
    ['a NUL character', 'visit', { ...visit, utm_term: `a${String.fromCharCode(0)}b` }, 'utm_term'],
    ['a number for a text', 'visit', { ...visit, utm_source: 7 }, 'utm_source'],
    ['an unknown conversion type', 'conversion', { sessionId: 's', conversionType: 'nap' }, 'conversionType'],
    [
      'an undeclared test',
      'ab_test',
      { sessionId: 's', testName: 'x', variant: 'v2', event: 'variant_assigned' },
      'testName',
    ],
    [
      'a variant of another test',
      'ab_test',
      { sessionId: 's', testName: 'landingPage', variant: 'v9', event: 'variant_assigned' },
      'variant',
    ],
    [
      'an A/B conversion without its type',
      'ab_test',
      { sessionId: 's', testName: 'landingPage', variant: 'v2', event: 'conversion' },
      'conversionType',
    ],
    [
      'an A/B conversion whose type is null',
      'ab_test',
      { sessionId: 's', testName: 'landingPage', variant: 'v2', event: 'conversion', conversionType: null },
      'conversionType',
    ],
  ] as const)('%s is refused with the name of the field', (_, type, input, path) => {
    expect(refusal(accept(type, input, facts, now)).map(issue => issue.path)).toEqual([path])
  })

  test.each([null, 'visit', 42, [], undefined])('the input %j is not an event', input => {
    expect(refusal(accept('visit', input, facts, now))).toHaveLength(1)
  })

  test("a conversion holds its session's first touch and its extras", () => {
    const input = {
      sessionId: 's1',
      conversionType: 'stripe_intent',
      firstTouchUtm: { utm_source: 'google', utm_campaign: 'spring' },
      planType: 'regional',
      price: 25,
      formType: '',
    }
    expect(accepted(accept('conversion', input, facts, now))).toMatchObject({
      utm: { utm_source: 'google', utm_medium: '', utm_campaign: 'spring' },
      properties: { planType: 'regional', price: 25 },
    })
  })

  test('each UTM value has its own field, in a visit and in the first touch of a conversion', () => {
    const utm = {
      utm_source: 'google',
      utm_medium: 'cpc',
      utm_campaign: 'spring',
      utm_content: 'red banner',
      utm_term: 'roof repair',
    }
    expect(accepted(accept('visit', { ...visit, ...utm }, facts, now))).toMatchObject({ utm })
    const conversion = { ...visit, conversionType: 'button_click', firstTouchUtm: utm }
    expect(accepted(accept('conversion', conversion, facts, now))).toMatchObject({ utm })
  })

  test.each([
    [20, []],
    [21, ['metadata']],
  ])('an A/B event with %i metadata entries is refused at %j', (entries, paths) => {
    const metadata = Object.fromEntries(Array.from({ length: entries }, (_, i) => [`key${i}`, i]))
    const sent = { ...visit, testName: 'landingPage', variant: 'v2', event: 'variant_assigned', metadata }
    const result = accept('ab_test', sent, facts, now)
    expect(result.ok ? [] : result.issues.map(({ path }) => path)).toEqual(paths)
  })

  test('a visit carries the names of listed click ids in the list’s order, and drops other names', () => {
    const clickIds = ['fbclid', 'gclid', 'gclid', 'x\0', '', '__proto__', 'GCLID']
    const event = accepted(accept('visit', { ...visit, clickIds, host: 'Shop.Example' }, facts, now))
    expect(event).toMatchObject({ clickIds: ['gclid', 'fbclid'], host: 'shop.example' })
    for (const none of [undefined, null, [], ['x'.repeat(5_000)]])
      expect(accepted(accept('visit', { ...visit, clickIds: none, linkFaults: none }, facts, now))).toEqual(
        expect.not.objectContaining({ clickIds: expect.anything(), linkFaults: expect.anything() }),
      )
    expect(refusal(accept('visit', { ...visit, clickIds: 'gclid' }, facts, now))).toEqual([
      { path: 'clickIds', message: 'clickIds must be a list of names' },
    ])
  })

  test('a conversion carries the referrer and click ids of the first touch', () => {
    const firstTouchUtm = {
      utm_source: 'google',
      referrer: 'https://x.test/y?token=1',
      clickIds: ['msclkid'],
    }
    const sent = { sessionId: visit.sessionId, conversionType: 'button_click', firstTouchUtm }
    expect(accepted(accept('conversion', sent, facts, now))).toMatchObject({
      utm: { utm_source: 'google' },
      referrer: 'https://x.test/y',
      clickIds: ['msclkid'],
    })
  })

  test('query strings of page and referrer are dropped, because they may contain addresses and tokens', () => {
    const input = { ...visit, pagePath: '/trial?email=a@b.c#top', referrer: 'https://x.test/y?token=1' }
    expect(accepted(accept('visit', input, facts, now))).toMatchObject({
      pagePath: '/trial',
      referrer: 'https://x.test/y',
    })
  })

  test('the session may come in the header, and the body takes precedence', () => {
    const withHeader = { ...facts, sessionId: 'from-header' }
    expect(accepted(accept('visit', { pagePath: '/' }, withHeader, now)).sessionId).toBe('from-header')
    expect(accepted(accept('visit', visit, withHeader, now)).sessionId).toBe(visit.sessionId)
  })

  test('unknown fields are dropped, and __proto__ is an ordinary name', () => {
    const input = JSON.parse('{"sessionId":"s1","__proto__":{"bot":true},"admin":1}')
    const event = accepted(accept('visit', input, facts, now))
    expect(Object.keys(event)).not.toContain('admin')
    expect(({} as Record<string, unknown>).bot).toBeUndefined()
  })
})

test('an entry with every type of event matches the log’s contract in every field', () => {
  const firstTouchUtm = { utm_source: 'google', utm_medium: null, utm_campaign: 'spring' }
  const test = { testName: 'landingPage', variant: 'v2', event: 'conversion', conversionType: 'button_click' }
  const events = [
    accept('visit', { ...visit, ...firstTouchUtm, referrer: 'https://www.google.com/' }, facts, now),
    accept('conversion', { ...visit, conversionType: 'button_click', firstTouchUtm, price: 49 }, facts, now),
    accept('ab_test', { ...visit, ...test, metadata: { screen: 3, wide: true } }, facts, now),
  ].map(accepted)
  const entry = envelope(events, '', { ...facts, requestId: 'a' }, now)
  expect(logEnvelope.parse(JSON.parse(JSON.stringify(entry)))).toEqual(entry)
})

test('an empty field is omitted from the properties, and 0 is not', () => {
  const sent = { ...visit, conversionType: 'button_click', buttonType: '', formType: null, price: 0 }
  const event = accepted(accept('conversion', sent, facts, now))
  expect(event).toMatchObject({ properties: { price: 0 } })
  expect(Object.keys('properties' in event ? event.properties : {})).toEqual(['price'])
  const priceless = accepted(accept('conversion', { ...sent, price: undefined }, facts, now))
  expect(priceless).toHaveProperty('properties', {})
  expect(Object.keys('properties' in priceless ? priceless.properties : { none: 1 })).toEqual([])
  const test = { ...visit, testName: 'landingPage', variant: 'v2', event: 'variant_assigned' }
  expect(accepted(accept('ab_test', test, facts, now))).toMatchObject({ conversionType: '', properties: {} })
  const withNull = { ...test, metadata: { left: null, kept: false } }
  expect(accepted(accept('ab_test', withNull, facts, now))).toHaveProperty('properties', { kept: false })
})

test('an answer names at most ten problems, and at most 100 characters of a path', () => {
  const metadata = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}${'k'.repeat(200)}`, 1]))
  const test = { ...visit, testName: 'landingPage', variant: 'v2', event: 'variant_assigned' }
  const issues = refusal(accept('ab_test', { ...test, metadata }, facts, now))
  expect(issues).toHaveLength(10)
  for (const { path, message } of issues) {
    expect(path).toHaveLength(100)
    expect(message.startsWith(`${path} `)).toBe(true)
  }
  const [whole] = refusal(accept('visit', 7, facts, now))
  expect([whole?.path, whole?.message.startsWith(' ')]).toEqual(['', false])
})

test('an event in a batch needs a type', () => {
  for (const type of ['constructor', ['visit'], 7, undefined])
    expect(acceptTyped({ ...visit, type }, facts, now)).toMatchObject({ code: 'unknown_type' })
  expect(acceptTyped([], facts, now)).toMatchObject({ code: 'unknown_type' })
  expect(acceptTyped(null, facts, now)).toMatchObject({ code: 'unknown_type' })
  expect(acceptTyped({ type: 'visit', ...visit }, facts, now).ok).toBe(true)
  expect(acceptTyped({ type: 'purchase', ...visit }, facts, now)).toMatchObject({ code: 'unknown_type' })
  expect(acceptTyped('visit', facts, now)).toMatchObject({ code: 'unknown_type' })
})
