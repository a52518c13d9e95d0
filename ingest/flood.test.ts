import { openHttp } from '@firsttouch/infra/http'
import { expect, test } from 'vitest'
import { ingestRoutes } from './app.ts'
import { type FloodLimit, floodLimit, openFloodLimit } from './flood.ts'

const START = Date.UTC(2026, 2, 1, 9, 30)
const open = (limit: FloodLimit | undefined) => {
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

test('S-19 ten thousand requests from all over one /56 share one budget, and others have their own', async () => {
  const clock = { now: START + 10_000 }
  const { app, appended, send } = open(openFloodLimit(600, () => clock.now))
  const codes: Record<number, number> = {}
  for (let i = 0; i < 10_000; i++) {
    const { statusCode } = await send(
      `2001:db8:1:2a${(i % 256).toString(16).padStart(2, '0')}::${i.toString(16)}`,
    )
    codes[statusCode] = (codes[statusCode] ?? 0) + 1
  }
  expect(codes).toEqual({ 202: 600, 429: 9_400 })
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

test('a batch counts as its events, and the last one may be larger than the rest of the budget', async () => {
  const { send } = open(openFloodLimit(5, () => START))
  expect((await send('192.0.2.1', 4)).statusCode).toBe(202)
  expect((await send('192.0.2.1', 100)).statusCode).toBe(202)
  expect((await send('192.0.2.1', 1)).statusCode).toBe(429)
})

test('without a setting there are 600 a minute for each address but our own; 0 switches the limit off', () => {
  expect(floodLimit(0)).toBeUndefined()
  const normal = floodLimit(undefined)
  expect(() => normal?.('127.0.0.1', 10_000)).not.toThrow()
  expect(() => normal?.('127.0.0.1', 1)).not.toThrow()
  normal?.('192.0.2.1', 600)
  expect(() => normal?.('192.0.2.1', 1)).toThrow('Too many events')
  const set = floodLimit(1)
  set?.('127.0.0.1', 1)
  expect(() => set?.('127.0.0.1', 1)).toThrow('Too many events')
})
