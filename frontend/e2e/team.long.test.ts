/**
 * An owner invites a viewer, who chooses a password and sees figures without personal data. An owner also makes and
 * revokes a read token.
 */
import { STAFF } from '@firsttouch/infra/rigs/testing/system'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, sharedBrowser } from './browser.ts'
import { openStaff } from './open-staff.ts'
import { type Dashboard, logIn, openDashboard } from './staff-browser.ts'

const PASSWORD = 'another four words here'

describe.skipIf(!chromiumPath)('the team', { shuffle: false }, () => {
  const { system, dashboard } = openStaff()
  const vera = {} as Dashboard
  let link = ''
  beforeAll(async () => {
    Object.assign(vera, await openDashboard(await sharedBrowser()))
  })
  afterAll(() => vera.context?.close())

  test('an owner invites a viewer and sees the link once', async () => {
    const { page, section, button, axe } = dashboard
    await system.post('/api/contact', {
      ...{ name: 'Perdita Visitor', email: 'perdita@example.com', message: 'Hello', source: 'contact_form' },
    })
    await logIn(dashboard, system.url)
    await page.goto(`${system.url}/admin/settings?tab=team`)
    const team = section('Team')
    await team.getByRole('button', { name: 'Invite a person' }).click()
    await team.locator('[name=username]:focus').fill('vera')
    await team.getByLabel('Role', { exact: true }).selectOption('viewer')
    await button('Create link').click()
    link = await team.getByRole('status').locator('pre').innerText()
    expect(link).toContain('/invitation#username=vera&token=')
    expect(await axe()).toEqual([])
    await button('I have copied it').click()
    expect(await page.content()).not.toContain('token=')
    await button('Revoke the invitation of vera').waitFor()
  })

  test('the invited person chooses a password and logs in', async () => {
    const { page, button, axe, live } = vera
    await page.goto(`${system.url}${new URL(link).pathname}${new URL(link).hash}`)
    await page.getByRole('heading', { name: 'Welcome, vera' }).waitFor()
    await page.locator('input:focus').fill('password')
    await button('Create account').click()
    await page.getByText('The password is one of the first that attackers try.').waitFor()
    expect(await axe()).toEqual([])
    await page.getByLabel('Choose a password').fill(PASSWORD)
    await button('Create account').click()
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByLabel('Username').fill('vera')
    await page.getByLabel('Password').fill(PASSWORD)
    await button('Login').click()
    await live()
  })

  test('a viewer sees figures, but no personal data and no button that changes anything', async () => {
    const { page, problems, goTo } = vera
    const refused: string[] = []
    page.on('response', answer => {
      if (answer.status() === 403) refused.push(answer.url())
    })
    const pages = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts()
    expect(pages.map(text => text.split('\n')[0])).toEqual([
      'Overview',
      'Traffic',
      'A/B tests',
      'Campaigns',
      'Settings',
    ])
    for (const name of ['Traffic', 'A/B tests', 'Campaigns', 'Settings', 'Overview']) {
      await goTo(name)
      await page.waitForLoadState('networkidle').catch(() => undefined)
      expect(await page.locator('body').innerText()).not.toContain('Perdita')
    }
    await page.goto(`${system.url}/admin/leads`)
    await page.getByText('Your role has no access to Leads. An owner can change your role.').waitFor()
    expect([refused, problems]).toEqual([[], []])
  })

  test('a used invitation link shows an error', async () => {
    const { page, button } = vera
    await page.goto('about:blank')
    await page.goto(`${system.url}${new URL(link).pathname}${new URL(link).hash}`)
    await page.getByLabel('Choose a password').fill('yet another four words')
    await button('Create account').click()
    await page.getByText('This link has already been used').waitFor()
  })

  test('a changed role takes effect in open sessions', async () => {
    const { page } = vera
    await page.goto(`${system.url}/admin`)
    await vera.live()
    const team = dashboard.section('Team')
    await team.getByLabel('Role of vera').selectOption('staff')
    await dashboard.notice('vera now has the role staff.')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Leads' }).waitFor()
    await team.getByLabel(`Role of ${STAFF.username}`).selectOption('viewer')
    await dashboard.notice('This is the last owner who can log in.')
  })

  test('a read token is shown once, reads figures, and stops working once revoked', async () => {
    const { page, section, button, notice, axe } = dashboard
    const tokens = section('Read-only tokens for programs')
    await tokens.getByRole('button', { name: 'New token' }).click()
    await tokens.getByLabel('Name').fill('Budget sheet')
    await button('Create token').click()
    const token = await tokens.getByRole('status').locator('pre').innerText()
    expect(await axe()).toEqual([])
    const read = async (path: string) =>
      (await fetch(`${system.url}/api/admin/${path}`, { headers: { authorization: `Bearer ${token}` } }))
        .status
    expect([await read('analytics'), await read('leads')]).toEqual([200, 403])
    await button('Revoke the token Budget sheet').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await notice('The token Budget sheet no longer works.')
    expect(await read('analytics')).toBe(401)
  })
})
