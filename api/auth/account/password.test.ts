import { beforeEach, describe, expect, test } from 'vitest'
import { GRACE, openAccounts } from '../../testing/accounts.ts'
import { disableAccount, STAFF } from '../../testing/api.ts'
import { createAccount, ensureStaff, resetPassword, setPassword } from '../accounts.ts'

const accounts = await openAccounts()
beforeEach(() => accounts.reset())

const NEXT = 'seven quiet green rivers'
const change = { current: STAFF.password, next: NEXT }

describe('a member of staff changes the password', () => {
  test('after a password change the new password logs in and the earlier one does not', async () => {
    const browser = await accounts.loggedIn()
    expect((await browser.call('POST', 'account/password', change)).status).toBe(204)
    expect((await accounts.openBrowser().logIn()).status).toBe(401)
    expect((await accounts.openBrowser().logIn({ ...STAFF, password: NEXT })).status).toBe(200)
  })

  test('a password change ends every other session and gives this browser a new token', async () => {
    const [here, elsewhere, grace] = [
      await accounts.loggedIn(),
      await accounts.loggedIn(),
      await accounts.loggedIn(GRACE),
    ]
    const before = here.cookies.get('sid') ?? ''
    await here.call('POST', 'account/password', change)
    expect([await here.session(), await elsewhere.session(), await grace.session()]).toEqual([200, 401, 200])
    const stolen = accounts.openBrowser()
    stolen.cookies.set('sid', before)
    expect(await stolen.session()).toBe(401)
  })

  test('a wrong current password changes nothing, is refused with its field, and is throttled', async () => {
    const browser = await accounts.loggedIn()
    const answer = await browser.call('POST', 'account/password', { current: 'wrong', next: NEXT })
    expect([answer.status, answer.body.issues]).toEqual([
      400,
      [{ path: 'current', message: 'Incorrect password.' }],
    ])
    const statuses = []
    for (let i = 0; i < 6; i++)
      statuses.push((await browser.call('POST', 'account/password', { current: 'wrong', next: NEXT })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    expect(await browser.session()).toBe(200)
    await accounts.sql`DELETE FROM login_failures`
    expect((await accounts.openBrowser().logIn()).status).toBe(200)
  })

  test.each([
    ['short', 'needs at least 8 characters'],
    ['Password123', 'first that attackers try'],
    ['my name is ada', 'must not contain the user name'],
    [STAFF.password, 'differs from the current one'],
  ])('the new password %j is refused with its field', async (next, words) => {
    const browser = await accounts.loggedIn()
    const { status, body } = await browser.call('POST', 'account/password', { ...change, next })
    expect([status, body.issues]).toEqual([400, [{ path: 'next', message: expect.stringContaining(words) }]])
    expect((await accounts.openBrowser().logIn()).status).toBe(200)
  })

  test('a password change does not log in an account that was disabled during the call', async () => {
    const [{ id = '' } = {}] = await accounts.sql<{ id: string }[]>`
      SELECT id FROM staff_accounts WHERE username = 'ada'`
    await disableAccount(accounts.sql, 'ada', accounts.clock.now)
    await setPassword(accounts.sql, id, NEXT, accounts.clock.now)
    expect((await accounts.openBrowser().logIn({ ...STAFF, password: NEXT })).status).toBe(401)
  })
})

describe('a printed password works only until its owner chooses another', () => {
  const NEW = { username: 'nell', password: 'mint-oval-rust-tide' }
  const routes = async () => {
    const { paths } = (await accounts.loggedIn().then(ada => ada.call('GET', 'docs/json')))
      .body as unknown as {
      paths: Record<string, Record<string, unknown>>
    }
    return Object.entries(paths)
      .filter(([path]) => path.startsWith('/api/admin/') && !path.startsWith('/api/admin/login'))
      .flatMap(([path, methods]) =>
        Object.keys(methods).map(method => ({ method: method.toUpperCase(), path })),
      )
  }

  test('with a printed password every other staff call is refused with a code', async () => {
    await createAccount(accounts.sql, NEW, accounts.clock.now, true)
    const browser = await accounts.loggedIn(NEW)
    const all = await routes()
    expect(all.length).toBeGreaterThan(50)
    const open: string[] = []
    for (const { method, path } of all.filter(route => !route.path.endsWith('/logout'))) {
      const { status, body } = await browser.call(
        method,
        path.replace('/api/admin/', ''),
        method === 'GET' ? undefined : {},
      )
      if (status !== 403 || body.code !== 'password_change_required') open.push(`${method} ${path} ${status}`)
    }
    expect(open).toEqual(['POST /api/admin/account/password 400'])
    const chosen = await browser.call('POST', 'account/password', { current: NEW.password, next: NEXT })
    expect([chosen.status, await browser.session()]).toEqual([204, 200])
  })

  test('the first password, a reset password and one from npm run staff must be changed', async () => {
    // A trigger forbids removing the last owner.
    await accounts.sql`ALTER TABLE staff_accounts DISABLE TRIGGER USER`
    await accounts.sql`DELETE FROM staff_accounts`
    await accounts.sql`ALTER TABLE staff_accounts ENABLE TRIGGER USER`
    const first = await ensureStaff(accounts.sql)
    expect((await (await accounts.loggedIn(first ?? {})).call('GET', 'session')).body.code).toBe(
      'password_change_required',
    )
    const reset = { username: 'admin', password: 'fern-gold-hush-iris' }
    await resetPassword(accounts.sql, reset, accounts.clock.now)
    expect(await (await accounts.loggedIn(reset)).session()).toBe(403)
  })

  test('a chosen password survives a restart with the same STAFF_PASSWORD', async () => {
    const given = { username: 'omar', password: 'nine loud copper bells' }
    await ensureStaff(accounts.sql, given)
    const browser = await accounts.loggedIn(given)
    await browser.call('POST', 'account/password', { current: given.password, next: NEXT })
    await ensureStaff(accounts.sql, given)
    expect(await browser.session()).toBe(200)
    expect((await accounts.openBrowser().logIn(given)).status).toBe(401)
    await ensureStaff(accounts.sql, { ...given, password: 'ten soft silver drums' })
    expect((await accounts.openBrowser().logIn({ ...given, password: 'ten soft silver drums' })).status).toBe(
      200,
    )
  })
})
