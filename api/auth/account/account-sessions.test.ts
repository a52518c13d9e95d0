import type { AccountSessions } from '@firsttouch/api/contract/account'
import { beforeEach, expect, test } from 'vitest'
import { type Accounts, GRACE, openAccounts } from '../../testing/accounts.ts'
import { later, STAFF } from '../../testing/api.ts'

const accounts = await openAccounts()
beforeEach(() => accounts.reset())

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
type Browser = Awaited<ReturnType<Accounts['loggedIn']>>
const list = async (browser: Browser) =>
  (await browser.call('GET', 'account/sessions')).body as unknown as AccountSessions

test('the list has browser, network and times of each own session, and marks the current session', async () => {
  const here = await accounts.loggedIn()
  await accounts.loggedIn(GRACE)
  const phone = accounts.openBrowser(IPHONE)
  const at = accounts.clock.now.toISOString()
  await phone.logIn()
  later(accounts.clock, 5 * 60_000)
  const sessions = await list(here)
  const network = '127.0.0.0/24'
  expect(sessions).toEqual([
    {
      ...{ id: expect.any(String), browser: 'Chrome on Windows', network, createdAt: at },
      ...{ lastUsedAt: accounts.clock.now.toISOString(), current: true },
    },
    {
      ...{ id: expect.any(String), browser: 'Safari on iOS', network, createdAt: at },
      ...{ lastUsedAt: at, current: false },
    },
  ])
})

test('an expired session is not listed', async () => {
  await accounts.loggedIn()
  later(accounts.clock, 31 * 60_000)
  expect(await list(await accounts.loggedIn())).toHaveLength(1)
})

test('one session of the list ends at once, and the others stay', async () => {
  const [here, stolen, third] = [
    await accounts.loggedIn(),
    await accounts.loggedIn(),
    await accounts.loggedIn(),
  ]
  const id = (await list(stolen)).find(({ current }) => current)?.id
  expect((await here.call('DELETE', `account/sessions/${id}`)).status).toBe(204)
  expect([await here.session(), await stolen.session(), await third.session()]).toEqual([200, 401, 200])
  expect((await here.call('DELETE', `account/sessions/${id}`)).status).toBe(404)
})

test('a session of another person cannot be ended, and its id reveals nothing', async () => {
  const [ada, grace] = [await accounts.loggedIn(), await accounts.loggedIn(GRACE)]
  const [session] = await list(grace)
  const foreign = await ada.call('DELETE', `account/sessions/${session?.id}`)
  const unknown = await ada.call('DELETE', 'account/sessions/0192a3b4-0000-7000-8000-000000000001')
  expect([foreign.status, foreign.body.detail]).toEqual([404, unknown.body.detail])
  expect(await grace.session()).toBe(200)
  expect((await ada.call('DELETE', 'account/sessions/1')).status).toBe(400)
})

test('log out everywhere ends every session of the account, including this one, and none of other accounts', async () => {
  const [here, elsewhere, grace] = [
    await accounts.loggedIn(),
    await accounts.loggedIn(),
    await accounts.loggedIn(GRACE),
  ]
  expect((await here.call('DELETE', 'account/sessions')).status).toBe(204)
  expect([await here.session(), await elsewhere.session(), await grace.session()]).toEqual([401, 401, 200])
  expect(here.cookies.has('sid')).toBe(false)
  const action = 'DELETE /api/admin/account/sessions'
  expect((await accounts.noted()).findLast(row => row.action === action)).toMatchObject({
    ...{ actor: 'ada', detail: { status: 204 } },
  })
})

test('ending sessions needs re-authentication some time after the login', async () => {
  const browser = await accounts.loggedIn()
  later(accounts.clock, 16 * 60_000)
  expect((await browser.call('DELETE', 'account/sessions')).status).toBe(403)
  expect(await browser.session()).toBe(200)
})

test('re-authentication gives the session a new token, and the earlier token is invalid', async () => {
  const browser = await accounts.loggedIn()
  const stolen = accounts.openBrowser()
  stolen.cookies.set('sid', browser.cookies.get('sid') ?? '')
  expect((await browser.call('POST', 'confirm', { password: STAFF.password })).status).toBe(204)
  expect([await browser.session(), await stolen.session()]).toEqual([200, 401])
})
