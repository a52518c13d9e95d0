/** The fast path against Fastify's: whatever is sent, one answers as the other and leaves the same in the log. */
import type { LogEntry } from '@firsttouch/infra/log/log'
import { ingestMetrics, openRegistry } from '@firsttouch/infra/platform/metrics'
import { cleanUpAfter } from '@firsttouch/infra/rigs/testing/clean-up'
import { assertReaching } from '@firsttouch/infra/rigs/testing/reaching'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { buildIngest } from './app.ts'
import { BREAKER_LIMITS, openCircuitBreaker } from './circuit-breaker.ts'
import { openRateLimit } from './rate-limit.ts'

const cleanUp = cleanUpAfter('each')
const NOW = Date.UTC(2026, 2, 1, 9, 30)
const GIVEN = v7({ msecs: NOW - 5_000 })

/** Fastify gives up a connection whose body it could not parse; the fast path has read the body to its end. */
const MAY_DIFFER = new Set(['date', 'retry-after', 'content-length', 'connection', 'keep-alive'])

type Sent = { call: string; body: string; headers: Record<string, string> }

/** An ingest of its own; `query` makes each request one that goes through Fastify. */
const open = async (query: string, eventsPerMinute: number) => {
  const entries: LogEntry[] = []
  const registry = openRegistry()
  const log = {
    append: async (given: LogEntry[]) => {
      if (given.some(({ value }) => value.includes('refused by the log'))) throw new Error('down at 10.0.0.5')
      entries.push(...given)
    },
  }
  const app = buildIngest({
    log,
    // Never opens: when it lets the next probe through is a matter of time.
    breaker: openCircuitBreaker(log, undefined, { ...BREAKER_LIMITS, failures: Number.POSITIVE_INFINITY }),
    now: () => new Date(NOW),
    limit: openRateLimit(eventsPerMinute, () => NOW),
    metrics: ingestMetrics(registry, { inFlight: () => 0, positions: () => null }),
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  cleanUp.push(() => app.close())
  const counted = async () =>
    (await registry.metrics()).split('\n').filter(line => /^ingest_\w+_total/.test(line))
  return {
    post: async ({ call, body, headers }: Sent) => {
      const answer = await fetch(`${url}/api/analytics/${call}${query}`, { method: 'POST', body, headers })
      const told = Object.entries(Object.fromEntries(answer.headers)).filter(
        ([name]) => !MAY_DIFFER.has(name),
      )
      return { status: answer.status, told, said: withoutOwnIds(await answer.text()) }
    },
    left: async () => ({
      entries: entries.map(({ key, value }) => [key, withoutOwnIds(value)]),
      counted: await counted(),
    }),
  }
}

/** Ids that each ingest makes by itself. */
const withoutOwnIds = (text: string): string =>
  text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, id => (id === GIVEN ? id : 'own'))

const bothWith = async (eventsPerMinute = 1_000_000) => {
  const [fast, slow] = [await open('', eventsPerMinute), await open('?', eventsPerMinute)]
  return {
    same: async (sent: Sent) => {
      const answers = [await fast.post(sent), await slow.post(sent)]
      expect(answers[0]).toEqual(answers[1])
      return answers[0]?.status ?? 0
    },
    sameLeft: async () => {
      const left = [await fast.left(), await slow.left()]
      expect(left[0]).toEqual(left[1])
      return left[0]
    },
  }
}

const odd = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 6 }),
)
const often = <T>(usual: T) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })
const event = fc.record(
  {
    type: fc.oneof(fc.constantFrom('visit', 'conversion', 'ab_test'), odd),
    id: often(GIVEN),
    sessionId: often('utm_1_a'),
    occurredAt: often(new Date(NOW - 1_000).toISOString()),
    userAgent: often('Own/1'),
    pagePath: often('/?e=jo@example.com'),
    utm_campaign: fc.oneof(fc.constantFrom('spring', 'refused by the log'), odd),
    conversionType: often('button_click'),
    testName: often('landingPage'),
    variant: often('v2'),
    event: often('variant_assigned'),
  },
  { requiredKeys: ['sessionId'] },
)
const json = fc
  .oneof(event, fc.record({ events: fc.array(event, { maxLength: 4 }) }), odd)
  .map(body => JSON.stringify(body))
const sent: fc.Arbitrary<Sent> = fc.record({
  call: fc.constantFrom('visit', 'conversion', 'ab-test', 'batch'),
  body: fc.oneof(
    { weight: 10, arbitrary: json },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', '{"__proto__":1}', '{"constructor":{"prototype":1}}', '\ufeff{}'),
    },
  ),
  headers: fc.record(
    {
      'content-type': fc.constantFrom('application/json', 'text/plain;charset=UTF-8', 'text/html'),
      'user-agent': fc.constantFrom('Mozilla/5.0', 'Googlebot/2.1', 'jo@example.com'),
      'x-session-id': fc.constantFrom('utm_2_b', '\u00e9'),
      origin: fc.constantFrom('https://else.example', 'null'),
    },
    { requiredKeys: ['content-type'] },
  ),
})

const ofVisit = (utm_campaign: string, type = 'application/json'): Sent => ({
  call: 'visit',
  body: JSON.stringify({ sessionId: 'utm_1_a', utm_campaign }),
  headers: { 'content-type': type },
})

test('whatever is sent, both paths answer, count and log the same', async () => {
  const { same, sameLeft } = await bothWith()
  const statuses = new Set<number>()
  await assertReaching(
    fc.asyncProperty(sent, async one => {
      statuses.add(await same(one))
    }),
    {
      examples: [
        [ofVisit('spring')],
        [{ ...ofVisit('spring'), body: '{' }],
        [ofVisit('spring', 'text/html')],
        [ofVisit('refused by the log')],
      ],
      reached: async () => {
        expect([...statuses]).toEqual([202, 400, 415, 503])
        expect((await sameLeft())?.entries).toHaveLength(1)
      },
      numRuns: 600,
    },
  )
  await sameLeft()
})

test('both paths refuse from the same request on, by events and by bytes', async () => {
  const { same, sameLeft } = await bothWith(5)
  const headers = { 'content-type': 'application/json' }
  const visit = { call: 'visit', headers, body: JSON.stringify({ sessionId: 's' }) }
  const statuses = []
  for (let i = 0; i < 7; i++) statuses.push(await same(visit))
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429])
  await sameLeft()
  const large = { call: 'visit', headers, body: JSON.stringify({ extra: 'x'.repeat(6_000) }) }
  const byBytes = await bothWith(5)
  const refused = []
  for (let i = 0; i < 3; i++) refused.push(await byBytes.same(large))
  expect(refused).toEqual([400, 400, 429])
})

test('a batch of the most events, and one of more', async () => {
  const { same, sameLeft } = await bothWith()
  const of = (n: number) => ({
    call: 'batch',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      events: Array.from({ length: n }, (_, i) => ({ type: 'visit', id: GIVEN, sessionId: `s${i}` })),
    }),
  })
  expect([await same(of(100)), await same(of(101))]).toEqual([202, 413])
  expect((await sameLeft())?.entries).toHaveLength(100)
})
