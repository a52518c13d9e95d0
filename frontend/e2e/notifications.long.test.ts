/** Notifications in a real browser: a mail's link opens the lead after login, and the tab's title shows a new lead. */
import { bodiesOf, openMailServer } from '@firsttouch/api/testing/mail-server'
import { STAFF, startTestSystem, type TestSystem } from '@firsttouch/infra/rigs/testing/system'
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, sharedBrowser } from './browser.ts'
import { type Dashboard, openDashboard } from './staff-browser.ts'

describe.skipIf(!chromiumPath)('notifications', { shuffle: false }, () => {
  let server: Awaited<ReturnType<typeof openMailServer>>
  let system: TestSystem
  let browser: Browser
  let dashboard: Dashboard
  beforeAll(async () => {
    server = await openMailServer()
    const env = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, NOTIFY_TO: 'office@staff.example' }
    system = await startTestSystem({ site: true, env })
    browser = await sharedBrowser()
    dashboard = await openDashboard(browser)
  })
  afterAll(async () => {
    await system?.close()
    await server?.close()
  })

  const sendForm = async (name: string) => {
    const before = server.received.length
    const answer = await system.post('/api/contact', {
      ...{ name, email: 'visitor@example.com', message: 'Hello there', source: 'contact_form' },
    })
    expect(answer.status).toBe(200)
    await until(() => server.received.length > before, 10_000)
    return bodiesOf(server.received.at(-1)?.raw ?? '')
  }

  test('a mail’s link asks for the login and then opens the lead', async () => {
    const body = await sendForm('Grace Visitor')
    const path = /https?:\/\/[^/\s]+(\/admin\/leads\?lead=[\w-]+)/.exec(body)?.[1] ?? ''
    const { page, button } = dashboard
    await page.goto(`${system.url}${path}`)
    await page.getByLabel('Username').fill(STAFF.username)
    await page.getByLabel('Password').fill(STAFF.password)
    await button('Login').click()
    await page.getByRole('dialog').getByText('Grace Visitor').first().waitFor()
    expect(page.url()).toBe(`${system.url}${path}`)
  })

  test('staff choose notifications, send a test, and see its result', async () => {
    const { page, button, section, notice, axe } = dashboard
    await page.goto(`${system.url}/admin/settings#notifications`)
    const part = section('Your notifications')
    await part.getByLabel('Your e-mail address').fill('ada@staff')
    await button('Save').click()
    await part.getByText('Write an e-mail address, such as').waitFor()
    await part.getByLabel('Your e-mail address').fill('ada@staff.example')
    await part.getByLabel('New leads').check()
    await button('Save').click()
    await notice('Notifications go to ada@staff.example.')
    await button('Send a test message').click()
    await part.getByText('has accepted the message for ada@staff.example').waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('link', { name: 'System' }).click()
    const channels = section('Mail and webhook')
    await channels.getByText('These notifications go to office@staff.example (NOTIFY_TO)').waitFor()
    await channels.getByText('WEBHOOK_URL').waitFor()
    expect(await axe()).toEqual([])
  })

  test('the tab’s title counts the leads since the list was last seen', async () => {
    const { page, goTo } = dashboard
    await goTo('Settings')
    await sendForm('Second Visitor')
    expect(server.received.at(-1)?.to).toEqual(['ada@staff.example'])
    await until(async () => (await page.title()) === '(1) Settings · UTM Campaign Dashboard', 10_000)
    await goTo('Leads')
    await until(async () => (await page.title()) === 'Leads · UTM Campaign Dashboard', 10_000)
    await goTo('Settings')
    await until(async () => (await page.title()) === 'Settings · UTM Campaign Dashboard', 10_000)
  })
})
