/** Login with a real OpenID provider on another site, and its entries in the audit log. */
import { OIDC_PROBLEMS } from '@firsttouch/api/contract/oidc-problems'
import { openLoginProvider } from '@firsttouch/api/testing/login-provider'
import { freePort } from '@firsttouch/infra/platform/free-port'
import { startTestSystem, type TestSystem } from '@firsttouch/infra/rigs/testing/system'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, sharedBrowser } from './browser.ts'
import { type Dashboard, openDashboard } from './staff-browser.ts'

const GRACE = { sub: 'grace', email: 'grace@example.com', email_verified: true, role: 'owner' }

describe.skipIf(!chromiumPath)('single sign-on in a browser', { shuffle: false }, () => {
  let provider: Awaited<ReturnType<typeof openLoginProvider>>
  let system: TestSystem
  let dashboard: Dashboard
  beforeAll(async () => {
    const port = await freePort()
    const site = `http://localhost:${port}`
    provider = await openLoginProvider(`${site}/api/oidc/callback`)
    const { issuer, clientId, clientSecret } = provider.settings
    const env = {
      ...{ PORT: String(port), SITE_URL: site, OIDC_ROLE_CLAIM: 'role', OIDC_EMAIL_DOMAINS: 'example.com' },
      ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
    }
    system = await startTestSystem({ site: true, env })
    dashboard = await openDashboard(await sharedBrowser())
  })
  afterAll(async () => {
    await dashboard?.context.close()
    await system?.close()
    await provider?.close()
  })

  test('a person of another domain returns to the login and sees the reason', async () => {
    const { page, button } = dashboard
    provider.state.who = { ...GRACE, email: 'grace@example.net' }
    await page.goto(`${system.url}/login`)
    await button('Log in with single sign-on').click()
    await page.getByText(OIDC_PROBLEMS.domain).waitFor()
    expect(await dashboard.axe()).toEqual([])
  })

  test('a person of the domain opens the dashboard with one click', async () => {
    const { page, button, live } = dashboard
    provider.state.who = GRACE
    await page.goto(`${system.url}/login`)
    await button('Log in with single sign-on').click()
    await page.getByRole('heading', { name: 'UTM Campaign Dashboard' }).waitFor()
    await live()
  })

  test('the provider confirms a dangerous call and returns to the page', async () => {
    const { page, button } = dashboard
    await page.goto(`${system.url}/admin/settings?tab=links`)
    await button('Configure Domain').click()
    await page.getByLabel('Website URL').fill('https://www.example.org')
    await button('Update Domain').click()
    await button('Or leave this page and log in again with single sign-on').click()
    await page.waitForURL(`${system.url}/admin/settings?tab=links`)
    await button('Configure Domain').click()
    await page.getByLabel('Website URL').fill('https://www.example.org')
    await button('Update Domain').click()
    await page.getByText('https://www.example.org').first().waitFor()
  })

  test('the audit log lists both events by person, and older entries', async () => {
    const { page, button, section, axe } = dashboard
    await page.goto(`${system.url}/admin/settings#audit`)
    await button('Show audit log').click()
    const log = section('Audit log')
    await log.getByText('Logged in (by: single sign-on)').first().waitFor()
    await log.getByText('Changed the domain').first().waitFor()
    await log.getByText('because: domain').waitFor()
    await log.getByLabel('Person').fill('NOBODY')
    await log.getByText('Changed the domain').first().waitFor({ state: 'detached' })
    await log.getByText('Failed to log in').first().waitFor()
    await button('Clear filter').click()
    await log.getByText('Changed the domain').first().waitFor()
    expect(await axe()).toEqual([])
  })

  test('after the session has ended, the page stays for 15 minutes and then shows the login', async () => {
    const { page, goTo, live, context } = dashboard
    await page.clock.install()
    await page.goto(`${system.url}/admin/leads`)
    await live()
    await context.clearCookies()
    await goTo('Campaigns')
    await page.getByRole('dialog').getByText('Please log in again').waitFor()
    await page.clock.fastForward('14:30')
    expect(new URL(page.url()).pathname).toBe('/admin/campaigns')
    await page.clock.fastForward('01:00')
    await page.waitForURL(`${system.url}/login`)
  })
})
