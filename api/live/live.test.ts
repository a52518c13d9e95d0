import type { AddressInfo } from 'node:net'
import { cleanUpAfter } from '@firsttouch/infra/rigs/testing/clean-up'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Sql } from '@firsttouch/infra/stores/postgres'
import { CHANGED_CHANNEL } from '@firsttouch/infra/stores/read-models'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followLive } from '../testing/live-stream.ts'
import { announceChange, openLive, RECORDS_CHANNEL } from './live.ts'

const PATIENCE_MS = 10_000
const SESSION = {
  ...{ id: '0192a3b4-0000-7000-8000-000000000001', mustChangePassword: false, hasFactor: false },
  hash: Buffer.from('a session'),
  accountId: '1',
  username: 'ada',
  role: 'owner' as const,
  confirmedAt: new Date(),
}
const KNOWN = { asOf: new Date('2026-03-01T12:00:00.000Z'), lagMs: 10 }

const sql = (await openTestPostgres()).sql
// Without heartbeats, every message results from a notification.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Serves only the live stream, with a fake `freshness`. */
const serve = async (freshness = async () => KNOWN, given: Sql = sql, now = () => new Date()) => {
  const app = fastify()
  const config = { timeZone: 'America/St_Johns' }
  const live = openLive({ sql: given, now, config, readModel: { freshness } }, app.log)
  app.get('/live', (_request, reply) => live.follow(reply, SESSION))
  app.addHook('preClose', () => live.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  cleanUpAfter('each').push(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const logged = vi.spyOn(app.log, 'error')
  return { live, logged, follow: () => followLive(`http://127.0.0.1:${port}/live`) }
}

const note = (given: object) => sql.notify(CHANGED_CHANNEL, JSON.stringify(given))

/** PostgreSQL delivers all notifications of a transaction together, so some arrive while the first is processed. */
const atOnce = (...payloads: string[]) =>
  sql.begin(async tx => {
    for (const payload of payloads) await tx`SELECT pg_notify(${CHANGED_CHANNEL}, ${payload})`
  })

test('notifications that arrive together are sent as one message, and unreadable notifications are logged', async () => {
  const { follow, logged } = await serve()
  const stream = await follow()
  await atOnce(
    '{"changed":["analytics"]}',
    'not json',
    '{"changed":1}',
    '{"changed":["campaigns","analytics"]}',
  )
  await announceChange(sql, ['leads'])
  const named = () => stream.messages.slice(1).flatMap(({ changed }) => changed)
  await until(() => named().includes('leads'), PATIENCE_MS)
  expect(named()).toEqual(['analytics', 'campaigns', 'leads'])
  expect(stream.heartbeats).toEqual([])
  expect(logged).toHaveBeenCalledTimes(2)
})

test('the reported lag is at least the age of the oldest event in the announced changes, once', async () => {
  const stream = await (await serve()).follow()
  await atOnce(
    '{"changed":["analytics"],"lagMs":230}',
    '{"changed":["campaigns"],"lagMs":700}',
    '{"changed":["leads"],"lagMs":40}',
  )
  await until(() => stream.messages.length === 2, PATIENCE_MS)
  await note({ changed: ['leads'] })
  await until(() => stream.messages.length === 3, PATIENCE_MS)
  await note({ changed: ['leads'], lagMs: 3 })
  await until(() => stream.messages.length === 4, PATIENCE_MS)
  expect(stream.messages.map(({ lagMs }) => lagMs)).toEqual([10, 700, 10, 10])
})

test('a notification without query keys is not sent, and without followers no store is queried', async () => {
  const freshness = vi.fn(async () => KNOWN)
  const { follow, logged } = await serve(freshness)
  /** Resolves after all earlier notifications were received. */
  const heardAll = async () => {
    const before = logged.mock.calls.length
    await sql.notify(CHANGED_CHANNEL, 'not json')
    await until(() => logged.mock.calls.length > before, PATIENCE_MS)
  }
  const stream = await follow()
  await note({ changed: [] })
  await heardAll()
  expect(freshness).toHaveBeenCalledTimes(1)

  stream.leave()
  const askedOfLeads = async () => {
    freshness.mockClear()
    await note({ changed: ['leads'] })
    await heardAll()
    return freshness.mock.calls.length
  }
  // Waits until the server has noticed the disconnect.
  await until(async () => (await askedOfLeads()) === 0, PATIENCE_MS)
  expect(await askedOfLeads()).toBe(0)
})

test('an unknown freshness of the figures is reported once, and its return too', async () => {
  const freshness = vi.fn(async () => KNOWN)
  const stream = await (await serve(freshness)).follow()
  const look = async () => {
    const before = freshness.mock.calls.length
    vi.advanceTimersByTime(2_000)
    await until(() => freshness.mock.calls.length > before, PATIENCE_MS)
  }
  await look()
  for (let i = 0; i < 3; i++) freshness.mockRejectedValueOnce(new Error('the log is down'))
  for (let i = 0; i < 5; i++) await look()
  await note({ changed: ['leads'] })
  await until(() => stream.messages.length === 2, PATIENCE_MS)
  expect(stream.heartbeats.map(({ lagMs }) => lagMs)).toEqual([null, 10])
})

test.each([
  ['2026-07-15T02:29:50.000Z', 0],
  ['2026-07-15T02:30:05.000Z', 1],
])(
  'after midnight in St. John’s a heartbeat makes dashboards refetch every query: at %s',
  async (at, told) => {
    let clock = new Date('2026-07-15T02:20:00.000Z')
    const stream = await (await serve(undefined, sql, () => clock)).follow()
    clock = new Date(at)
    vi.advanceTimersByTime(15_000)
    await until(() => stream.messages.length + stream.heartbeats.length > 1, PATIENCE_MS)
    expect(stream.messages.slice(1)).toHaveLength(told)
    for (const { changed } of stream.messages) expect(changed).toEqual(stream.messages[0]?.changed)
  },
)

test('a projection’s duration is not sent while the freshness is unknown', async () => {
  const stream = await (await serve(() => Promise.reject(new Error('the log is down')))).follow()
  await note({ changed: ['leads'], lagMs: 700 })
  await until(() => stream.messages.length === 2, PATIENCE_MS)
  expect(stream.messages[1]).toEqual({ changed: ['leads'], asOf: null, lagMs: null })
})

test('a stream waits only a moment for the freshness, and sends it with the next notification', async () => {
  const asked = Promise.withResolvers<typeof KNOWN>()
  const stream = await (await serve(() => asked.promise)).follow()
  asked.resolve(KNOWN)
  await note({ changed: ['leads'] })
  await until(() => stream.messages.length === 2, PATIENCE_MS)
  expect(stream.messages.map(({ asOf, lagMs }) => ({ asOf, lagMs }))).toEqual([
    { asOf: null, lagMs: null },
    { asOf: KNOWN.asOf.toISOString(), lagMs: 10 },
  ])
})

test('if LISTEN fails, a stream is refused and takes no slot, and the next stream tries again', async () => {
  let down = true
  const failing = Object.assign(Object.create(sql), {
    listen: (...given: Parameters<Sql['listen']>) =>
      down ? Promise.reject(new Error('no connection is left')) : sql.listen(...given),
  })
  const { follow, live } = await serve(undefined, failing)
  for (let i = 0; i < 9; i++) expect((await follow()).status).toBe(500)
  await live.close()
  down = false
  for (let i = 0; i < 8; i++) expect((await follow()).status).toBe(200)
  expect((await follow()).status).toBe(429)
})

test('if LISTEN fails for one channel, the next attempt listens only to that channel', async () => {
  const tried: string[] = []
  const failing = Object.assign(Object.create(sql), {
    listen: (...given: Parameters<Sql['listen']>) => {
      const isFirst = !tried.includes(given[0])
      tried.push(given[0])
      return given[0] === CHANGED_CHANNEL && isFirst
        ? Promise.reject(new Error('no connection is left'))
        : sql.listen(...given)
    },
  })
  const { follow } = await serve(undefined, failing)
  expect((await follow()).status).toBe(500)
  expect((await follow()).status).toBe(200)
  expect(tried).toEqual([RECORDS_CHANNEL, CHANGED_CHANNEL, CHANGED_CHANNEL])
})

test('closing ends the streams and all listening', async () => {
  const { live, follow } = await serve()
  const stream = await follow()
  const listening = async () => {
    const rows = await sql<{ query: string }[]>`
      SELECT query FROM pg_stat_activity WHERE query ~ '^(un)?listen "firsttouch' AND datname = current_database()`
    return rows.map(({ query }) => query.split(' ')[0])
  }
  expect(await listening()).toEqual(['listen'])
  await live.close()
  await until(() => stream.ended, PATIENCE_MS)
  expect(await listening()).toEqual(['unlisten'])
})
