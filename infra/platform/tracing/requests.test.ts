import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { openTestTracing } from '../../rigs/testing/tracing/test-tracing.ts'
import { openHttp } from '../http/http.ts'
import { traceRequests } from './requests.ts'

const SERVER = 2
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const SAMPLED = `00-${TRACE}-${PARENT}-01`

const cleanUp = cleanUpAfter('each')

const traced = async (env: Record<string, string> = {}) => {
  const { tracing, received, bodies } = await openTestTracing(env)
  const lines: string[] = []
  const app = openHttp({ logger: { level: 'info', stream: { write: (line: string) => lines.push(line) } } })
  traceRequests(app, tracing)
  cleanUp.push(() => app.close())
  const step = () =>
    tracing.step({ name: 'step', kind: 'client', attributes: {} }, async span => span?.traceparent)
  app.post('/visits/:id', async request => {
    await Promise.resolve()
    request.log.warn('said in the handler')
    return { step: await step() }
  })
  app.get('/broken', async () => {
    throw new Error('secret@example.com is not to be told')
  })
  app.get('/health/live', async () => 'alive')
  return { app, received, lines, bodies }
}

const visit = (app: FastifyInstance, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/visits/7?email=quill@example.com',
    headers: { 'content-type': 'application/json', ...headers },
    payload: { email: 'quill@example.com' },
  })

describe('a request', () => {
  test('a request is a span with method, declared route and status, and its steps are its children', async () => {
    const { app, received } = await traced()
    const answer = (await visit(app)).json()
    const [step, server, ...more] = await received()
    expect(more).toEqual([])
    expect(server).toMatchObject({
      service: 'firsttouch-ingest',
      name: 'POST /visits/:id',
      kind: SERVER,
      failed: false,
    })
    expect(server?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/visits/:id',
      'http.response.status_code': 200,
      'firsttouch.request.id': expect.any(String),
    })
    expect(step).toMatchObject({ name: 'step', traceId: server?.traceId, parentSpanId: server?.spanId })
    expect(answer.step).toBe(`00-${step?.traceId}-${step?.spanId}-01`)
  })

  test('the steps of a request with a late body on a reused connection are its children too', async () => {
    const { app, received } = await traced()
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const steps: string[] = []
    for (const id of [1, 2]) {
      const body = new ReadableStream({
        async start(stream) {
          stream.enqueue(Buffer.from('{"email":'))
          await sleep(20)
          stream.enqueue(Buffer.from('"quill@example.com"}'))
          stream.close()
        },
      })
      const headers = { 'content-type': 'application/json' }
      const options: RequestInit = Object.assign({ duplex: 'half' }, { method: 'POST', headers, body })
      const answer = await fetch(`${url}/visits/${id}`, options)
      steps.push((await answer.json()).step)
    }
    await app.close()
    const servers = (await received()).filter(({ kind }) => kind === SERVER)
    expect(steps.map(step => step?.split('-')[1])).toEqual(servers.map(({ traceId }) => traceId))
    expect(new Set(steps).size).toBe(2)
  })

  test('the span of a request has no address, query, body, headers or quoted values', async () => {
    const { app, received, bodies } = await traced()
    await visit(app, { 'user-agent': 'quill@example.com', tracestate: 'who=quill@example.com' })
    await app.inject({ url: '/broken', headers: { cookie: 'session=secret' } })
    await app.inject({ url: '/no/secret/place' })
    const spans = await received()
    expect(spans.map(({ name, failed }) => [name, failed])).toEqual([
      ['step', false],
      ['POST /visits/:id', false],
      ['GET /broken', true],
      ['GET', false],
    ])
    expect(bodies.join()).not.toMatch(/quill|example\.com|secret|127\.0\.0\.1/)
  })

  test('a load balancer’s health check makes no span', async () => {
    const { app, received } = await traced()
    await app.inject('/health/live')
    expect(await received()).toEqual([])
  })

  test('the log lines of a request have its trace, and its span has the request’s id', async () => {
    const { app, received, lines } = await traced()
    await visit(app)
    const [, server] = await received()
    const said = lines.map(line => JSON.parse(line)).filter(({ trace_id }) => trace_id !== undefined)
    expect(said.map(({ msg, trace_id, reqId }) => ({ msg, trace_id, reqId }))).toEqual(
      ['said in the handler', 'request completed'].map(msg => ({
        msg,
        trace_id: server?.traceId,
        reqId: server?.attributes['firsttouch.request.id'],
      })),
    )
  })
})

describe('an untrusted traceparent', () => {
  test('an untrusted traceparent becomes a link, and changes neither the trace id nor the sampling', async () => {
    const { app, received } = await traced()
    await visit(app, { traceparent: SAMPLED })
    const [, server] = await received()
    expect(server?.traceId).not.toBe(TRACE)
    expect(server?.parentSpanId).toBe('')
    expect(server?.links).toEqual([{ traceId: TRACE, spanId: PARENT }])
  })

  test('a flood of sampled traceparents with chosen ids is sampled like any other', async () => {
    const { app, received } = await traced({
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.01',
    })
    // The lowest trace id, which any sampling ratio accepts.
    const first = `00-${'0'.repeat(31)}1-${PARENT}-01`
    for (let i = 0; i < 400; i += 1) await visit(app, { traceparent: i % 2 ? first : SAMPLED })
    const servers = (await received()).filter(({ kind }) => kind === SERVER)
    // About 4 are expected. 60 are practically impossible.
    expect(servers.length).toBeLessThan(60)
  })

  test.each([
    ['nothing', ''],
    ['no hex', `00-${'g'.repeat(32)}-${PARENT}-01`],
    ['capitals', SAMPLED.toUpperCase()],
    ['no trace', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['no span', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['the version that is none', `ff-${TRACE}-${PARENT}-01`],
    ['more than its version has', `${SAMPLED}-more`],
    ['far too much', `01-${TRACE}-${PARENT}-01-${'a'.repeat(10_000)}`],
    ['two', `${SAMPLED},${SAMPLED}`],
    ['a line of a header', `${SAMPLED}\t\tx: y`],
  ])('a malformed traceparent counts as none: %s', async (_, traceparent) => {
    const { app, received } = await traced({ TRUST_TRACEPARENT: 'on' })
    expect((await visit(app, { traceparent, tracestate: 'a='.repeat(3_000) })).statusCode).toBe(200)
    const [, server] = await received()
    expect(server).toMatchObject({ parentSpanId: '', links: [] })
    expect(server?.traceId).not.toBe(TRACE)
  })
})

describe('where traceparents are trusted, a request', () => {
  test.each([
    ['is traced as its sender says', '01', 'parentbased_always_off', 1],
    ['is not, too', '00', 'parentbased_always_on', 0],
    ['is not where no sampler asks for parents', '01', 'always_off', 0],
    ['is where none does', '00', 'always_on', 1],
  ])('%s: %s with %s', async (_, flags, sampler, expected) => {
    const { app, received } = await traced({ TRUST_TRACEPARENT: 'on', OTEL_TRACES_SAMPLER: sampler })
    const answer = (await visit(app, { traceparent: `00-${TRACE}-${PARENT}-${flags}` })).json()
    const servers = (await received()).filter(({ kind }) => kind === SERVER)
    expect(servers).toHaveLength(expected)
    if (expected) expect(servers[0]).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, links: [] })
    else expect(answer).toEqual({})
  })
})
