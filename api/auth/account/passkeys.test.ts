import type { AccountFactors, RecoveryCodes } from '@firsttouch/api/contract/account'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, GRACE, openAccounts } from '../../testing/accounts.ts'
import { disableAccount, later, STAFF } from '../../testing/api.ts'
import { openAuthenticator } from '../../testing/authenticator.ts'

const accounts = await openAccounts()
beforeEach(() => accounts.reset())

type Device = Awaited<ReturnType<Accounts['addPasskey']>>['device']
const enter = async (passkey: object) => {
  const browser = accounts.openBrowser()
  const { status, body } = await browser.call('POST', 'login/passkey', { passkey })
  return { status, browser, code: body.code, username: body.username, hasCookie: browser.cookies.has('sid') }
}
const enterBy = async (device: Device, slips: Parameters<Device['get']>[1] = {}) =>
  enter(device.get(await accounts.challenge(), slips))
const REFUSED = { status: 401, code: 'passkey_refused', hasCookie: false }

describe('a passkey', () => {
  test('a passkey is added with one answer of the device, and logs in without a password', async () => {
    const { device, answer } = await accounts.addPasskey(await accounts.loggedIn())
    expect((answer.body as unknown as RecoveryCodes).recoveryCodes).toHaveLength(10)
    const { status, username, browser } = await enterBy(device)
    expect([status, username, await browser.session()]).toEqual([200, 'ada', 200])
    const { passkeys } = (await browser.call('GET', 'account/factors')).body as unknown as AccountFactors
    const at = accounts.clock.now.toISOString()
    expect(passkeys).toEqual([
      { id: expect.any(String), name: 'Chrome on Windows', createdAt: at, lastUsedAt: at },
    ])
    expect(await accounts.noted()).toContainEqual({
      ...{ action: 'login.accepted', actor: 'ada', detail: { factor: 'passkey' } },
    })
  })

  test('after a passkey is added, a login by password alone answers passkey_required, and the passkey completes it', async () => {
    const { device, answer } = await accounts.addPasskey(await accounts.loggedIn())
    const without = await accounts.openBrowser().logIn()
    expect([without.status, without.body.code]).toEqual([401, 'passkey_required'])
    const passkey = device.get(await accounts.challenge())
    expect((await accounts.openBrowser().logIn({ ...STAFF, passkey })).status).toBe(200)
    const [code] = (answer.body as unknown as RecoveryCodes).recoveryCodes
    expect((await accounts.openBrowser().logIn({ ...STAFF, code })).status).toBe(200)
  })

  test('a passkey of another account does not complete a login by password', async () => {
    await accounts.addPasskey(await accounts.loggedIn())
    const { device } = await accounts.addPasskey(await accounts.loggedIn(GRACE))
    const browser = accounts.openBrowser()
    const passkey = device.get(await accounts.challenge())
    const { status, body } = await browser.logIn({ ...STAFF, passkey })
    expect([status, body.detail]).toEqual([401, 'This passkey belongs to another account.'])
    expect(browser.cookies.has('sid')).toBe(false)
  })

  test('adding or removing a passkey ends every other session', async () => {
    const [here, elsewhere] = [await accounts.loggedIn(), await accounts.loggedIn()]
    const { device } = await accounts.addPasskey(here)
    expect([await here.session(), await elsewhere.session()]).toEqual([200, 401])
    const { browser } = await enterBy(device)
    const { passkeys } = (await here.call('GET', 'account/factors')).body as unknown as AccountFactors
    expect((await here.call('DELETE', `account/factors/${passkeys[0]?.id}`)).status).toBe(204)
    expect([await here.session(), await browser.session()]).toEqual([200, 401])
    expect(await enterBy(device)).toMatchObject(REFUSED)
    expect((await accounts.openBrowser().logIn()).status).toBe(200)
  })

  test('a passkey of another person cannot be removed', async () => {
    const [ada, grace] = [await accounts.loggedIn(), await accounts.loggedIn(GRACE)]
    const { device } = await accounts.addPasskey(grace)
    const { passkeys } = (await grace.call('GET', 'account/factors')).body as unknown as AccountFactors
    expect((await ada.call('DELETE', `account/factors/${passkeys[0]?.id}`)).status).toBe(404)
    expect(await enterBy(device)).toMatchObject({ status: 200, username: 'grace' })
  })

  test('a passkey of a disabled account does not log in', async () => {
    const { device } = await accounts.addPasskey(await accounts.loggedIn())
    await disableAccount(accounts.sql, 'ada', accounts.clock.now)
    expect(await enterBy(device)).toMatchObject(REFUSED)
  })

  test('a passkey is added to one account only', async () => {
    const { device } = await accounts.addPasskey(await accounts.loggedIn())
    const grace = await accounts.loggedIn(GRACE)
    const { body: options } = await grace.call('POST', 'account/passkeys/options', {})
    const passkey = device.create(options)
    expect((await grace.call('POST', 'account/passkeys', { passkey })).status).toBe(409)
  })
})

describe('an invalid passkey answer does not log in', () => {
  test('a passkey answer that another page requested does not log in', async () => {
    const { device } = await accounts.addPasskey(await accounts.loggedIn())
    expect(await enterBy(device, { origin: 'https://evil.example' })).toMatchObject(REFUSED)
  })

  test('a passkey answer without user verification does not log in', async () => {
    const { device } = await accounts.addPasskey(await accounts.loggedIn())
    expect(await enterBy(device, { isUnlocked: false })).toMatchObject(REFUSED)
  })

  test('a passkey answer to a used challenge does not log in', async () => {
    const { device } = await accounts.addPasskey(await accounts.loggedIn())
    const challenge = await accounts.challenge()
    expect((await enter(device.get(challenge))).status).toBe(200)
    expect(await enter(device.get(challenge))).toMatchObject(REFUSED)
  })

  test('a passkey answer to a challenge that is too old, of another purpose, or not ours does not log in', async () => {
    const browser = await accounts.loggedIn()
    const { device } = await accounts.addPasskey(browser)
    const old = await accounts.challenge()
    const { body: adding } = await browser.call('POST', 'account/passkeys/options', {})
    const [time, nonce] = Buffer.from(old.challenge, 'base64url').toString().split('.')
    const forged = Buffer.from(`${time}.${nonce}x.${'A'.repeat(43)}`).toString('base64url')
    expect(await enter(device.get(adding))).toMatchObject(REFUSED)
    expect(await enter(device.get({ challenge: forged }))).toMatchObject(REFUSED)
    later(accounts.clock, 5 * 60_000 + 1)
    expect(await enter(device.get(old))).toMatchObject(REFUSED)
  })

  test('a passkey answer with a lower counter, as from a copied device, does not log in', async () => {
    const { device } = await accounts.addPasskey(await accounts.loggedIn())
    expect((await enterBy(device, { counter: 90 })).status).toBe(200)
    expect(await enterBy(device, { counter: 89 })).toMatchObject(REFUSED)
  })

  test('a passkey answer that another device signed does not log in', async () => {
    const { device } = await accounts.addPasskey(await accounts.loggedIn())
    const challenge = await accounts.challenge()
    const { response } = openAuthenticator(accounts.origin).get(challenge)
    expect(await enter({ ...device.get(challenge), response })).toMatchObject(REFUSED)
  })

  test('many wrong passkey answers from a network are throttled', async () => {
    const statuses = []
    for (let i = 0; i < 22; i++) statuses.push((await enter({ id: 'nothing' })).status)
    expect(statuses.slice(-2)).toEqual([401, 429])
  })
})

describe('a new passkey is refused', () => {
  const add = async (slips: Parameters<Device['create']>[1], challenge?: { challenge: string }) => {
    const browser = await accounts.loggedIn()
    const { body } = await browser.call('POST', 'account/passkeys/options', {})
    const passkey = openAuthenticator(accounts.origin).create(challenge ?? body, slips)
    const { status } = await browser.call('POST', 'account/passkeys', { passkey })
    return [status, (await accounts.sql`SELECT 1 FROM staff_passkeys`).length]
  }

  test('a new passkey that another page requested is refused', async () => {
    expect(await add({ origin: 'https://evil.example' })).toEqual([400, 0])
  })

  test('a new passkey without user verification is refused', async () => {
    expect(await add({ isUnlocked: false })).toEqual([400, 0])
  })

  test('a new passkey with the challenge of a login or of another account is refused', async () => {
    expect(await add({}, await accounts.challenge())).toEqual([400, 0])
    const grace = await accounts.loggedIn(GRACE)
    const { body } = await grace.call('POST', 'account/passkeys/options', {})
    expect(await add({}, body)).toEqual([400, 0])
  })

  test('a new passkey is refused a while after the login, until the password is entered again', async () => {
    const browser = await accounts.loggedIn()
    later(accounts.clock, 16 * 60_000)
    expect((await browser.call('POST', 'account/passkeys/options', {})).status).toBe(403)
    await browser.call('POST', 'confirm', { password: STAFF.password })
    expect((await accounts.addPasskey(browser)).answer.status).toBe(200)
  })
})
