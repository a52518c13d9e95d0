import { beforeEach, describe, expect, test } from 'vitest'
import {
  addStaff,
  cookiesOf,
  disableAccount,
  later,
  logIn,
  openTestApi,
  resetStaff,
  STAFF,
} from '../testing/api.ts'
import { resetPassword } from './accounts.ts'
import { findSession, tokenHash } from './sessions.ts'

const api = await openTestApi()
beforeEach(() => resetStaff(api))

const session = (cookies: Record<string, string>, app = api.app) =>
  app.inject({ method: 'GET', url: '/api/admin/session', cookies })

describe('S-09 a session expires', () => {
  const rows = async () => (await api.sql`SELECT 1 FROM staff_sessions`).length

  test('S-09 a session ends after half an hour without use, with its row', async () => {
    const cookies = cookiesOf(await logIn(api.app))
    for (let i = 0; i < 3; i++) {
      later(api.clock, 29 * 60_000)
      expect((await session(cookies)).statusCode).toBe(200)
    }
    later(api.clock, 31 * 60_000)
    expect((await session(cookies)).statusCode).toBe(401)
    expect(await rows()).toBe(0)
  })

  test('S-09 a session ends after twelve hours, even in use', async () => {
    const cookies = cookiesOf(await logIn(api.app))
    for (let i = 0; i < 25; i++) {
      later(api.clock, 29 * 60_000)
      if (i < 24) expect((await session(cookies)).statusCode).toBe(200)
    }
    expect((await session(cookies)).statusCode).toBe(401)
    expect(await rows()).toBe(0)
  })

  test('S-09 a session’s last use is written at most once a minute', async () => {
    const cookies = cookiesOf(await logIn(api.app))
    const seen = async () => (await api.sql`SELECT seen_at FROM staff_sessions`)[0]?.seen_at.getTime()
    const first = await seen()
    later(api.clock, 50_000)
    await session(cookies)
    expect(await seen()).toBe(first)
    later(api.clock, 20_000)
    await session(cookies)
    expect(await seen()).toBe(first + 70_000)
  })
})

test('S-09 an open live stream does not keep a session alive', async () => {
  await logIn(api.app)
  const [row] = await api.sql<{ hash: Buffer; seen: Date }[]>`
    SELECT token_hash AS hash, seen_at AS seen FROM staff_sessions`
  if (!row) throw new Error('nobody is logged in')
  const look = async (touch: boolean) => {
    later(api.clock, 10 * 60_000)
    const session = await findSession(api.sql, { hash: row.hash }, api.clock.now, { touch })
    const [now] = await api.sql<{ seen: Date }[]>`SELECT seen_at AS seen FROM staff_sessions`
    return [session?.username, (now?.seen.getTime() ?? 0) - row.seen.getTime()]
  }
  expect(await look(false)).toEqual(['ada', 0])
  expect(await look(true)).toEqual(['ada', 20 * 60_000])
})

test('one session’s activity does not extend another of the account', async () => {
  const [one, other] = [cookiesOf(await logIn(api.app)), cookiesOf(await logIn(api.app))]
  const rows = async () => {
    const found = await api.sql<{ hash: Buffer; seen: Date; confirmed: Date }[]>`
      SELECT token_hash AS hash, seen_at AS seen, confirmed_at AS confirmed FROM staff_sessions`
    return [one, other].map(({ sid = '' }) => {
      const row = found.find(({ hash }) => hash.equals(tokenHash(sid)))
      return row && [row.seen.getTime(), row.confirmed.getTime()]
    })
  }
  const begun = api.clock.now.getTime()
  later(api.clock, 10 * 60_000)
  const now = api.clock.now.getTime()
  await session(one)
  expect(await rows()).toEqual([[now, begun], [begun, begun]]) // biome-ignore format: a session each
  const { password } = STAFF
  const again = await api.app.inject({
    method: 'POST',
    url: '/api/admin/confirm',
    cookies: other,
    body: { password },
  })
  Object.assign(other, cookiesOf(again))
  expect(await rows()).toEqual([[now, begun], [now, now]]) // biome-ignore format: a session each
  await api.app.inject({ method: 'POST', url: '/api/admin/logout', cookies: one })
  expect(await rows()).toEqual([undefined, [now, now]])
})

describe('S-10 a revocation applies at once, on every instance', () => {
  test('S-10 logout ends a session at once, on every instance', async () => {
    const other = await api.build()
    const cookies = cookiesOf(await logIn(api.app))
    expect((await session(cookies, other)).statusCode).toBe(200)
    const out = await api.app.inject({ method: 'POST', url: '/api/admin/logout', cookies })
    expect(out.statusCode).toBe(204)
    expect(out.cookies).toMatchObject([{ name: 'sid', value: '', path: '/', expires: new Date(0) }])
    expect((await session(cookies)).statusCode).toBe(401)
    expect((await session(cookies, other)).statusCode).toBe(401)
    await other.close()
  })

  test('S-10 an account disabled by any means, such as SQL, loses its sessions at once', async () => {
    const cookies = cookiesOf(await logIn(api.app))
    await addStaff(api.sql, { username: 'grace', password: STAFF.password })
    await api.sql`UPDATE staff_accounts SET disabled_at = now() WHERE username = 'ada'`
    expect((await session(cookies)).statusCode).toBe(401)
    expect(await api.sql`SELECT 1 FROM staff_sessions`).toHaveLength(0)
  })

  test.each([
    [
      'a new password',
      () => resetPassword(api.sql, { ...STAFF, password: 'another four words here' }, new Date()),
    ],
    ['disabling', () => disableAccount(api.sql, 'ada', new Date())],
  ])('%s ends all sessions of the account and no other', async (_what, revoke) => {
    await addStaff(api.sql, { username: 'grace', password: STAFF.password })
    const ada = [cookiesOf(await logIn(api.app)), cookiesOf(await logIn(api.app))]
    const grace = cookiesOf(await logIn(api.app, { ...STAFF, username: 'grace' }))
    await revoke()
    for (const cookies of ada) expect((await session(cookies)).statusCode).toBe(401)
    expect((await session(grace)).statusCode).toBe(200)
    expect((await logIn(api.app)).statusCode).toBe(401)
  })
})
