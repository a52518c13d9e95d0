import { openHttp } from '@firsttouch/infra/platform/http/http'
import { expect, test } from 'vitest'
import { ingestRoutes } from './app.ts'
import { openRateLimit, type RateLimit, rateLimitOf, watchRefused } from './rate-limit.ts'

const START = Date.UTC(2026, 2, 1, 9, 30)
const open = (limit: RateLimit | undefined) => {
  const appended: unknown[] = []
  const app = openHttp()
  const log = { append: async (entries: unknown[]) => void appended.push(...entries) }
  app.register(ingestRoutes({ log, ...(limit && { limit }) }))
  const send = (remoteAddress: string, events = 1) =>
    app.inject({
      method: 'POST',
      url: '/api/analytics/batch',
      remoteAddress,
      body: { events: Array.from({ length: events }, () => ({ type: 'visit', sessionId: 's' })) },
    })
  return { app, appended, send }
}

test('S-19 a thousand requests from anywhere in one /56 share a budget, and other networks have their own', async () => {
  const clock = { now: START + 10_000 }
  const { app, appended, send } = open(openRateLimit(600, () => clock.now))
  const codes: Record<number, number> = {}
  for (let i = 0; i < 1_000; i++) {
    const { statusCode } = await send(
      `2001:db8:1:2a${(i % 256).toString(16).padStart(2, '0')}::${i.toString(16)}`,
    )
    codes[statusCode] = (codes[statusCode] ?? 0) + 1
  }
  expect(codes).toEqual({ 202: 600, 429: 400 })
  expect(appended).toHaveLength(600)
  const refused = await send('2001:db8:1:2aff::1')
  expect(refused.headers['retry-after']).toBe('50')
  expect(refused.json()).toMatchObject({ status: 429, detail: expect.stringContaining('later') })
  expect((await send('2001:db8:1:2b00::1')).statusCode).toBe(202)
  expect((await send('203.0.113.7')).statusCode).toBe(202)
  clock.now += 50_000
  expect((await send('2001:db8:1:2aff::1')).statusCode).toBe(202)
  const single = () =>
    app.inject({
      method: 'POST',
      url: '/api/analytics/visit',
      remoteAddress: '192.0.2.1',
      body: { sessionId: 's' },
    })
  for (let i = 0; i < 600; i++) await single()
  expect((await single()).statusCode).toBe(429)
})

test('a batch counts as its events, and the last one may exceed the budget', async () => {
  const { send } = open(openRateLimit(5, () => START))
  expect((await send('192.0.2.1', 4)).statusCode).toBe(202)
  expect((await send('192.0.2.1', 100)).statusCode).toBe(202)
  expect((await send('192.0.2.1', 1)).statusCode).toBe(429)
})

test('the default is 600 events a minute for each address except this machine’s, and 0 disables the limit', () => {
  expect(rateLimitOf(0)).toBeUndefined()
  const normal = rateLimitOf(undefined)
  normal?.count('127.0.0.1', { events: 10_000 })
  expect(() => normal?.admit('127.0.0.1')).not.toThrow()
  normal?.count('192.0.2.1', { events: 600 })
  expect(() => normal?.admit('192.0.2.1')).toThrow('at most 600 events and 1200 KiB a minute')
  const other = rateLimitOf(undefined)
  other?.count('192.0.2.1', { bytes: 1200 * 1024 })
  expect(() => other?.admitEvents('192.0.2.1')).not.toThrow()
  expect(() => other?.admit('192.0.2.1')).toThrow('Too many events')
  other?.count('192.0.2.2', { events: 600 })
  expect(() => other?.admitEvents('192.0.2.2')).toThrow('Too many events')
  other?.count('127.0.0.1', { events: 600 })
  expect(() => other?.admitEvents('127.0.0.1')).not.toThrow()
  const set = rateLimitOf(1)
  set?.count('127.0.0.1', { events: 1 })
  expect(() => set?.admit('127.0.0.1')).toThrow('Too many events')
})

test('S-51 bytes count like events, and each network has its own budget', async () => {
  const clock = { now: START }
  const { app, appended } = open(openRateLimit(100, () => clock.now))
  const post = (payload: string, remoteAddress = '192.0.2.1') =>
    app.inject({
      method: 'POST',
      url: '/api/analytics/batch',
      remoteAddress,
      headers: { 'content-type': 'application/json' },
      payload,
    })
  const large = `{"events":[{"type":"visit","sessionId":"s","x":"${'x'.repeat(99 * 1024)}"}]}`
  expect((await post(large)).statusCode).toBe(202)
  expect((await post(`{${'x'.repeat(101 * 1024)}`)).statusCode).toBe(400)
  const refused = await post('{"events":[{"type":"visit","sessionId":"s"}]}')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('60')
  expect(refused.json().detail).toContain('at most 100 events and 200 KiB a minute')
  expect((await post(large, '192.0.2.2')).statusCode).toBe(202)
  clock.now += 60_000
  expect((await post(large)).statusCode).toBe(202)
  expect(appended).toHaveLength(3)
})

test('S-51 a body without a length counts by the received bytes', async () => {
  const { app } = open(openRateLimit(100, () => START))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const post = (size: number) =>
    fetch(`${address}/api/analytics/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([`{"events":[{"type":"visit","sessionId":"s","x":"${'x'.repeat(size)}"}]}`]).stream(),
      ...{ duplex: 'half' },
    })
  const codes: number[] = []
  for (const size of [150 * 1024, 60 * 1024, 1]) codes.push((await post(size)).status)
  await app.close()
  expect(codes).toEqual([202, 202, 429])
})

test('S-51 a body with too large a length counts by that length, although it is not read', async () => {
  const { app, send } = open(openRateLimit(100, () => START))
  const payload = JSON.stringify({ x: 'x'.repeat(300 * 1024) })
  const headers = { 'content-type': 'application/json' }
  const long = {
    method: 'POST',
    url: '/api/analytics/batch',
    remoteAddress: '192.0.2.1',
    headers,
    payload,
  } as const
  expect((await app.inject(long)).statusCode).toBe(413)
  expect((await send('192.0.2.1')).statusCode).toBe(429)
})

test('after a hundred thousand networks in a minute, new networks are not limited, and known ones still are', () => {
  const limit = openRateLimit(1, () => START)
  const address = (i: number) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`
  for (let i = 0; i < 100_000; i++) limit.count(address(i), { events: 0 })
  limit.count('192.0.2.1', { events: 1 })
  expect(() => limit.admit('192.0.2.1')).not.toThrow()
  limit.count(address(99_999), { events: 1 })
  expect(() => limit.admit(address(99_999))).toThrow('Too many events')
})

test('a refused request is logged with its network, and whether events or bytes exceeded the budget', () => {
  const refused: string[] = []
  const limit = rateLimitOf(1, ip => void refused.push(ip))
  limit?.admit('192.0.2.1')
  limit?.count('192.0.2.1', { events: 1 })
  limit?.count('192.0.2.2', { bytes: 5_000 })
  for (const ip of ['192.0.2.1', '192.0.2.2'])
    expect(() => limit?.admit(ip)).toThrow('Too many events came from this network')
  expect(refused).toEqual(['192.0.2.1', '192.0.2.2'])
})

test('once a minute the log names the network with more than half of the refusals, and no other', () => {
  const clock = { now: START }
  const lines: string[] = []
  const watch = watchRefused(
    line => void lines.push(line),
    () => clock.now,
  )
  const refuse = (ip: string, times: number) => {
    for (let n = 0; n < times; n++) watch(ip)
  }
  refuse('10.77.0.1', 60)
  refuse('203.0.113.7', 50)
  expect(lines).toEqual([])
  clock.now += 60_000
  refuse('10.77.0.1', 50)
  refuse('203.0.113.7', 50)
  expect(lines).toEqual([
    expect.stringMatching(/Of 110 requests refused .*, 60 came from 10\.77\.0\.0\/24\..*TRUST_PROXY/),
  ])
  clock.now += 60_000
  refuse('10.77.0.1', 1)
  expect(lines).toHaveLength(1)
})
