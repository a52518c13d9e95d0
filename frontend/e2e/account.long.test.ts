/** A staff account in a real browser, with a virtual authenticator for passkeys. */
import { runStaff } from '@firsttouch/api/auth/staff-command'
import { STAFF } from '@firsttouch/infra/rigs/testing/system'
import { TOTP } from 'otpauth'
import postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openStaff } from './open-staff.ts'
import { logIn } from './staff-browser.ts'

const NEXT = 'seven quiet green rivers'

describe.skipIf(!chromiumPath)('a staff account', { shuffle: false }, () => {
  const { system, dashboard } = openStaff()
  const account = () => dashboard.section('Account')
  const press = (name: string) => account().getByRole('button', { name, exact: true }).click()
  const logOut = async () => {
    await dashboard.page.request.post(`${system.url}/api/admin/logout`, { data: {} })
    await dashboard.page.goto(`${system.url}/login`)
  }
  const openSettings = async () => {
    await dashboard.live()
    await dashboard.goTo('Settings')
    await account().getByText('Log out everywhere').waitFor()
  }
  const enterPassword = async (password = STAFF.password) => {
    const { page, button } = dashboard
    await page.getByLabel('Username').fill(STAFF.username)
    await page.getByLabel('Password').fill(password)
    await button('Login').click()
  }

  beforeAll(async () => {
    const cdp = await dashboard.context.newCDPSession(dashboard.page)
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
  })

  test('a staff member adds a passkey with one button and sees the recovery codes once', async () => {
    const { axe, notice, page } = dashboard
    await logIn(dashboard, system.url)
    await openSettings()
    await press('Add a passkey')
    await notice('Passkey added')
    const codes = await account().getByRole('status').locator('pre').innerText()
    expect(codes.split('\n')).toHaveLength(10)
    expect(await axe()).toEqual([])
    await press('I have copied it')
    await account()
      .getByText(/^Passkey, /)
      .waitFor()
    expect(await account().locator('pre').count()).toBe(0)
    await page.reload()
    await openSettings()
    await account().getByText('10 recovery codes left').waitFor()
  })

  test('the same device cannot add a second passkey and sees the reason', async () => {
    await press('Add a passkey')
    await dashboard.notice('This device already has a passkey for your account.')
  })

  test('a passkey logs in without a password', async () => {
    const { axe, button, page } = dashboard
    await logOut()
    expect(await axe()).toEqual([])
    await button('Log in with a passkey').click()
    await page.waitForURL('**/admin')
    await dashboard.live()
  })

  test('a passkey serves as the second factor after a password', async () => {
    const { axe, button, page } = dashboard
    await logOut()
    await enterPassword()
    await page.getByRole('textbox', { name: 'Code' }).waitFor()
    expect(await axe()).toEqual([])
    await button('Log in with a passkey').click()
    await page.waitForURL('**/admin')
  })

  test('an authenticator app is scanned, confirmed and requested at the next login', async () => {
    const { axe, button, notice, page } = dashboard
    await openSettings()
    await press('Add an authenticator app')
    await account().getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const secret = await account().locator('form code').innerText()
    const codeOf = (step: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 })
    expect(await axe()).toEqual([])
    await account().getByRole('textbox', { name: 'Code' }).fill('000000')
    await press('Switch on')
    await notice('Failed to add the authenticator app')
    await account().getByRole('textbox', { name: 'Code' }).fill(codeOf(0))
    await press('Switch on')
    await notice('Authenticator app added')
    await press('I have copied it')
    await logOut()
    await enterPassword()
    await page.getByRole('textbox', { name: 'Code' }).fill('000000')
    await button('Login').click()
    await notice(/This code is wrong or has already been used/)
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(1))
    await button('Login').click()
    await page.waitForURL('**/admin')
  })

  test('after the factors are removed, the password alone logs in', async () => {
    const { notice, page } = dashboard
    await openSettings()
    await press('Remove the authenticator app')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await account().getByText('Authenticator app', { exact: true }).waitFor({ state: 'detached' })
    await account()
      .getByRole('button', { name: /^Remove the passkey/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await notice('Removed')
    await account().getByText('recovery codes left').waitFor({ state: 'detached' })
    await logOut()
    await enterPassword()
    await page.waitForURL('**/admin')
  })

  test('the account lists the session of another browser and ends it', async () => {
    const other = await system.login()
    await openSettings()
    await account()
      .getByRole('button', { name: /^End the session of/ })
      .first()
      .click()
    await dashboard.notice('Session ended')
    await account()
      .getByRole('button', { name: /^End the session of/ })
      .waitFor({ state: 'detached' })
    const answer = await fetch(`${system.url}/api/admin/session`, { headers: { cookie: other } })
    expect(answer.status).toBe(401)
  })

  test('the account changes its password, and errors appear at their fields', async () => {
    const { notice } = dashboard
    await press('Change password')
    await account().locator('input:focus').fill('not the password')
    await account().getByLabel('New password').fill(NEXT)
    await press('Change the password')
    await account().getByText('Incorrect password.').waitFor()
    await account().getByLabel('Current password').fill(STAFF.password)
    await account().getByLabel('New password').fill('password1')
    await press('Change the password')
    await account()
      .getByText(/first that attackers try/)
      .waitFor()
    await account().getByLabel('New password').fill(NEXT)
    await press('Change the password')
    await notice('Password changed')
    await dashboard.live()
  })

  test('log out everywhere leads to the login', async () => {
    await press('Log out everywhere')
    await dashboard.page.waitForURL('**/login')
  })

  test('a password printed by the system only allows choosing another', async () => {
    const { axe, button, page } = dashboard
    const sql = postgres(String(system.stores.DATABASE_URL), { onnotice: () => undefined })
    const printed = (await runStaff(sql, ['reset', STAFF.username])).trim().split('\n').at(-1)?.trim() ?? ''
    await sql.end()
    await page.goto(`${system.url}/login`)
    await enterPassword(printed)
    await page.getByRole('heading', { level: 1, name: 'Choose your password' }).waitFor()
    expect(await axe()).toEqual([])
    await page.getByLabel('Current password').fill(printed)
    await page.getByLabel('New password').fill('nine loud copper bells')
    await button('Change the password').click()
    await page.getByRole('heading', { level: 1, name: 'UTM Campaign Dashboard' }).waitFor()
    expect(dashboard.problems).toEqual([])
  })
})

describe.skipIf(!chromiumPath)('a site that requires a second factor', { shuffle: false }, () => {
  const { system, dashboard } = openStaff({ STAFF_SECOND_FACTOR: 'required' })

  test('the first login adds a second factor before any page opens', async () => {
    const { axe, button, page } = dashboard
    await page.goto(`${system.url}/login`)
    await page.getByLabel('Username').fill(STAFF.username)
    await page.getByLabel('Password').fill(STAFF.password)
    await button('Login').click()
    await page.getByRole('heading', { level: 1, name: 'Add a second factor' }).waitFor()
    await page.getByText('All staff need a second factor.').waitFor()
    expect(await axe()).toEqual([])
    await button('Add an authenticator app').click()
    const secret = await page.locator('form code').innerText()
    await page.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate())
    await button('Switch on').click()
    await button('I have copied it').click()
    await page.getByRole('heading', { level: 1, name: 'UTM Campaign Dashboard' }).waitFor()
  })
})
