import type { LogEntry } from '@firsttouch/infra/log/log'
import { openRegistry } from '@firsttouch/infra/platform/metrics'
import Fastify from 'fastify'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { buildIngest, ingestRoutes } from './app.ts'
import { type LogEnvelope, RECORD_EVENTS } from './events.ts'
import { boundId } from './identify.ts'
import { ingestMetrics } from './metrics.ts'
import { openRateLimit } from './rate-limit.ts'

const ELSEWHERE = { allowed: () => new Set(['elsewhere.test']), saw: () => undefined }

const open = (append?: (entries: LogEntry[]) => Promise<void>) => {
  const log: LogEntry[] = []
  const keep = async (entries: LogEntry[]) => void log.push(...entries)
  const app = buildIngest({ log: { append: append ?? keep }, tagHosts: ELSEWHERE })
  const post = (call: string, payload: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: `/api/analytics/${call}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  const events = () => log.flatMap(entry => (JSON.parse(entry.value) as LogEnvelope).events)
  return { log, post, events }
}

const visit = { sessionId: 'utm_1_a', utm_source: 'google', utm_campaign: 'spring', pagePath: '/' }
const conversion = {
  sessionId: 'utm_1_a',
  conversionType: 'button_click',
  firstTouchUtm: { utm_campaign: 'spring' },
}
const exposure = { testName: 'landingPage', variant: 'v2', event: 'variant_assigned' }

describe('the three calls of the specification', () => {
  test.each([
    ['visit', visit, {}],
    ['conversion', conversion, {}],
    ['ab-test', exposure, { 'x-session-id': 'utm_1_a' }],
  ])(
    'POST /api/analytics/%s answers 202 with the sent id, and the logged id derives from id and session',
    async (call, body, headers) => {
      const { post, events, log } = open()
      const id = v7()
      const answer = await post(call, { ...body, id }, headers)
      expect(answer.statusCode).toBe(202)
      expect(answer.json()).toEqual({ id })
      expect(events()).toMatchObject([{ id: boundId('utm_1_a', id), sessionId: 'utm_1_a' }])
      expect(log[0]?.key).toBe('utm_1_a')
    },
  )
})

test('the server sends back the visitor’s identity cookie, and no other cookie', async () => {
  const { post } = open()
  const cookie = async (sent: string, body: object = visit) =>
    (await post('visit', body, { cookie: sent })).headers['set-cookie']
  expect(await cookie('sid=1; firsttouch=a=b%20c+d&e=*-.; b=2')).toBe(
    'firsttouch=a=b%20c+d&e=*-.; Path=/; Max-Age=34000000; SameSite=Lax',
  )
  for (const sent of [
    '',
    'sid=1',
    'xfirsttouch=a',
    'firsttouch=',
    'firsttouch=a"b',
    `firsttouch=${'a'.repeat(4_001)}`,
  ])
    expect(await cookie(sent)).toBeUndefined()
  expect(await cookie('firsttouch=a', {})).toBeUndefined()
})

test.each([['visit'], ['batch']])(
  'a retry with the answered or the sent id gets the first attempt’s logged id (%s)',
  async call => {
    const { post, events } = open()
    const first = await post('visit', visit)
    const { id } = first.json()
    const again = { type: 'visit', ...visit, id: id.toUpperCase() }
    await post(call, call === 'batch' ? { events: [again, { ...again, sessionId: 'utm_2_b' }] } : again)
    const [one, two, other] = events().map(event => event.id)
    expect([first.statusCode, one]).toEqual([202, two])
    expect(other === undefined || other !== one).toBe(true)
    expect(one).not.toBe(id)
  },
)

test('a log entry has the same request id as the log lines', async () => {
  const lines: string[] = []
  const entries: LogEntry[] = []
  const append = async (given: LogEntry[]) => void entries.push(...given)
  const stream = { write: (line: string) => void lines.push(line) }
  const app = buildIngest({ log: { append } }, { logger: { level: 'info', stream } })
  await app.inject({ method: 'POST', url: '/api/analytics/visit', payload: visit })
  const { requestId } = JSON.parse(entries[0]?.value ?? '{}') as LogEnvelope
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(lines.filter(line => JSON.parse(line).reqId === requestId).length).toBeGreaterThan(0)
})

test.each([
  [{ ...visit, type: 'visit', userAgent: 'Own/1' }, 'Own/1'],
  [{ ...visit, type: 'visit' }, 'Header/1'],
])('the log entry of %j names the sender %s', async (event, userAgent) => {
  const { post, log } = open()
  await post('batch', { events: [{ ...visit, type: 'visit' }, event] }, { 'user-agent': 'Header/1' })
  expect(log.map(entry => (JSON.parse(entry.value) as LogEnvelope).userAgent)).toEqual([userAgent])
})

test('S-37 events with contact data are counted once the log holds them without it', async () => {
  const metrics = ingestMetrics(openRegistry(), { inFlight: () => 0, positions: () => null })
  const entries: LogEntry[] = []
  const app = buildIngest({ log: { append: async given => void entries.push(...given) }, metrics })
  const post = (call: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api/analytics/${call}`, payload })
  const typed = { ...visit, type: 'visit' }
  await post('visit', { ...visit, referrer: 'https://x.test/?e=jo@example.com' })
  await post('batch', { events: [typed, { ...typed, utm_term: '+44 7700 900123' }, { type: 'visit' }] })
  expect((await metrics.contactData.get()).values).toMatchObject([{ value: 2 }])
  expect(entries.map(entry => entry.value).join()).not.toMatch(/jo@|900123/)
})

describe('the batch call', () => {
  test('a batch is accepted in part, and its answer names each invalid event by its index', async () => {
    const { post, events } = open()
    const answer = await post('batch', {
      events: [
        { type: 'visit', ...visit },
        { type: 'nap' },
        { type: 'conversion', ...conversion, conversionType: 'x' },
      ],
    })
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({
      accepted: 1,
      rejected: [
        { index: 1, code: 'unknown_type', message: expect.stringContaining('type') },
        { index: 2, code: 'invalid', message: expect.stringContaining('conversionType') },
      ],
    })
    expect(events()).toHaveLength(1)
  })

  test('events of one session share one log entry, in their order', async () => {
    const { post, log } = open()
    const other = { type: 'visit', ...visit, sessionId: 'utm_2_b' }
    await post('batch', {
      events: [{ type: 'visit', ...visit }, other, { type: 'conversion', ...conversion }],
    })
    expect(log.map(entry => entry.key)).toEqual(['utm_1_a', 'utm_2_b'])
    const types = log.map(entry => (JSON.parse(entry.value) as LogEnvelope).events.map(event => event.type))
    expect(types).toEqual([['visit', 'conversion'], ['visit']])
  })

  test('a beacon may send the same JSON as plain text, from a host in the settings', async () => {
    const { post, events } = open()
    const body = { events: [{ type: 'visit', ...visit }] }
    const answer = await post('batch', body, {
      'content-type': 'text/plain;charset=UTF-8',
      origin: 'https://elsewhere.test',
    })
    expect(answer.statusCode).toBe(202)
    expect(answer.headers['access-control-allow-origin']).toBe('https://elsewhere.test')
    expect(answer.headers['access-control-expose-headers']).toBe('Retry-After')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    expect(events()).toHaveLength(1)
  })
})

test('pages on a configured host can read every refusal and when to retry', async () => {
  const away = { append: () => Promise.reject(new Error('away')) }
  const event = { type: 'visit', ...visit }
  const refusals = [
    [503, { log: away }, { events: [event] }],
    [429, { log: away, limit: openRateLimit(0) }, { events: [event] }],
    [413, { log: away }, { events: [{ ...event, referrer: 'x'.repeat(300_000) }] }],
    [400, { log: away }, { events: [] }],
  ] as const
  for (const [status, deps, payload] of refusals) {
    const headers = { origin: 'https://elsewhere.test' }
    const answer = await buildIngest({ ...deps, tagHosts: ELSEWHERE }).inject({
      method: 'POST',
      url: '/api/analytics/batch',
      headers,
      payload,
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'access-control-allow-origin': headers.origin,
      'access-control-expose-headers': 'Retry-After',
      ...(status === 503 || status === 429 ? { 'retry-after': expect.stringMatching(/^\d+$/) } : {}),
    })
  }
})

test('S-12 pages on a configured host may ask to post events, and for nothing else of this server', async () => {
  const app = buildIngest({ log: { append: async () => undefined }, tagHosts: ELSEWHERE })
  const asked = (url: string, origin = 'https://elsewhere.test') =>
    app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin, 'access-control-request-method': 'DELETE' },
    })
  const allowed = await asked('/api/analytics/batch')
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': 'https://elsewhere.test',
    'access-control-allow-methods': 'POST',
  })
  const evil = await asked('/api/analytics/batch', 'https://evil.test')
  expect(Object.keys(evil.headers).filter(name => name.startsWith('access-control'))).toEqual([])
  expect(allowed.headers['access-control-allow-credentials']).toBeUndefined()
  // An OPTIONS request without CORS headers is not an error of the sender.
  const bare = await app.inject({ method: 'OPTIONS', url: '/api/analytics/batch' })
  expect(bare.statusCode).toBe(204)
  for (const url of ['/', '/api/admin/leads', '/api/contact']) {
    const refused = await asked(url)
    expect([url, refused.statusCode]).toEqual([url, 404])
    expect(Object.keys(refused.headers).filter(name => name.startsWith('access-control'))).toEqual([])
  }
})

describe('bad input is a 4xx that says what to do, and nothing is stored', () => {
  test.each([
    ['broken JSON', 'visit', '{"sessionId":', 400, /not valid JSON/],
    ['an empty body', 'visit', '', 400, /empty/],
    ['no session', 'visit', { pagePath: '/' }, 400, /sessionId/],
    ['the year 3000', 'visit', { ...visit, occurredAt: '3000-01-01T00:00:00Z' }, 400, /occurredAt/],
    [
      '10,000 characters of campaign',
      'visit',
      { ...visit, utm_campaign: 'x'.repeat(10_000) },
      400,
      /utm_campaign/,
    ],
    ['a body of 3 MB', 'visit', { ...visit, pagePath: 'x'.repeat(3_000_000) }, 413, /too large/],
    [
      'an unknown event type',
      'batch',
      { events: [{ type: 'nap', sessionId: 's' }] },
      400,
      /type must be one of/,
    ],
    ['no events', 'batch', { events: [] }, 400, /1 to 100/],
    ['events that are no list', 'batch', { events: 'all' }, 400, /1 to 100/],
    ['101 events', 'batch', { events: Array(101).fill({ type: 'visit', ...visit }) }, 413, /at most 100/],
    ['null for a batch', 'batch', 'null', 400, /1 to 100/],
    ['a number for a batch', 'batch', '7', 400, /1 to 100/],
    ['an array for a body', 'visit', [visit], 400, /object/],
  ])('%s', async (_, call, body, status, detail) => {
    const { post, log } = open()
    const answer = await post(call, body)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({ status, detail: expect.stringMatching(detail) })
    if (call === 'batch' && detail.source === '1 to 100')
      expect(answer.json().issues).toEqual([
        { path: 'events', message: 'events must be a list with 1 to 100 events' },
      ])
    expect(log).toEqual([])
  })

  test('in a batch without a valid event each event is named by its index', async () => {
    const answer = await open().post('batch', { events: [{ type: 'nap' }, { type: 'visit' }] })
    expect(answer.json().issues).toEqual([
      { path: 'events.0', message: 'type must be one of visit, conversion, ab_test, engagement' },
      { path: 'events.1', message: expect.stringContaining('sessionId') },
    ])
  })

  test.each(RECORD_EVENTS)('an event of type %s, which only the API may send, is refused', async type => {
    const { post, log, events } = open()
    const forged = {
      type,
      ...visit,
      lead: v7(),
      campaign: v7(),
      version: 9,
      status: 'qualified',
      name: 'Mine',
    }
    const answer = await post('batch', { events: [forged] })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().detail).toMatch(/type must be one of visit, conversion, ab_test/)
    expect(log).toEqual([])
    for (const call of ['visit', 'conversion', 'ab-test'])
      await post(call, { ...conversion, ...exposure, ...forged, event: 'variant_assigned' })
    expect(events().map(event => event.type)).toEqual(['visit', 'conversion', 'ab_test'])
    expect(JSON.stringify(events())).not.toMatch(/"version"|qualified|Mine/)
  })

  test.each([
    ['2,000 properties with long names', Array.from({ length: 2_000 }, (_, i) => `${i}${'k'.repeat(100)}`)],
    ['a name of 200,000 characters', ['k'.repeat(200_000)]],
  ])('%s: the answer names the fault and is short', async (_what, names) => {
    const metadata = Object.fromEntries(names.map(name => [name, 1]))
    const event = { type: 'ab_test', sessionId: 'utm_1_a', ...exposure, metadata }
    const { post } = open()
    const both = [await post('ab-test', event), await post('batch', { events: [event] })]
    for (const answer of both) {
      expect([answer.statusCode, answer.json().issues.length > 0]).toEqual([400, true])
      expect(answer.body).toMatch(/metadata/)
      expect(answer.body.length).toBeLessThan(10_000)
    }
  })

  test('a content type that is not JSON', async () => {
    const answer = await open().post('visit', '<visit/>', { 'content-type': 'text/xml' })
    expect(answer.statusCode).toBe(415)
  })

  test('a call that does not exist', async () => {
    expect((await open().post('purchase', visit)).statusCode).toBe(404)
  })
})

test('every call declares itself public, as staff calls are private by default', async () => {
  const app = Fastify()
  const access: unknown[] = []
  app.addHook('onRoute', ({ method, config }) => {
    if (method === 'POST') access.push(config && 'access' in config ? config.access : undefined)
  })
  await app.register(ingestRoutes({ log: { append: async () => undefined } }))
  expect(access).toEqual(['public', 'public', 'public', 'public'])
})

test('an event that the log refuses is not acknowledged, and our log lines say why', async () => {
  const lines: string[] = []
  const append = () => Promise.reject(new Error('log is down at 10.0.0.5'))
  const stream = { write: (line: string) => void lines.push(line) }
  const app = buildIngest({ log: { append } }, { logger: { level: 'error', stream } })
  const answer = await app.inject({ method: 'POST', url: '/api/analytics/visit', payload: visit })
  expect(lines.join()).toMatch(/10\.0\.0\.5.*the log rejected an append/)
  expect(answer.statusCode).toBe(503)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(answer.body).not.toContain('10.0.0.5')
})
