import type { AccountFactors } from '@firsttouch/api/contract/account'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, GRACE, openAccounts } from '../../testing/accounts.ts'
import { later, STAFF } from '../../testing/api.ts'
import { runStaff } from '../staff-command.ts'

const accounts = await openAccounts()
beforeEach(() => accounts.reset())

const login = async (code?: string) => {
  const browser = accounts.openBrowser()
  const answer = await browser.logIn({ ...STAFF, ...(code !== undefined && { code }) })
  return { ...answer, browser, hasCookie: browser.cookies.has('sid') }
}
const statusOf = async (code?: string) => (await login(code)).status

describe('an authenticator app', () => {
  test('an authenticator app is enabled only after its first code, and the account gets ten recovery codes', async () => {
    const browser = await accounts.loggedIn()
    const { body } = await browser.call('POST', 'account/totp', {})
    expect(body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauthUrl: expect.stringMatching(/^otpauth:\/\/totp\/Firsttouch:ada\?/),
    })
    expect(await statusOf()).toBe(200)
    const wrong = await browser.call('POST', 'account/totp/confirm', { code: '000000' })
    expect([wrong.status, wrong.body.issues?.[0]?.path]).toEqual([400, 'code'])
    expect(await statusOf()).toBe(200)
    const { recoveryCodes } = await accounts.addApp(browser)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await statusOf()).toBe(401)
  })

  test('a login without a code answers totp_required, with a wrong code code_refused, and gives no session', async () => {
    const { codeAt } = await accounts.addApp(await accounts.loggedIn())
    const [without, wrong] = [await login(), await login(codeAt() === '123456' ? '654321' : '123456')]
    expect([without.status, without.body.code, without.hasCookie]).toEqual([401, 'totp_required', false])
    expect([wrong.status, wrong.body.code, wrong.hasCookie]).toEqual([401, 'code_refused', false])
    const right = await login(codeAt())
    expect([right.status, await right.browser.session()]).toEqual([200, 200])
  })

  test('a login does not ask for a code before the password is right', async () => {
    await accounts.addApp(await accounts.loggedIn())
    const answer = await accounts.openBrowser().logIn({ ...STAFF, password: 'not the right one' })
    expect([answer.status, answer.body.code]).toEqual([401, undefined])
  })

  test('a code works once within its thirty seconds, and the code that enabled the app counts as used', async () => {
    const { codeAt } = await accounts.addApp(await accounts.loggedIn())
    const code = codeAt()
    expect([await statusOf(code), await statusOf(code), await statusOf(codeAt(-30_000))]).toEqual([
      200, 401, 401,
    ])
    later(accounts.clock, -60_000)
    await accounts.sql`DELETE FROM login_failures`
    expect(await statusOf(codeAt())).toBe(401)
  })

  test.each([
    [-60_000, 401],
    [-30_000, 200],
    [0, 200],
    [30_000, 200],
    [60_000, 401],
  ])('the code of a device whose clock is %i ms off is answered %i', async (shift, status) => {
    const { codeAt } = await accounts.addApp(await accounts.loggedIn())
    later(accounts.clock, 60_000)
    const answer = await login(codeAt(shift))
    expect(answer.status).toBe(status)
    if (status === 401) expect(answer.body.detail).toContain('check the clock of the device')
  })

  test('of two simultaneous logins with one code one succeeds', async () => {
    const { codeAt } = await accounts.addApp(await accounts.loggedIn())
    const statuses = await Promise.all([statusOf(codeAt()), statusOf(codeAt())])
    expect(statuses.toSorted()).toEqual([200, 401])
  })

  test('guessing codes is throttled, also from a known browser, and a correct code is refused while throttled', async () => {
    const known = await accounts.loggedIn()
    const { codeAt } = await accounts.addApp(known)
    const right = codeAt()
    const guess = async (n: number) => {
      const code = String(n).padStart(6, '0')
      return (await known.logIn({ ...STAFF, code: code === right ? '999999' : code })).status
    }
    const statuses = []
    for (let n = 0; n < 7; n++) statuses.push(await guess(n))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429])
    const answer = await login(right)
    expect([answer.status, answer.body.detail]).toEqual([
      429,
      expect.stringContaining('Too many wrong codes'),
    ])
    later(accounts.clock, Number(answer.headers.get('retry-after')) * 1_000)
    expect(await statusOf(codeAt())).toBe(200)
  })

  test('a second authenticator app can be added only after the first is removed', async () => {
    const browser = await accounts.loggedIn()
    const { codeAt } = await accounts.addApp(browser)
    expect((await browser.call('POST', 'account/totp', {})).status).toBe(409)
    expect((await browser.call('POST', 'account/totp/confirm', { code: codeAt() })).status).toBe(400)
  })

  test('adding or removing an authenticator app ends every other session, and removal deletes the recovery codes', async () => {
    const [here, elsewhere] = [await accounts.loggedIn(), await accounts.loggedIn()]
    const { codeAt, recoveryCodes } = await accounts.addApp(here)
    expect([await here.session(), await elsewhere.session()]).toEqual([200, 401])
    const again = await login(codeAt())
    expect((await here.call('DELETE', 'account/factors/totp')).status).toBe(204)
    expect([await here.session(), await again.browser.session()]).toEqual([200, 401])
    expect([await statusOf(), await accounts.sql`SELECT 1 FROM staff_recovery_codes`]).toEqual([200, []])
    expect((await here.call('DELETE', 'account/factors/totp')).status).toBe(404)
    await accounts.addApp(here)
    expect(await statusOf(recoveryCodes[0])).toBe(401)
  })
})

describe('a recovery code', () => {
  test('a recovery code logs in once instead of a TOTP code, in upper or lower case and without hyphens', async () => {
    const browser = await accounts.loggedIn()
    const { recoveryCodes } = await accounts.addApp(browser)
    const [first = '', second = ''] = recoveryCodes
    expect([await statusOf(first), await statusOf(first)]).toEqual([200, 401])
    expect(await statusOf(second.toUpperCase().replaceAll('-', ' '))).toBe(200)
    const { body } = await browser.call('GET', 'account/factors')
    expect((body as unknown as AccountFactors).recoveryCodesLeft).toBe(8)
  })

  test('a recovery code admits one of two simultaneous logins', async () => {
    const { recoveryCodes } = await accounts.addApp(await accounts.loggedIn())
    const statuses = await Promise.all([1, 2].map(() => statusOf(recoveryCodes[0])))
    expect(statuses.toSorted()).toEqual([200, 401])
  })

  test('a recovery code logs in only to its own account', async () => {
    const { recoveryCodes } = await accounts.addApp(await accounts.loggedIn())
    await accounts.addApp(await accounts.loggedIn(GRACE))
    const foreign = await accounts.openBrowser().logIn({ ...GRACE, code: recoveryCodes[0] })
    expect([foreign.status, await statusOf(recoveryCodes[0])]).toEqual([401, 200])
  })

  test('a recovery code has 118 random bits and is stored as a hash', async () => {
    const { recoveryCodes } = await accounts.addApp(await accounts.loggedIn())
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
    const stored = await accounts.sql<{ hash: Buffer }[]>`SELECT code_hash AS hash FROM staff_recovery_codes`
    expect(stored.map(({ hash }) => hash.length)).toEqual(Array(10).fill(32))
    const bytes = Buffer.concat(stored.map(({ hash }) => hash)).toString('latin1')
    for (const code of recoveryCodes) expect(bytes).not.toContain(code.replaceAll('-', ''))
  })
})

test('the audit log has missing, wrong and used factors, and no code or secret', async () => {
  const { codeAt, secret, recoveryCodes } = await accounts.addApp(await accounts.loggedIn())
  const code = codeAt()
  for (const given of [undefined, '000000', code, recoveryCodes[0]]) await login(given)
  const noted = await accounts.noted()
  expect(noted.slice(-4)).toEqual([
    { action: 'login.refused', actor: 'ada', detail: { because: 'no code' } },
    { action: 'login.refused', actor: 'ada', detail: { because: 'code' } },
    { action: 'login.accepted', actor: 'ada', detail: { factor: 'totp' } },
    { action: 'login.accepted', actor: 'ada', detail: { factor: 'recovery code' } },
  ])
  expect(noted).toContainEqual({
    ...{ action: 'POST /api/admin/account/totp/confirm', actor: 'ada', detail: { status: 200 } },
  })
  const all = JSON.stringify(noted)
  for (const planted of [code, secret, recoveryCodes[0] ?? '']) expect(all).not.toContain(planted)
})

test('a printed password does not remove the second factor', async () => {
  const { codeAt } = await accounts.addApp(await accounts.loggedIn())
  const password = (await runStaff(accounts.sql, ['reset', 'ada'])).split('\n').at(-1)?.trim() ?? ''
  const without = await accounts.openBrowser().logIn({ ...STAFF, password })
  expect([without.status, without.body.code]).toEqual([401, 'totp_required'])
  expect((await accounts.openBrowser().logIn({ ...STAFF, password, code: codeAt() })).status).toBe(200)
})

test('npm run staff removes the factors of a person who lost them, and ends the sessions', async () => {
  const browser = await accounts.loggedIn()
  await accounts.addApp(browser)
  expect(await runStaff(accounts.sql, ['forget-factors', 'ADA'])).toContain('no longer has a second factor')
  expect([await browser.session(), await statusOf()]).toEqual([401, 200])
  expect((await accounts.noted()).map(({ action }) => action)).toContain('staff.forget-factors')
})

describe('with STAFF_SECOND_FACTOR=required', () => {
  let strict: Accounts
  beforeAll(async () => {
    strict = await openAccounts({ secondFactor: 'required' })
  })
  afterAll(() => strict.close())
  beforeEach(() => strict.reset())

  test('where second factors are required, an account without one reaches only the calls that add one', async () => {
    const browser = await strict.loggedIn()
    for (const path of ['session', 'leads/search', 'analytics', 'account/sessions', 'docs/json', 'live']) {
      const { status, body } = await browser.call('GET', path)
      expect([path, status, body.code]).toEqual([path, 403, 'second_factor_required'])
    }
    await strict.addApp(browser)
    expect(await browser.session()).toBe(200)
    expect((await browser.call('GET', 'account/factors')).body).toMatchObject({ required: true })
  })

  test('where second factors are required, a printed password is changed first', async () => {
    const current = (await runStaff(strict.sql, ['reset', 'ada'])).split('\n').at(-1)?.trim() ?? ''
    const browser = await strict.loggedIn({ ...STAFF, password: current })
    const refused = await browser.call('POST', 'account/totp', {})
    expect([refused.status, refused.body.code]).toEqual([403, 'password_change_required'])
    await browser.call('POST', 'account/password', { current, next: 'seven quiet green rivers' })
    expect((await browser.call('GET', 'session')).body.code).toBe('second_factor_required')
  })

  test('where second factors are required, an account that removes its last factor must add one again', async () => {
    const browser = await strict.loggedIn()
    await strict.addPasskey(browser)
    expect(await browser.session()).toBe(200)
    const { passkeys } = (await browser.call('GET', 'account/factors')).body as unknown as AccountFactors
    await browser.call('DELETE', `account/factors/${passkeys[0]?.id}`)
    expect((await browser.call('GET', 'session')).body.code).toBe('second_factor_required')
  })
})
