import { expect, test, vi } from 'vitest'
import { postEvents, retryAfterMs } from './post.ts'

const now = () => Date.UTC(2026, 0, 31)

test('events are posted as plain text with keepalive', async () => {
  const seen: unknown[] = []
  const post = postEvents(async (...request) => {
    seen.push(request)
    return new Response(null, { status: 202 })
  }, now)
  expect(await post('{"events":[]}')).toEqual({ status: 202, retryAfterMs: 0 })
  expect(seen).toMatchObject([
    [
      '/api/analytics/batch',
      { method: 'POST', body: '{"events":[]}', keepalive: true, signal: expect.any(AbortSignal) },
    ],
  ])
})

test('a failed request has status 0', async () => {
  const post = postEvents(() => Promise.reject(new TypeError('Failed to fetch')), now)
  expect(await post('{}')).toEqual({ status: 0, retryAfterMs: 0 })
})

test('Retry-After is seconds or a date, capped at ten minutes', () => {
  expect(retryAfterMs('5', now())).toBe(5_000)
  expect(retryAfterMs('Sat, 31 Jan 2026 00:00:30 GMT', now())).toBe(30_000)
  expect(retryAfterMs('2026-01-31T00:00:30Z', now())).toBe(30_000)
  expect(retryAfterMs('2026-01-31T00:00:30+00:00', now())).toBe(30_000)
  expect(retryAfterMs(' 30 ', now())).toBe(30_000)
  expect(retryAfterMs('86400', now())).toBe(600_000)
  expect(retryAfterMs('soon', now())).toBe(0)
  expect(retryAfterMs('-1', now())).toBe(0)
  expect(retryAfterMs(null, now())).toBe(0)
})

test('a browser without AbortSignal.timeout posts without a time-out', async () => {
  vi.stubGlobal('AbortSignal', {})
  const signals: unknown[] = []
  const post = postEvents(async (_url, options) => {
    signals.push(options?.signal)
    return new Response(null, { status: 202 })
  }, now)
  const answer = await post('{}')
  vi.unstubAllGlobals()
  expect([answer.status, signals]).toEqual([202, [null]])
})
