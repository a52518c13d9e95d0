/** A staff member's day in a real browser, with every word that the specification gives the dashboard. */
import { readFile } from 'node:fs/promises'
import { STAFF } from '@firsttouch/infra/rigs/testing/system'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { describe, expect, test } from 'vitest'
import { chromiumPath, sharedBrowser } from './browser.ts'
import { openStaff } from './open-staff.ts'
import { lead, sendContact } from './people.ts'
import { openVisitor, type Visitor } from './visitor.ts'

describe.skipIf(!chromiumPath)('a day of staff work', { shuffle: false }, () => {
  const { system, dashboard } = openStaff()
  let visitor: Visitor

  test('the dashboard requires a login', async () => {
    const { axe, button, notice, page } = dashboard
    await page.goto(`${system.url}/login`)
    // The flag alone must not open the dashboard.
    await page.evaluate(() => localStorage.setItem('isAuthenticated', 'true'))
    await page.goto(`${system.url}/admin`)
    await page.waitForURL('**/login')
    expect(await page.getByText('Total Visits').count()).toBe(0)
    await page.evaluate(() => localStorage.removeItem('isAuthenticated'))
    await page.getByLabel('Username').fill(STAFF.username)
    await page.getByLabel('Password').fill('not the password')
    await button('Login').click()
    await notice('Login failed')
    await notice('Invalid username or password')
    expect(await axe()).toEqual([])
  })

  test('the right password opens the dashboard', async () => {
    const { button, notice, page } = dashboard
    // The server delays the next login after a wrong password.
    await page.waitForTimeout(1_500)
    await page.getByLabel('Password').fill(STAFF.password)
    const seen = Promise.withResolvers<void>()
    await page.route('**/api/admin/login', async route => {
      await seen.promise
      await route.continue()
    })
    await button('Login').click()
    await button('Logging in...').waitFor()
    seen.resolve()
    await Promise.all([notice('Login successful'), notice('Welcome to the admin dashboard')])
    await page.waitForURL('**/admin')
    await page.getByRole('heading', { level: 1, name: 'UTM Campaign Dashboard' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('isAuthenticated'))).toBe('true')
  })

  test('an empty dashboard shows the next step', async () => {
    const { axe, page, words } = dashboard
    for (const words of [
      'No onboarding submissions yet.',
      'No contact form submissions yet.',
      'No campaigns created yet. Create your first campaign to start tracking.',
    ])
      await page.getByText(words).waitFor()
    expect(await page.getByText('A/B Testing Results').count()).toBe(0)
    await until(async () => (await words(page.getByTestId('stat-conversion-rate'))) === '0.0%', 10_000)
    expect(await axe()).toEqual([])
  })

  test('staff configure the domain', async () => {
    const { button, notice, page } = dashboard
    await button('Configure Domain').click()
    await button('Cancel').waitFor()
    await page.getByText('Include the protocol').waitFor()
    await page.getByLabel('Website URL').fill('firsttouch.example')
    await button('Update Domain').click()
    await page.getByText(/Domain must be a full address/).waitFor()
    await page.getByLabel('Website URL').fill(system.url)
    await button('Update Domain').click()
    await notice('Domain Updated')
    await notice(`New campaign links start with ${system.url}.`)
    await button('Configure Domain').waitFor()
  })

  test('a campaign requires its fields and then has a link', async () => {
    const { button, notice, section } = dashboard
    await button('Create New Campaign').click()
    const form = section('New Campaign')
    await button('Create Campaign').click()
    await notice('Missing Required Fields')
    await notice('Please fill in all required fields: Campaign Name, Date, Platform, Source, and Medium.')
    await form.getByLabel('Campaign Name*').fill('Spring  Roofs 2026!')
    await form.getByLabel('Campaign Date*').fill('2026-03-01')
    await form.getByLabel('Platform*').selectOption('Google Ads')
    await form.getByLabel('Source*').selectOption('google')
    await form.getByLabel('Medium*').selectOption('cpc')
    await form.getByLabel(/Ad Asset Description/).selectOption('Video Ad Demo')
    expect(
      await form
        .getByLabel(/Ad Asset Description/)
        .locator('optgroup option')
        .count(),
    ).toBe(60)
    await button('Create Campaign').click()
    await notice('Campaign Created')
    const link = section('Campaign Management').getByLabel(/^Generated URL/)
    await link.waitFor()
    expect(await link.inputValue()).toBe(
      `${system.url}/?utm_source=google&utm_medium=cpc&utm_campaign=spring_roofs_2026&utm_content=video_ad_demo`,
    )
    await form.getByLabel('Campaign Name*').waitFor({ state: 'detached' })
  })

  test('the campaign’s link is copied, and a visit in another browser appears live', async () => {
    const { button, notice, page, section, words } = dashboard
    await button(/^Copy the URL/).click()
    await notice('URL Copied')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    visitor = await openVisitor(await sharedBrowser(), { url: system.url })
    await visitor.open(copied.slice(system.url.length))
    const row = section('Campaign Management').getByRole('rowgroup', { name: 'Spring Roofs 2026!' })
    const clicks = row.locator('td[data-column="clicks"]')
    const figures = async () => `${await words(clicks)} of ${/Visitors\s*(\d+)/.exec(await words(row))?.[1]}`
    await until(async () => (await figures()) === '1 of 1', 30_000)
    // A second click of the same visitor.
    await visitor.open(copied.slice(system.url.length))
    await until(async () => (await figures()) === '2 of 1', 30_000)
    expect(await words(row)).toMatch(/Rate\s*0\.0%/)
    await until(async () => (await words(page.getByTestId('stat-total-visits'))) === '2', 5_000)
    await section('A/B Testing Results').getByText('Original Landing Page').first().waitFor()
    await section('A/B Testing Results').getByText('NEW', { exact: true }).waitFor()
  })

  test('a campaign is deactivated and activated, and its link fixed after a change of domain', async () => {
    const { button, notice, page, section, words } = dashboard
    await button(/^Deactivate/).click()
    const status = section('Campaign Management').getByRole('cell')
    await status.getByText('Inactive', { exact: true }).waitFor()
    await until(async () => (await words(page.getByTestId('stat-active-campaigns'))) === '0', 10_000)
    await button(/^Activate/).click()
    await status.getByText('Active', { exact: true }).waitFor()
    await button('Configure Domain').click()
    await page.getByLabel('Website URL').fill('https://www.firsttouch.example')
    await button('Update Domain').click()
    await button('Fix URL').click()
    await notice('URL Regenerated')
    await button('Fix URL').waitFor({ state: 'detached' })
    expect(await page.getByLabel(/^Generated URL/).inputValue()).toMatch(
      /^https:\/\/www\.firsttouch\.example\/\?/,
    )
  })

  test('a lead arrives live and is qualified', async () => {
    const { notice, section, words } = dashboard
    await sendContact(visitor.page, lead)
    const session = String(await visitor.stored('utm_session_id'))
    const leads = section('Contact Form Leads')
    await leads.getByText('Jo Bloggs').waitFor()
    const card = await words(leads.getByRole('listitem'))
    for (const text of [
      lead.email,
      lead.phone,
      lead.business,
      lead.message,
      'Contact form',
      `${session.slice(0, 8)}…`,
    ])
      expect(card).toContain(text)
    await leads.getByText('1 new').waitFor()
    await leads.getByLabel('Status of Jo Bloggs').selectOption('qualified')
    await notice('Lead Updated')
    await leads.getByText('0 new').waitFor()
    expect(card).toContain('Google / Paid clicks (CPC) / spring_roofs_2026')
    const came = section('Campaign Management').locator(
      '[data-record] > tr > :is([data-column="leads"], [data-column="qualified"])',
    )
    await until(async () => (await words(came)) === '1\n1', 10_000)
    const hrefs = await leads
      .getByRole('listitem')
      .getByRole('link')
      .evaluateAll(all => all.map(a => a.getAttribute('href')))
    expect(hrefs).toEqual([
      expect.stringMatching(/^mailto:jo@example\.co\.uk\?subject=[^&]+&body=[^&]+$/),
      expect.stringMatching(/^https:\/\/wa\.me\/447700900123\?text=[^&]*We%20would%20like/),
      'tel:+447700900123',
    ])
  })

  test('a lead shows its touches, variant, pages and conversions', async () => {
    const { axe, button, page, words } = dashboard
    await button('Details of Jo Bloggs').click()
    const journey = page.getByRole('dialog', { name: 'Jo Bloggs' }).getByRole('region', { name: 'Journey' })
    await journey.getByText('Conversion: form submission').waitFor()
    const steps = (await words(journey)).replaceAll(/\s+/g, ' ')
    for (const text of ['First touch', 'Last touch'])
      expect(steps).toContain(
        `${text} Paid search / Google / Paid clicks (CPC) / spring_roofs_2026 / video_ad_demo`,
      )
    expect(steps).toContain('Variant Original Landing Page')
    // The order of these two steps depends on milliseconds.
    for (const step of ['Visited / ', 'Was shown Original Landing Page '])
      expect(steps.split('Sent this form')[0]).toContain(step)
    expect(await axe()).toEqual([])
    await page.keyboard.press('Escape')
    await visitor.close()
  })

  test('staff export and delete leads', async () => {
    const { holdNotice, notice, page, section } = dashboard
    const leads = section('Contact Form Leads')
    await leads.getByRole('button', { name: 'Export CSV' }).click()
    await notice('No Leads Selected')
    await notice('Please select leads to export.')
    await leads.getByRole('button', { name: 'Select All' }).click()
    await leads.getByRole('button', { name: 'Deselect All' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      leads.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    await notice('Export Complete')
    expect(download.suggestedFilename()).toMatch(/^contact_leads_\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toContain('ID,Name,Email,Phone,Business,Message,Status,Source,Created At\r\n')
    expect(text).toContain(`"'=Roofs & ""Co"""`)
    page.once('dialog', dialog => {
      expect(dialog.message()).toBe('Are you sure you want to delete 1 leads?')
      void dialog.accept()
    })
    await leads.getByRole('button', { name: /^Delete/ }).click()
    await holdNotice('Leads Deleted')
    await page.getByText('No contact form submissions yet.').waitFor()
  })

  test('staff undo a deletion', async () => {
    const { button, notice, section } = dashboard
    const leads = section('Contact Form Leads')
    await notice(/^1 lead deleted\./)
    await button('Undo').click()
    await notice('Leads Restored')
    await leads.getByText('Jo Bloggs').waitFor()
    expect(await leads.getByLabel('Status of Jo Bloggs').inputValue()).toBe('qualified')
    expect(await button('Undo').count()).toBe(0)
  })

  test('logging out ends the session', async () => {
    const { button, page, problems } = dashboard
    const unauthorised: string[] = []
    page.on(
      'response',
      answer => answer.status() === 401 && unauthorised.push(new URL(answer.url()).pathname),
    )
    await button('Logout').click()
    await page.waitForURL(`${system.url}/`)
    const dashboardTitle = 'UTM Campaign Dashboard'
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: dashboardTitle }).waitFor()
    await page.waitForLoadState()
    // The server ends the live stream, so the page may check its session.
    expect(unauthorised.filter(path => path !== '/api/admin/session')).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('isAuthenticated'))).toBeNull()
    await page.goto(`${system.url}/admin`)
    await page.waitForURL('**/login')
    expect(problems).toEqual([])
  })
})
