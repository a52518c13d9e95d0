/** Which requests go past Fastify, and that those which do not are answered as ever. */
import { request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { drainHttp } from '../drain.ts'
import { readEnv } from '../env.ts'
import { openHealth } from '../health.ts'
import { openTracing } from '../tracing/open.ts'
import { traceRequests } from '../tracing/requests.ts'
import type { Sender } from './fast-path.ts'
import { HttpError, type HttpOptions, openHttp } from './http.ts'

const cleanUp = cleanUpAfter('each')
const JSON_TYPE = { 'content-type': 'application/json' }

/** Answers say on which path they came. */
const open = async (options: HttpOptions = {}) => {
  const app = openHttp(options)
  const health = openHealth(app)
  const senders: Sender[] = []
  app.post('/take', async ({ body, ip }, reply) => reply.status(202).send({ path: 'fastify', body, ip }))
  app.fastPath?.add('/take', {
    headers: { 'x-of-call': 'yes' },
    take: async (body, sender) => {
      senders.push(sender)
      if (body === 'refuse me') throw new HttpError(409, 'It is there already.')
      if (body === 'break') throw new Error('SELECT secret FROM staff')
      return { path: 'fast', body, ip: sender.ip }
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  cleanUp.push(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const post = (body: string, headers: Record<string, string> = JSON_TYPE, path = '/take', method = 'POST') =>
    new Promise<{ status: number; headers: Record<string, unknown>; said: string }>((resolve, reject) => {
      const length = headers['transfer-encoding'] ? {} : { 'content-length': Buffer.byteLength(body) }
      const options = { port, host: '127.0.0.1', path, method, headers: { ...length, ...headers } }
      send(options, async answer =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, said: await text(answer) }),
      )
        .on('error', reject)
        .end(body)
    })
  return { app, health, post, senders, port }
}
const pathOf = ({ said }: { said: string }) => JSON.parse(said).path

test.each([['application/json'], ['application/json; charset=utf-8'], ['text/plain;charset=UTF-8']])(
  'a plain body of %s goes past Fastify, and its answer has every header that Fastify’s has',
  async type => {
    const { post } = await open()
    const body = { name: 'Zoë 🐕', list: [1, { deep: null }] }
    const answer = await post(JSON.stringify(body), { 'content-type': type })
    expect(answer.status).toBe(202)
    expect(JSON.parse(answer.said)).toEqual({ path: 'fast', body, ip: '127.0.0.1' })
    const other = await post(JSON.stringify(body), { 'content-type': type }, '/take?slow')
    expect(pathOf(other)).toBe('fastify')
    const { 'x-of-call': _own, ...headers } = answer.headers
    const varying = { date: expect.any(String), 'content-length': expect.any(String) }
    expect({ ...headers, ...varying }).toEqual({ ...other.headers, ...varying })
  },
)

test('a body that comes in pieces is put together, also in the midst of a character', async () => {
  const { post } = await open()
  const body = '🐕'.repeat(60_000)
  expect(JSON.parse((await post(JSON.stringify(body))).said)).toEqual({ path: 'fast', body, ip: '127.0.0.1' })
})

test.each([
  ['without a length', '{}', { ...JSON_TYPE, 'transfer-encoding': 'chunked' }, 'POST', 202],
  ['of another type', '<a/>', { 'content-type': 'text/xml' }, 'POST', 415],
  ['of no type', '{}', {}, 'POST', 415],
  ['in another character set', '{}', { 'content-type': 'text/plain;charset=latin1' }, 'POST', 202],
  ['that is too large', `"${'a'.repeat(256 * 1024)}"`, JSON_TYPE, 'POST', 413],
  ['that is packed', '{}', { ...JSON_TYPE, 'content-encoding': 'gzip' }, 'POST', 415],
  ['with another method', '{}', JSON_TYPE, 'PUT', 405],
])('S-20 a body %s goes through Fastify', async (_what, body, headers, method, status) => {
  const { post, senders } = await open()
  const answer = await post(body, headers as Record<string, string>, '/take', method)
  expect(answer.status).toBe(status)
  expect(senders).toEqual([])
  if (status === 202) expect(pathOf(answer)).toBe('fastify')
})

test.each([
  ['that is no JSON', '{', 400],
  ['that is empty', '', 400],
  ['with a prototype in it', '{"__proto__":{"x":1}}', 400],
  ['with six levels', '[[[[[[1]]]]]]', 400],
])(
  'S-20 a body %s never reaches the call, and Fastify refuses it in its words',
  async (_what, body, status) => {
    const { post, senders } = await open()
    const [fast, slow] = [await post(body), await post(body, JSON_TYPE, '/take?slow')]
    expect(senders).toEqual([])
    const said = (answer: typeof fast) => ({ ...JSON.parse(answer.said), requestId: '' })
    expect(fast.status).toBe(status)
    expect(fast.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect([said(fast), fast.status]).toEqual([said(slow), slow.status])
  },
)

test('what the call refuses is a problem, and what breaks inside says nothing about the inside', async () => {
  const { post } = await open()
  const refused = await post('"refuse me"')
  expect(refused.status).toBe(409)
  expect(JSON.parse(refused.said)).toMatchObject({ title: 'Conflict', detail: 'It is there already.' })
  expect(refused.headers['x-content-type-options']).toBe('nosniff')
  const broken = await post('"break"')
  expect(broken.status).toBe(500)
  expect(broken.said).not.toMatch(/SELECT/)
  expect(pathOf(await post('{}'))).toBe('fast')
})

test('a forwarded address is believed from a trusted proxy only', async () => {
  const headers = { ...JSON_TYPE, 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
  const ipOf = async (trustProxy?: string[]) => {
    const { post } = await open(trustProxy && { trustProxy })
    const answers = [await post('{}', headers), await post('{}', headers, '/take?slow')]
    return answers.map(({ said }) => [pathOf({ said }), JSON.parse(said).ip])
  }
  expect(await ipOf()).toEqual([
    ['fast', '127.0.0.1'],
    ['fastify', '127.0.0.1'],
  ])
  expect(await ipOf(['127.0.0.0/8'])).toEqual([
    ['fast', '198.51.100.7'],
    ['fastify', '198.51.100.7'],
  ])
  expect(await ipOf(['127.0.0.0/8', '198.51.100.0/24'])).toEqual([
    ['fast', '203.0.113.9'],
    ['fastify', '203.0.113.9'],
  ])
})

test('each request has an id of its own', async () => {
  const { post, senders } = await open()
  for (let i = 0; i < 3; i++) await post('{}')
  expect(new Set(senders.map(({ id }) => id)).size).toBe(3)
  expect(senders[0]?.id).toMatch(/^[0-9a-f-]{36}$/)
})

test('where requests are logged or traced, each goes through Fastify', async () => {
  const logged = await open({ logger: { level: 'info', stream: { write: () => undefined } } })
  expect(pathOf(await logged.post('{}'))).toBe('fastify')
  const quiet = await open({ logger: { level: 'warn' } })
  expect(pathOf(await quiet.post('{}'))).toBe('fast')
  const env = readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  const tracing = await openTracing(env, 'ingest', () => undefined)
  if (!tracing) throw new Error('There is no tracing')
  const app = openHttp()
  traceRequests(app, tracing)
  app.post('/take', async () => ({ path: 'fastify' }))
  app.fastPath?.add('/take', { headers: {}, take: async () => ({ path: 'fast' }) })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  cleanUp.push(async () => {
    await app.close()
    await tracing.close()
  })
  const answer = await fetch(`${url}/take`, { method: 'POST', headers: JSON_TYPE, body: '{}' })
  expect(await answer.json()).toEqual({ path: 'fastify' })
})

test('a process that drains answers so that each connection closes', async () => {
  const { app, health, post, port } = await open()
  expect((await post('{}', { ...JSON_TYPE, connection: 'keep-alive' })).headers.connection).toBe('keep-alive')
  const done = drainHttp(app, health, 300)
  const last = await post('{}', { ...JSON_TYPE, connection: 'keep-alive' })
  expect([pathOf(last), last.headers.connection]).toEqual(['fastify', 'close'])
  await done
  await expect(fetch(`http://127.0.0.1:${port}/take`)).rejects.toThrow()
})
