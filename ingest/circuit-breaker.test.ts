import { expect, test, vi } from 'vitest'
import { BREAKER_LIMITS, openCircuitBreaker } from './circuit-breaker.ts'

const entry = { key: 's', value: 'x'.repeat(100) }
const refused = (reason: RegExp) =>
  expect.objectContaining({ status: 503, message: expect.stringMatching(reason) })

test('an append resolves only after the log has resolved', async () => {
  let durable = () => {}
  const breaker = openCircuitBreaker({ append: () => new Promise<void>(resolve => (durable = resolve)) })
  const answered = vi.fn()
  const appended = breaker.append([entry], 1).then(answered)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(answered).not.toHaveBeenCalled()
  expect(breaker.state()).toMatchObject({ inFlightEvents: 1, inFlightBytes: 100 })
  durable()
  await appended
  expect(breaker.state()).toEqual({ open: false, inFlightEvents: 0, inFlightBytes: 0 })
})

test('a failing log gives a 503 with a time to retry, and the failure is reported', async () => {
  const onError = vi.fn()
  const breaker = openCircuitBreaker({ append: () => Promise.reject(new Error('disk full')) }, onError)
  const refusal = await breaker.append([entry], 1).catch(error => error)
  expect(refusal).toEqual(refused(/could not store/))
  const seconds = Number(refusal.headers['retry-after'])
  expect(seconds).toBeGreaterThanOrEqual(5)
  expect(seconds).toBeLessThanOrEqual(30)
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'disk full' }))
})

test('a silent log times out', async () => {
  const breaker = openCircuitBreaker({ append: () => new Promise(() => {}) }, undefined, {
    ...BREAKER_LIMITS,
    appendTimeoutMs: 20,
  })
  await expect(breaker.append([entry], 1)).rejects.toEqual(refused(/could not store/))
})

test('appends in flight are limited by events and bytes', async () => {
  const breaker = openCircuitBreaker({ append: () => new Promise(() => {}) }, undefined, {
    ...BREAKER_LIMITS,
    maxEvents: 10,
    maxBytes: 200,
  })
  void breaker.append([entry], 6).catch(() => {})
  await expect(breaker.append([entry], 5)).rejects.toEqual(refused(/waiting for the log/))
  void breaker.append([entry], 4).catch(() => {})
  expect(breaker.state()).toEqual({ open: false, inFlightEvents: 10, inFlightBytes: 200 })
  await expect(breaker.append([entry], 0)).rejects.toEqual(refused(/waiting for the log/))
})

test('after repeated failures one append a second probes the log, and all others fail immediately', async () => {
  let now = 0
  const append = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('down')))
  const breaker = openCircuitBreaker({ append }, undefined, BREAKER_LIMITS, () => now)
  for (let i = 0; i < BREAKER_LIMITS.failures; i++) await breaker.append([entry], 1).catch(() => {})
  expect(breaker.state().open).toBe(true)

  await expect(breaker.append([entry], 1)).rejects.toEqual(refused(/does not answer/))
  expect(append).toHaveBeenCalledTimes(BREAKER_LIMITS.failures)

  now += BREAKER_LIMITS.probeMs
  append.mockResolvedValue(undefined)
  const probe = breaker.append([entry], 1)
  await expect(breaker.append([entry], 1)).rejects.toEqual(refused(/does not answer/))
  await probe
  expect(breaker.state().open).toBe(false)
  await breaker.append([entry], 1)
})

test('failures further apart than the window never open the breaker', async () => {
  let now = 0
  const breaker = openCircuitBreaker(
    { append: () => Promise.reject(new Error('down')) },
    undefined,
    BREAKER_LIMITS,
    () => now,
  )
  const gap = BREAKER_LIMITS.windowMs / (BREAKER_LIMITS.failures - 1)
  const failAt = async (ms: number) => {
    now = ms
    await breaker.append([entry], 1).catch(() => {})
    return breaker.state().open
  }
  for (let i = 0; i < 20; i++) expect(await failAt(i * gap)).toBe(false)
  expect(await failAt(now + 1)).toBe(true)
})

test('a success resets the count of failures', async () => {
  const append = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('down')))
  const breaker = openCircuitBreaker({ append }, undefined, BREAKER_LIMITS, () => 0)
  const fail = async (times: number) => {
    for (let i = 0; i < times; i++) await breaker.append([entry], 1).catch(() => {})
    return breaker.state().open
  }
  expect(await fail(BREAKER_LIMITS.failures - 1)).toBe(false)
  append.mockResolvedValueOnce(undefined)
  await breaker.append([entry], 1)
  expect(await fail(BREAKER_LIMITS.failures - 1)).toBe(false)
  expect(await fail(1)).toBe(true)
})

test.each([
  [0, '5'],
  [0.5, '18'],
  [0.999, '30'],
])('Retry-After spreads retries over half a minute: %d of it is %s s', async (share, seconds) => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(share)
  const breaker = openCircuitBreaker({ append: () => Promise.reject(new Error('down')) })
  const refusal = await breaker.append([entry], 1).catch(error => error)
  random.mockRestore()
  expect(refusal.headers['retry-after']).toBe(seconds)
})
