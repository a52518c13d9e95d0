/** Failures in the dashboard: an expired session, a broken live stream, an unavailable analytics store. */
import { STAFF } from '@firsttouch/infra/rigs/testing/system'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openStaff } from './open-staff.ts'
import { lead } from './people.ts'
import { logIn } from './staff-browser.ts'

const FIGURES = /api\/admin\/(analytics\?|ab-testing-stats\?|traffic\?)/
const AWAY = {
  status: 503,
  contentType: 'application/problem+json',
  body: '{"detail":"The store does not answer."}',
}

describe.skipIf(!chromiumPath)('the dashboard with failures', () => {
  const { system, dashboard } = openStaff()
  beforeAll(async () => {
    await logIn(dashboard, system.url)
  })

  test('an expired session loses no typed text', async () => {
    const { axe, button, context, notice, page, section } = dashboard
    await button('Create New Campaign').click()
    await page.getByLabel('Campaign Name*').fill('Half a campaign')
    await page.getByLabel('Platform*').selectOption('Klaviyo')
    await page.getByLabel('Source*').selectOption('email')
    await page.getByLabel('Medium*').selectOption('email')
    await page.getByLabel(/^Internal Notes/).fill('half a thought')
    await context.clearCookies()
    // A live refetch may already have opened the dialog over the button, so dispatch the click.
    await section('New Campaign').getByRole('button', { name: 'Create Campaign' }).dispatchEvent('click')
    const dialog = page.getByRole('dialog', { name: 'Please log in again' })
    await dialog.waitFor()
    expect(await axe()).toEqual([])
    await dialog.getByLabel('Password').fill(STAFF.password)
    await dialog.getByRole('button', { name: 'Login' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByLabel(/^Internal Notes/).inputValue()).toBe('half a thought')
    await section('New Campaign').getByRole('button', { name: 'Create Campaign' }).click()
    await notice('Campaign Created')
  })

  test('a lost live stream is shown, reconnects, and fetches what it missed', async () => {
    const { live, page, section } = dashboard
    await page.route('**/api/admin/live', route => route.abort())
    await page.reload()
    await page.getByText('Reconnecting').waitFor()
    await system.post('/api/contact', { ...lead, name: 'Late Lead' })
    await page.unroute('**/api/admin/live')
    // The stream's back-off grows to 30 seconds.
    await section('Contact Form Leads').getByText('Late Lead').waitFor({ timeout: 60_000 })
    await live()
  })

  test('without the analytics store the inboxes still work', async () => {
    const { axe, button, goTo, page, section, words } = dashboard
    await page.route(FIGURES, route => route.fulfill(AWAY))
    // The live stream would refetch everything.
    await page.route('**/api/admin/live', route => route.abort())
    await page.reload()
    await page.getByText('The A/B test results could not be loaded.').waitFor()
    await until(async () => (await words(page.getByTestId('stat-total-visits'))) === '–', 10_000)
    await section('Contact Form Leads').getByText('Late Lead').waitFor()
    expect(await axe()).toEqual([])
    await goTo('Traffic')
    await button('Try again to load the sources').waitFor()
    await page.unroute(FIGURES)
    await button('Try again to load the sources').click()
    // The forms above sent conversions but no visits.
    await section('Traffic').getByRole('table', { name: 'Source' }).getByRole('row').nth(1).waitFor()
    await page.unroute('**/api/admin/live')
    // The stream's back-off grows to 30 seconds.
    await until(async () => (await words(page.getByTestId('stat-total-visits'))) === '0', 60_000)
    await goTo('Overview')
  })

  test('missing figures arrive when the analytics store is back', async () => {
    const { live, page, words } = dashboard
    await page.route(FIGURES, route => route.fulfill(AWAY))
    await page.reload()
    const failed = page.getByText('The A/B test results could not be loaded.')
    await failed.waitFor()
    await live()
    await page.unroute(FIGURES)
    // The stream sends a heartbeat every 15 seconds.
    await failed.waitFor({ state: 'detached', timeout: 60_000 })
    await until(async () => (await words(page.getByTestId('stat-total-visits'))) === '0', 10_000)
  })

  test('an unexpected response breaks only the card or dialog that shows it', async () => {
    const { button, goTo, page, section } = dashboard
    const odd = { status: 200, contentType: 'application/json', body: '{"testStats": [{}], "verdicts": 1}' }
    await page.route('**/api/admin/ab-testing-stats?*', route => route.fulfill(odd))
    await page.route(/admin\/leads\/[0-9a-f-]{36}$/, route => route.fulfill({ ...odd, body: '{}' }))
    await page.goto(`${system.url}/admin`)
    await page.getByText('The A/B test results could not be shown.').waitFor()
    await section('Contact Form Leads').getByText('Late Lead').waitFor()
    await goTo('Leads')
    await button('Details of Late Lead').click()
    await page.getByText('The details of this lead could not be shown.').waitFor()
    await section('Contact Form Leads').getByText('Late Lead').waitFor()
    await page.unroute(/admin\/leads\/[0-9a-f-]{36}$/)
    await page.unroute('**/api/admin/ab-testing-stats?*')
  })

  describe('a tab that is older than the release', () => {
    /** Simulates a release: files with this name are missing, and the served page names another entry until the tab reloads. */
    const release = async (name: string) => {
      const { page } = dashboard
      let documents = 0
      const gone = `**/assets/${name}-*.js`
      await page.route(gone, route => route.fulfill({ status: 404, contentType: 'text/html', body: 'gone' }))
      await page.route('**/admin*/**', async route => {
        const type = route.request().resourceType()
        if (type === 'fetch' && !route.request().url().includes('/api/')) {
          const served = await route.fetch()
          return route.fulfill({
            body: (await served.text()).replaceAll('/assets/index-', '/assets/index-of-now-'),
          })
        }
        if (type === 'document') {
          documents += 1
          await page.unroute(gone)
        }
        return route.continue()
      })
      await page.evaluate(() => {
        performance.now = () => 3_600_000
      })
      return { documents: () => documents, end: () => page.unroute('**/admin*/**') }
    }

    test('after a release a page loads with one reload, and a half-typed note is kept', async () => {
      const { button, goTo, page, section } = dashboard
      await page.goto(`${system.url}/admin/leads`)
      await button('Details of Late Lead').click()
      const note = page.getByRole('dialog', { name: 'Late Lead' }).getByLabel('New note')
      await note.fill('Half a tho')
      await page.keyboard.press('Escape')
      const { documents, end } = await release('onboarding')
      await goTo('Onboarding')
      await section('Customer Onboarding Inbox').waitFor()
      expect(page.url()).toBe(`${system.url}/admin/onboarding`)
      await end()
      await goTo('Leads')
      await button('Details of Late Lead').click()
      expect(await note.inputValue()).toBe('Half a tho')
      expect(documents()).toBe(1)
      await note.fill('')
      await page.keyboard.press('Escape')
    })

    test('after a release a half-typed form is kept, and a toast announces the update', async () => {
      const { button, notice, page } = dashboard
      await page.goto(`${system.url}/admin/campaigns`)
      await button('Create New Campaign').click()
      await page.getByLabel('Campaign Name*').fill('Half a campaign more')
      const { documents, end } = await release('qr-dialog')
      for (const name of [/^Actions on/, /^QR code/]) await page.getByRole('button', { name }).first().click()
      await notice('Firsttouch was updated')
      expect(await page.getByLabel('Campaign Name*').inputValue()).toBe('Half a campaign more')
      expect(documents()).toBe(0)
      await end()
    })
  })

  test('an error in one page’s code leaves the other pages and the frame working', async () => {
    const { goTo, page, section } = dashboard
    await page.route('**/assets/settings-page-*.js', route =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export const SettingsPage = () => { throw new Error("broken") }',
      }),
    )
    await page.goto(`${system.url}/admin/settings`)
    await page.getByText('The page Settings could not be shown.').waitFor()
    await page.getByRole('button', { name: 'Account of ada' }).waitFor()
    await goTo('Leads')
    await section('Contact Form Leads').waitFor()
    await page.unroute('**/assets/settings-page-*.js')
  })

  test('an error in a part of the frame leaves every page working', async () => {
    const page = await dashboard.context.newPage()
    await page.addInitScript(() => Object.defineProperty(window, 'EventSource', { value: undefined }))
    await page.goto(`${system.url}/admin`)
    await page.getByText('The state of the live connection could not be shown.').waitFor()
    await page.getByRole('region', { name: 'Contact Form Leads' }).getByText('Late Lead').waitFor()
    await page.close()
  })

  test('a change with a lost response is reported as unknown, and the data is fetched again', async () => {
    const { notice, page, section, words } = dashboard
    await page.goto(`${system.url}/admin/leads`)
    await section('Contact Form Leads').getByText('Late Lead').waitFor()
    await page.route(/admin\/leads\/bulk-change$/, async route => {
      // The server receives and processes the request, but its response is lost.
      await route.fetch()
      await route.abort()
    })
    const status = section('Contact Form Leads').getByLabel('Status of Late Lead')
    await status.selectOption('qualified')
    await notice('Failed to update lead status')
    await notice(/not known whether the change was saved/)
    expect(await words(page.getByLabel('Notifications'))).not.toMatch(/nothing was changed/i)
    await until(async () => (await status.inputValue()) === 'qualified', 10_000)
    await page.unroute(/admin\/leads\/bulk-change$/)
  })

  test('a toast covers no control', async () => {
    const { notice, page, section } = dashboard
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 700 })
      await page.goto(`${system.url}/admin/leads`)
      await section('Contact Form Leads').getByRole('button', { name: 'Export CSV' }).click()
      await notice('No Leads Selected')
      const covered = await page.evaluate(() => {
        const shown = document.querySelector('[data-toaster] .animate-rise')?.getBoundingClientRect()
        if (!shown) return ['no notice']
        return [...document.querySelectorAll('main :is(button, a, input, select), header button')]
          .filter(one => {
            const at = one.getBoundingClientRect()
            return (
              at.right > shown.left && at.left < shown.right && at.bottom > shown.top && at.top < shown.bottom
            )
          })
          .map(one => one.textContent)
      })
      expect(covered).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})
