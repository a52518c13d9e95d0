import { getEventListeners } from 'node:events'
import { createRequire } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../platform/free-port.ts'
import { consumeKafka, heartbeatInterval, reportOrThrow } from './consume.ts'

test.each([
  [6_000, 400],
  [45_000, 3_000],
  [300_000, 3_000],
])('a consumer with a session timeout of %d ms sends a heartbeat every %d', (sessionTimeoutMs, ms) => {
  expect(heartbeatInterval(sessionTimeoutMs)).toBe(ms)
})

const ADDRESS = { brokers: ['b1:9092'], tls: false, topic: 'events', sessionTimeoutMs: 6_000 }

test('a transient error is reported, except while a group loads, and a permanent one is thrown', () => {
  const told: unknown[] = []
  const meet = reportOrThrow(ADDRESS, error => told.push(error))
  const failed = (type: string, retriable: boolean) =>
    new Error('gave up', { cause: Object.assign(new Error(type), { type, retriable }) })
  const away = failed('NOT_COORDINATOR_FOR_GROUP', true)
  meet(away)
  meet(failed('GROUP_LOAD_IN_PROGRESS', true))
  expect(told).toEqual([away])
  const refused = failed('TOPIC_AUTHORIZATION_FAILED', false)
  expect(() => meet(refused)).toThrow(refused)
  expect(() => meet(failed('UNKNOWN_TOPIC_OR_PARTITION', true))).toThrow('npm run migrate creates it')
  expect(told).toHaveLength(1)
})

test('errors that kafkajs calls final although a retry helps are reported and not thrown', () => {
  const told: unknown[] = []
  const meet = reportOrThrow(ADDRESS, error => told.push(error))
  const { KafkaJSNonRetriableError, ...errors } = createRequire(import.meta.url)('kafkajs/src/errors')
  const failed = (name: string) =>
    new KafkaJSNonRetriableError(new Error(name), { cause: new errors[name](name) })
  const passing = ['KafkaJSGroupCoordinatorNotFound', 'KafkaJSLockTimeout', 'KafkaJSTimeout'].map(failed)
  passing.forEach(meet)
  expect(told).toEqual(passing)
  for (const name of ['KafkaJSSASLAuthenticationError', 'KafkaJSServerDoesNotSupportApiKey'])
    expect(() => meet(failed(name))).toThrow(name)
})

test('attempts to reach an unavailable broker leave no listeners on the abort signal', async () => {
  // Speeds up the half minute of kafkajs's retries.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const clock = setInterval(() => vi.advanceTimersByTime(200), 5)
  onTestFinished(() => {
    clearInterval(clock)
    vi.useRealTimers()
  })
  const stop = new AbortController()
  const listening: number[] = []
  const brokers = [`127.0.0.1:${await freePort()}`]
  const done = consumeKafka(
    {
      address: { ...ADDRESS, brokers },
      group: 'readers',
      handle: async () => undefined,
      positions: async () => [],
      stallMs: 60_000,
    },
    {
      signal: stop.signal,
      onError: () => {
        listening.push(getEventListeners(stop.signal, 'abort').length)
        if (listening.length === 3) stop.abort()
      },
    },
  )
  await done
  expect(new Set(listening)).toEqual(new Set([listening[0]]))
  expect(getEventListeners(stop.signal, 'abort')).toEqual([])
})
