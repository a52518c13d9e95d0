/** The dashboard never runs a script that a visitor wrote into a field (S-28), and asks for the password again (S-16). */

import { until } from '@firsttouch/infra/rigs/testing/until'
import { openPostgresFromEnv } from '@firsttouch/infra/stores/postgres-from-env'
import { beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openStaff } from './open-staff.ts'
import { PAYLOADS, payload, plantScripts } from './planted-scripts.ts'
import { logIn } from './staff-browser.ts'

declare global {
  interface Window {
    /** Each planted script that runs adds an entry. */
    ran?: string[]
    violations?: string[]
  }
}

describe.skipIf(!chromiumPath)('stored scripts', () => {
  const { system, dashboard } = openStaff({ SUPPORT_EMAIL: 'access@firsttouch.example' })
  const dialogs: string[] = []
  const foreign: string[] = []
  beforeAll(async () => {
    const { page } = dashboard
    page.on('dialog', dialog => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    page.on('request', request => {
      if (!request.url().startsWith(system.url) && !/^(data|blob):/.test(request.url()))
        foreign.push(request.url())
    })
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', event => {
        window.violations = [...(window.violations ?? []), `${event.violatedDirective} ${event.blockedURI}`]
      })
    })
    await plantScripts(system)
  })

  const outcome = async () =>
    dashboard.page.evaluate(() => ({
      ran: window.ran ?? [],
      violations: window.violations ?? [],
      bad: [...document.querySelectorAll('[href], [src], [action], [formaction]')]
        .flatMap(element =>
          ['href', 'src', 'action', 'formaction'].map(name => element.getAttribute(name) ?? ''),
        )
        .filter(address => /^\s*(javascript|vbscript|data:text)/i.test(address)),
      elements: document.querySelectorAll('iframe, base, math, object, embed').length,
    }))
  /** Dialogs that the dashboard itself opens. */
  const OURS = /^(Are you sure|Replace the open campaign form\?)/
  const CLEAN = { ran: [], violations: [], bad: [], elements: 0 }

  /** Clicks every button that opens something. Skips buttons that change data or leave the page. */
  const openEverything = async () => {
    const { page } = dashboard
    const buttons = await page
      .locator('main')
      .getByRole('button')
      .filter({
        hasNotText:
          /delete|export|logout|deactivate|activate|update|create campaign|start|regenerate|fix url/i,
      })
      .all()
    for (const one of buttons.slice(0, 25)) {
      await one.click({ timeout: 300 }).catch(() => undefined)
      // An open overlay would receive the next click.
      await page.keyboard.press('Escape')
    }
    for (const summary of await page.locator('summary').all())
      await summary.click({ timeout: 300 }).catch(() => undefined)
    for (const drawing of (await page.locator('main svg').all()).slice(0, 12))
      await drawing.hover({ timeout: 300 }).catch(() => undefined)
    await page.keyboard.press('Escape')
  }

  test('the dashboard shows planted scripts as text', async () => {
    const { page, section } = dashboard
    await logIn(dashboard, system.url)
    for (const name of ['Contact Form Leads', 'Customer Onboarding Inbox', 'Campaign Management'])
      await section(name).getByText('window.ran').first().waitFor()
    expect(await page.evaluate(() => document.body.innerText)).toContain('onerror=')
    expect(await outcome()).toEqual(CLEAN)
  })

  test('no screen runs a planted script, with everything opened, hovered and searched', async () => {
    const { page, problems } = dashboard
    await openEverything()
    for (const n of PAYLOADS.keys()) {
      const query = new URLSearchParams({
        source: payload(n),
        search: payload(n),
        campaign: payload(n),
        status: payload(n),
      })
      await page.goto(`${system.url}/admin?${query}`)
      await page.getByRole('heading', { name: 'UTM Campaign Dashboard' }).waitFor()
      await page
        .locator('main')
        .getByText(/lead|campaign/i)
        .first()
        .waitFor()
      expect(await outcome()).toEqual(CLEAN)
    }
    for (const place of ['traffic', 'campaigns']) {
      await page.goto(`${system.url}/admin/${place}`)
      await page.locator('main section:visible').last().waitFor()
      await openEverything()
      expect(await outcome()).toEqual(CLEAN)
    }
    await page.goto(`${system.url}/admin/leads`)
    await dashboard.section('Contact Form Leads').getByText('window.ran').first().waitFor()
    // One more lead arrives by the live stream.
    await system.post('/api/contact', {
      name: `Tardy ${payload(1)}`,
      email: 'late@example.com',
      message: payload(0),
    })
    await dashboard.section('Contact Form Leads').getByText('Tardy').first().waitFor()
    await openEverything()
    expect(await outcome()).toEqual(CLEAN)
    expect({ dialogs: dialogs.filter(text => !OURS.test(text)), foreign, problems }).toEqual({
      dialogs: [],
      foreign: [],
      problems: [],
    })
  })

  test('the public pages and the 404 page run no script from their address', async () => {
    const { page } = dashboard
    for (const path of [
      '/',
      '/v2',
      '/trial-signup',
      '/trial-success',
      '/onboarding',
      '/onboarding-success',
      '/nowhere',
    ])
      for (const n of [0, 1, 2, 6]) {
        const text = encodeURIComponent(payload(n))
        await page.goto(
          `${system.url}${path}?utm_source=${text}&utm_campaign=${text}&plan=${text}&email=${text}#${text}`,
        )
        const { elements: _, ...rest } = await outcome()
        expect(rest, path).toEqual({ ran: [], violations: [], bad: [] })
      }
  })

  test('the policy blocks an inline script, and the test notices it', async () => {
    const { page } = dashboard
    await page.goto(`${system.url}/admin`)
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.ran = ["it ran"]'
      document.body.append(script)
    })
    await until(async () => (await outcome()).violations.length > 0, 10_000)
    expect((await outcome()).ran).toEqual([])
  })

  test('S-16 a new domain needs the password some time after the login, and is then saved', async () => {
    const { button, notice, page } = dashboard
    const records = await openPostgresFromEnv(system.stores)
    await records.sql`UPDATE staff_sessions SET confirmed_at = now() - interval '20 minutes'`
    await records.close()
    await page.goto(`${system.url}/admin`)
    await button('Configure Domain').click()
    await page.getByLabel('Website URL').fill('https://www.firsttouch.example')
    await button('Update Domain').click()
    const dialog = page.getByRole('dialog', { name: 'Your password, please' })
    await dialog.waitFor()
    // The change has not failed: the dialog waits for the password.
    expect(await page.getByText('Failed to update domain').count()).toBe(0)
    await dialog.getByLabel('Password').fill('not the password')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('Incorrect password.').waitFor()
    await dialog.getByLabel('Password').fill('correct horse battery staple')
    // The server delays the next attempt after a wrong password.
    await page.waitForTimeout(1_500)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await notice('Domain Updated')
    expect(await system.get('/api/admin/domain-config')).toEqual({ domain: 'https://www.firsttouch.example' })
  })
})
