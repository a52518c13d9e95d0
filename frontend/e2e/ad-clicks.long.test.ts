/** Follows an ad click from the landing to the conversion file, with and without consent. */
import { readFile } from 'node:fs/promises'
import type { Lead } from '@firsttouch/api/contract/leads'
import { startTestSystem, type TestSystem } from '@firsttouch/infra/rigs/testing/system'
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, sharedBrowser } from './browser.ts'
import { lead, sendContact } from './people.ts'
import { logIn, openDashboard } from './staff-browser.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const GCLID = 'Cj0KCQ-planted_click'
const LANDING = `/original?utm_source=google&gclid=${GCLID}`

describe.skipIf(!chromiumPath)('ad clicks', () => {
  let system: TestSystem
  let browser: Browser
  beforeAll(async () => {
    system = await startTestSystem({ site: true, env: { CLICK_IDS: 'on', CONSENT: 'required' } })
    browser = await sharedBrowser()
  })
  afterAll(async () => {
    await system?.close()
  })

  const banner = ({ page }: Visitor) => page.getByRole('region', { name: 'Your privacy' })
  const sent = ({ requests }: Visitor) =>
    requests.map(request => [new URL(request.url()).pathname, request.postData() ?? ''] as const)
  const pathsWithClickId = (visitor: Visitor) =>
    sent(visitor)
      .filter(([, body]) => body.includes(GCLID))
      .map(([path]) => path)
  const storedText = ({ page }: Visitor) =>
    page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  const write = async (visitor: Visitor, email: string) => {
    await sendContact(visitor.page, { ...lead, email })
    await visitor.page.getByText('Message sent successfully!').waitFor()
  }

  test('with consent the click id is sent with the form only, and the file lists it for a qualified lead', async () => {
    const visitor = await openVisitor(browser, { url: system.url })
    await visitor.open(LANDING)
    await banner(visitor).getByText('may tell Google or Microsoft what became of it').waitFor()
    await banner(visitor).getByRole('button', { name: 'Yes, fine' }).click()
    await visitor.event({ type: 'visit' })
    await visitor.open('/privacy')
    await visitor.page.getByRole('heading', { name: 'When an advert brought you' }).waitFor()
    await visitor.page.getByText('Kept 90 days').waitFor()
    await visitor.page.getByText('ad_click', { exact: true }).waitFor()
    await visitor.open('/original')
    await write(visitor, 'yes@example.com')
    await visitor.event({ type: 'conversion' })
    expect(pathsWithClickId(visitor)).toEqual(['/api/contact'])
    expect(visitor.problems).toEqual([])

    const [{ id }] = (await system.get<[Lead]>('/api/admin/leads')) satisfies Lead[]
    await fetch(`${system.url}/api/admin/leads/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', cookie: await system.login() },
      body: '{"status":"qualified"}',
    })
    const dashboard = await openDashboard(browser)
    await logIn(dashboard, system.url)
    await dashboard.page.goto(`${system.url}/admin/settings?tab=ads`)
    const google = dashboard.page.getByRole('region', { name: 'Google Ads' })
    await google.getByText('1 conversion', { exact: true }).waitFor()
    const [file] = await Promise.all([
      dashboard.page.waitForEvent('download'),
      google.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    const [, row] = (await readFile((await file.path()) ?? '', 'utf8')).split('\r\n')
    expect(row).toMatch(new RegExp(`^${GCLID},,,Qualified lead,20.{22},,$`))

    await google.getByRole('button', { name: 'New credential' }).click()
    await google.getByText('it is shown only once').waitFor()
    const password = await google.locator('pre').innerText()
    const username = await google
      .locator('div', { has: dashboard.page.getByText('User name', { exact: true }) })
      .last()
      .locator('dd')
      .innerText()
    const fetched = await fetch(`${system.url}/api/conversions/google-ads.csv`, {
      headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    })
    expect(await fetched.text()).toContain(row)
    expect(await dashboard.axe()).toEqual([])
    await dashboard.context.close()
    await visitor.close()
  })

  test.each([
    ['after a refusal', false],
    ['with Global Privacy Control', true],
  ])('%s the browser neither stores nor sends the click', async (_when, gpc) => {
    const visitor = await openVisitor(browser, { url: system.url })
    if (gpc)
      await visitor.page.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
      )
    await visitor.open(LANDING)
    if (!gpc) {
      await banner(visitor).waitFor()
      expect(await storedText(visitor)).not.toContain(GCLID)
      await banner(visitor).getByRole('button', { name: 'No, thanks' }).click()
    }
    await write(visitor, 'no@example.com')
    await until(() => sent(visitor).some(([path]) => path === '/api/contact'), 5_000)
    expect([pathsWithClickId(visitor), (await storedText(visitor)).includes(GCLID)]).toEqual([[], false])
    await visitor.close()
  })
})
