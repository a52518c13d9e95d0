import { createHash } from 'node:crypto'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { heldBy } from '@firsttouch/infra/rigs/testing/loop-hold'
import { beforeEach, describe, expect, test } from 'vitest'
import { addStaff, cookiesOf, disableAccount, logIn, openTestApi, resetStaff, STAFF } from '../testing/api.ts'
import { ensureStaff, resetPassword } from './accounts.ts'
import { COST, hashPassword } from './passwords.ts'

const api = await openTestApi()
beforeEach(() => resetStaff(api))

const session = (cookies: Record<string, string>, app = api.app) =>
  app.inject({ method: 'GET', url: '/api/admin/session', cookies })
const wrong = { ...STAFF, password: 'not the right one' }

test('a correct password starts a session with the account’s user name', async () => {
  const answer = await logIn(api.app, { ...STAFF, username: 'ADA' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ username: 'ada' })
  expect((await session(cookiesOf(answer))).json()).toEqual({
    ...{ username: 'ada', role: 'owner', timeZone: 'Europe/London' },
  })
})

test('S-01 a login renews a hash of lower cost, and no other hash', async () => {
  await addStaff(api.sql, { username: 'grace', password: STAFF.password })
  const weak = await hashPassword(STAFF.password, { ...COST, memory: 8192 })
  await api.sql`UPDATE staff_accounts SET password_hash = ${weak}`
  expect((await logIn(api.app)).statusCode).toBe(200)
  const [ada, grace] = await api.sql`SELECT password_hash FROM staff_accounts ORDER BY username`
  expect(ada?.password_hash).toContain(`m=${COST.memory},`)
  expect(grace?.password_hash).toBe(weak)
  expect((await logIn(api.app)).statusCode).toBe(200)
})

test('S-02 most of a hundred simultaneous logins get 429 with Retry-After, and the process stays responsive', async () => {
  const ask = async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        logIn(api.app, { ...wrong, username: `user${index}` }, { remoteAddress: `203.0.113.${index}` }),
      ),
    )
    const busy = answers.filter(answer => answer.statusCode === 429)
    expect(busy.length).toBeGreaterThanOrEqual(70)
    for (const answer of busy) expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  }
  expect(await heldBy(ask, 250)).toBeLessThan(250)
})

test('S-03 a common password is refused with a reason', async () => {
  const reset = resetPassword(api.sql, { ...STAFF, password: 'Password123' }, new Date())
  await expect(reset).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('first that attackers try'),
  })
})

describe('S-04 no default account', () => {
  beforeEach(() => emptyTables(api.sql, 'staff_accounts'))

  test('S-04 admin/admin does not exist, and the first start makes one account and prints its password once', async () => {
    expect((await logIn(api.app, { username: 'admin', password: 'admin' })).statusCode).toBe(401)
    const made = await ensureStaff(api.sql)
    expect(made).toMatchObject({ username: 'admin' })
    expect((await logIn(api.app, { username: 'admin', password: 'admin' })).statusCode).toBe(401)
    expect((await logIn(api.app, made)).statusCode).toBe(200)
    expect(await ensureStaff(api.sql)).toBeNull()
  })

  test('S-45 in production a common password stops the start', async () => {
    const weak = { username: 'ada', password: 'changeme1' }
    await expect(ensureStaff(api.sql, weak, new Date(), true)).rejects.toThrow('first that attackers try')
    expect(await ensureStaff(api.sql, weak, new Date(), false)).toBeNull()
  })

  test('processes that start together make one account', async () => {
    const made = await Promise.all([1, 2, 3].map(() => ensureStaff(api.sql)))
    expect(made.filter(credentials => credentials !== null)).toHaveLength(1)
  })

  test('STAFF_PASSWORD creates its account once, and a new STAFF_PASSWORD replaces the password', async () => {
    await ensureStaff(api.sql, STAFF)
    const cookies = cookiesOf(await logIn(api.app))
    await ensureStaff(api.sql, STAFF)
    expect((await session(cookies)).statusCode).toBe(200)
    await ensureStaff(api.sql, { ...STAFF, password: 'another four words here' })
    expect((await session(cookies)).statusCode).toBe(401)
    expect((await logIn(api.app)).statusCode).toBe(401)
    expect((await logIn(api.app, { ...STAFF, password: 'another four words here' })).statusCode).toBe(200)
  })
})

test('S-05 an unknown user, a wrong password and a disabled user get the same answer in the same time', async () => {
  await addStaff(api.sql, { username: 'gone', password: STAFF.password })
  await disableAccount(api.sql, 'gone', new Date())
  const tries = { unknown: { ...STAFF, username: 'nobody' }, wrong, disabled: { ...STAFF, username: 'gone' } }
  const bodies = new Set<string>()
  const times: Record<string, number[]> = { unknown: [], wrong: [], disabled: [] }
  for (let round = 0; round < 20; round++)
    for (const [kind, credentials] of Object.entries(tries)) {
      await api.sql`DELETE FROM login_failures`
      const before = process.cpuUsage()
      const answer = await logIn(api.app, credentials)
      const { user, system } = process.cpuUsage(before)
      times[kind]?.push(user + system)
      const { requestId: _, ...body } = answer.json()
      bodies.add(JSON.stringify([answer.statusCode, body]))
    }
  expect(bodies.size).toBe(1)
  // Compares CPU time, because other processes use the machine. A login that skips the hash takes a tenth of the time.
  const medians = Object.values(times).map(list => list.toSorted((a, b) => a - b)[list.length / 2] ?? 0)
  expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(1.5)
})

describe('S-07 the cookie', () => {
  test('S-07 over https the cookie is a __Host- cookie with every flag, over http it has another name', async () => {
    const proxied = await api.build({}, { trustProxy: ['127.0.0.1'] })
    const secure = await logIn(proxied, STAFF, { headers: { 'x-forwarded-proto': 'https' } })
    const [sid] = secure.cookies
    expect(sid).toMatchObject({
      name: '__Host-sid',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    })
    expect(sid).not.toHaveProperty('domain')
    expect((await logIn(api.app)).cookies[0]).toMatchObject({
      name: 'sid',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    })
    await proxied.close()
  })

  test('S-07 the cookie holds 256 random bits, stored only as a hash', async () => {
    const { sid = '' } = cookiesOf(await logIn(api.app))
    expect(Buffer.from(sid, 'base64url')).toHaveLength(32)
    const rows = await api.sql`SELECT token_hash FROM staff_sessions`
    expect(rows).toHaveLength(1)
    expect(rows[0]?.token_hash).toEqual(createHash('sha256').update(sid).digest())
  })
})

test('S-22 a user name that PostgreSQL cannot store is refused, also from a known browser', async () => {
  const cookies = cookiesOf(await logIn(api.app))
  expect((await logIn(api.app, { ...STAFF, username: 'a\u0000b' }, { cookies })).statusCode).toBe(400)
})

test('S-08 a session id from before the login is invalid after the login', async () => {
  const planted = 'A'.repeat(43)
  const answer = await logIn(api.app, STAFF, { cookies: { sid: planted } })
  expect(cookiesOf(answer).sid).not.toBe(planted)
  expect((await session({ sid: planted })).statusCode).toBe(401)
  const again = await logIn(api.app, STAFF, { cookies: cookiesOf(answer) })
  expect((await session(cookiesOf(answer))).statusCode).toBe(401)
  expect((await session(cookiesOf(again))).statusCode).toBe(200)
})
