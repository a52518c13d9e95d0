import type { AddressInfo } from 'node:net'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startSession } from '../auth/sessions.ts'
import type { AccountSessions } from '../contract/account.ts'
import { addStaff, disableAccount, logIn, openTestApi, STAFF } from '../testing/api.ts'
import { CONTACT, postForm } from '../testing/forms.ts'
import { followLive } from '../testing/live-stream.ts'

const PATIENCE_MS = 10_000

let app: FastifyInstance
let url: string
const api = await openTestApi()
api.clock.now = new Date()
beforeEach(async () => {
  await emptyTables(api.sql, 'staff_accounts', 'outbox')
  api.log.appended.length = 0
  await addStaff(api.sql)
  app = await api.build()
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/admin/live`
})
const opened: (() => void)[] = []
const held: Response[] = []
afterEach(async () => {
  for (const leave of opened.splice(0)) leave()
  held.length = 0
  const closed = app.close()
  // The client opens spare connections, and the server would wait for their first request.
  app.server.closeAllConnections()
  await closed
})

const ALL = [
  'analytics',
  'campaigns',
  'ab-testing-stats',
  'experiments',
  'leads',
  'onboarding',
  'domain-config',
  'conversions',
]
const cookie = async () => {
  const [sid] = (await logIn(app)).cookies
  return `${sid?.name}=${sid?.value}`
}

const follow = async (as: string, from = url) => {
  const stream = await followLive(from, { cookie: as })
  opened.push(stream.leave)
  return stream
}

/** A stream whose first message has the freshness. On a busy machine the first message may lack it. */
const followInformed = async (as: string): Promise<Awaited<ReturnType<typeof follow>>> => {
  const stream = await follow(as)
  if (stream.messages[0]?.asOf) return stream
  opened.at(-1)?.()
  return followInformed(as)
}

describe('one after the other', { shuffle: false }, () => {
  test('a stream starts by invalidating every query, because the server does not know what the page has missed', async () => {
    const stream = await followInformed(await cookie())
    expect(stream.status).toBe(200)
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(stream.headers.get('cache-control')).toBe('no-store')
    expect(stream.messages).toEqual([
      { changed: ALL, asOf: expect.stringMatching(/Z$/), lagMs: expect.any(Number) },
    ])
  })

  test('when the projector announces changes, every dashboard gets the query keys and the freshness', async () => {
    const as = await cookie()
    const streams = [await follow(as), await follow(as)]
    const note = { changed: ['analytics', 'campaigns'], asOf: '2026-03-01T12:00:00.000Z', lagMs: 230 }
    await api.sql.notify('firsttouch_changed', JSON.stringify(note))
    for (const stream of streams) {
      await until(() => stream.messages.length === 2, PATIENCE_MS)
      expect(stream.messages[1]).toMatchObject({ changed: note.changed })
      // A projector knows only its own partitions, so the API asks the log for the freshness.
      expect(stream.messages[1]?.asOf).not.toBe(note.asOf)
    }
  })

  test('changes of leads, statuses, campaigns and the domain are announced, also by another instance', async () => {
    const as = await cookie()
    const stream = await follow(as)
    const heard = async (count: number) => {
      await until(() => stream.messages.length === count, PATIENCE_MS)
      return stream.messages.at(-1)?.changed
    }
    const answer = await postForm(api.app, 'contact', CONTACT)
    expect(await heard(2)).toEqual(['leads'])
    const write = (method: 'POST' | 'PATCH', path: string, body: object) =>
      api.app.inject({ method, url: `/api/admin/${path}`, body, headers: { cookie: as } })
    await write('PATCH', `leads/${answer.json().id}`, { status: 'closed' })
    expect(await heard(3)).toEqual(['leads'])
    await write('POST', 'domain-config', { domain: 'https://new.example.org' })
    expect(await heard(4)).toEqual(['domain-config'])
    await postForm(api.app, 'contact', { ...CONTACT, leaveBlank: 'spam' })
    await write('POST', 'campaigns', {
      name: 'A',
      date: '2026-03-01',
      platform: 'G',
      utmSource: 'g',
      utmMedium: 'c',
    })
    expect(await heard(5)).toEqual(['campaigns'])
  })

  test('a stream starts with the freshness of the figures, and without it while unknown', async () => {
    const fresh = await followInformed(await cookie())
    expect(fresh.messages[0]).toMatchObject({ asOf: expect.stringMatching(/Z$/), lagMs: 0 })
    api.log.state.down = true
    const other = await api.build()
    await other.listen({ port: 0, host: '127.0.0.1' })
    const { port } = other.server.address() as AddressInfo
    const unknown = await follow(await cookie(), `http://127.0.0.1:${port}/api/admin/live`)
    api.log.state.down = false
    expect(unknown.messages[0]).toEqual({ changed: ALL, asOf: null, lagMs: null })
    opened.at(-1)?.()
    await other.close()
  })

  test('a heartbeat every 15 seconds has the freshness, and no query keys', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const other = await api.build()
    try {
      await other.listen({ port: 0, host: '127.0.0.1' })
      const { port } = other.server.address() as AddressInfo
      const stream = await follow(await cookie(), `http://127.0.0.1:${port}/api/admin/live`)
      for (let heard = 1; !stream.heartbeats.at(-1)?.asOf; heard++) {
        vi.advanceTimersByTime(15_000)
        await until(() => stream.heartbeats.length === heard, PATIENCE_MS)
      }
      expect(stream.heartbeats.at(-1)).toEqual({ changed: [], asOf: expect.stringMatching(/Z$/), lagMs: 0 })
      expect(stream.messages).toHaveLength(1)
    } finally {
      vi.useRealTimers()
      opened.at(-1)?.()
      await other.close()
    }
  })

  test.each([
    [
      'logging out',
      (as: string) => api.app.inject({ method: 'POST', url: '/api/admin/logout', headers: { cookie: as } }),
    ],
    [
      'ending its session from another browser',
      async (as: string) => {
        const call = (method: 'GET' | 'DELETE', path: string, by: string) =>
          api.app.inject({ method, url: `/api/admin/account/sessions${path}`, headers: { cookie: by } })
        const sessions: AccountSessions = (await call('GET', '', as)).json()
        await call('DELETE', `/${sessions.find(({ current }) => current)?.id}`, await cookie())
      },
    ],
    [
      'disabling the account',
      async () => {
        await addStaff(api.sql, { ...STAFF, username: 'another.owner' })
        await disableAccount(api.sql, STAFF.username, new Date())
      },
    ],
  ])(
    'S-10 %s ends its streams at once on every instance, without waiting for a heartbeat',
    async (_what, revoke) => {
      // Suppresses heartbeats, which would also end the streams.
      vi.useFakeTimers({ toFake: ['setInterval'] })
      const other = await api.build()
      try {
        await other.listen({ port: 0, host: '127.0.0.1' })
        const { port } = other.server.address() as AddressInfo
        const there = `http://127.0.0.1:${port}/api/admin/live`
        const as = await cookie()
        const stream = await follow(as, there)
        await revoke(as)
        await until(() => stream.ended, PATIENCE_MS)
        expect((await fetch(there, { headers: { cookie: as } })).status).toBe(401)
      } finally {
        vi.useRealTimers()
        opened.at(-1)?.()
        await other.close()
      }
    },
  )

  test('the stream of another session continues', async () => {
    const [one, two] = [await cookie(), await cookie()]
    const kept = await follow(two)
    await follow(one)
    await api.app.inject({ method: 'POST', url: '/api/admin/logout', headers: { cookie: one } })
    await api.sql.notify('firsttouch_changed', '{"changed":["analytics"]}')
    await until(() => kept.messages.length === 2, PATIENCE_MS)
    expect(kept.ended).toBe(false)
  })

  test('a session has at most eight streams, and closing one makes room', async () => {
    const as = await cookie()
    for (let i = 0; i < 8; i++) await follow(as)
    const refused = await fetch(url, { headers: { cookie: as } })
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('too many tabs') })
    expect((await follow(await cookie())).status).toBe(200)
    opened[0]?.()
    await until(async () => (await follow(as)).status === 200, PATIENCE_MS)
  })

  const knock = async (as: string): Promise<number> => {
    const abort = new AbortController()
    opened.push(() => abort.abort())
    const answer = await fetch(url, { headers: { cookie: as }, signal: abort.signal })
    // A reference prevents garbage collection, which would end the stream.
    held.push(answer)
    return answer.status
  }
  const count = (codes: number[]) =>
    Object.fromEntries([...Map.groupBy(codes, code => code)].map(([code, all]) => [code, all.length]))

  test('a session that opens 200 streams at once gets eight', async () => {
    const as = await cookie()
    expect(count(await Promise.all(Array.from({ length: 200 }, () => knock(as))))).toEqual({
      200: 8,
      429: 192,
    })
  })

  test('all sessions together get at most 500 streams, also with concurrent requests', async () => {
    const [account] = await api.sql<{ id: string }[]>`SELECT id FROM staff_accounts`
    const sids = await Promise.all(
      Array.from({ length: 66 }, () => startSession(api.sql, account?.id ?? '', api.clock.now)),
    )
    const codes = await Promise.all(sids.flatMap(sid => Array.from({ length: 8 }, () => knock(`sid=${sid}`))))
    expect(count(codes)).toEqual({ 200: 500, 503: 28 })
  })

  test('a browser that leaves before its stream starts takes no slot', async () => {
    const as = await cookie()
    for (let i = 0; i < 40; i++) {
      const abort = new AbortController()
      const asked = fetch(url, { headers: { cookie: as }, signal: abort.signal }).catch(() => undefined)
      await new Promise(resolve => setTimeout(resolve, i % 10))
      abort.abort()
      await asked
    }
    await until(async () => (await follow(as)).status === 200, PATIENCE_MS)
    for (let i = 0; i < 7; i++) expect((await follow(as)).status).toBe(200)
  })

  test('after the connection to PostgreSQL was lost, dashboards refetch every query', async () => {
    const stream = await follow(await cookie())
    await api.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'listen%'`
    await until(
      () => stream.messages.some((message, index) => index > 0 && message.changed.length === ALL.length),
      PATIENCE_MS,
    )
  })

  test('open streams do not delay the shutdown', async () => {
    const stream = await follow(await cookie())
    await app.close()
    await until(() => stream.ended, PATIENCE_MS)
  })
})
