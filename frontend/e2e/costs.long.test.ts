import { beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openStaff } from './open-staff.ts'
import { lead } from './people.ts'
import { logIn } from './staff-browser.ts'

const LEADS = 4
const QUALIFIED = 2
/** Today in the business's time zone. */
const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date())
const REPORT = `Campaign report
Campaign status,Campaign,Day,Currency code,Cost,Clicks
Enabled,Roofs | Leeds,${TODAY},GBP,"1,012.50",40
Enabled,Roofs | Leeds,2026-01-31,GBP,7.50,3
Total: Account, --, --,GBP,"1,020.00",43
`

describe.skipIf(!chromiumPath)('costs', { shuffle: false }, () => {
  const { system, dashboard } = openStaff()
  beforeAll(async () => {
    await addRecords()
    await logIn(dashboard, system.url)
  })

  const staff = async <T>(method: string, path: string, body: object): Promise<T> => {
    const answer = await fetch(`${system.url}/api/admin/${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie: await system.login() },
      body: JSON.stringify(body),
    })
    expect(answer.ok, path).toBe(true)
    return (await answer.json()) as T
  }
  const addRecords = async () => {
    await staff('POST', 'campaigns', {
      ...{ name: 'Spring Roofs 2026', date: '2026-01-01', platform: 'Google Ads', utmSource: 'google' },
      ...{ utmMedium: 'cpc', generatedUrl: `${system.url}/?utm_campaign=spring_roofs_2026` },
    })
    for (let at = 0; at < LEADS; at++) {
      const answer = await system.post('/api/contact', { ...lead, email: `jo${at}@example.com` })
      const { id } = (await answer.json()) as { id: string }
      if (at < QUALIFIED) await staff('PATCH', `leads/${id}`, { status: 'qualified' })
    }
  }
  const choose = async () => {
    const { page, button } = dashboard
    await button('Import a report').click()
    await page
      .getByLabel('Report as CSV or Excel')
      .setInputFiles({ name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from(REPORT) })
    const preview = dashboard.section('What the report says')
    await preview.getByText('A report from Google Ads').waitFor()
    return preview
  }

  test('a cost report is previewed, matched to a campaign and stored', async () => {
    const { page, goTo, button, notice, axe } = dashboard
    await goTo('Campaigns')
    await page.getByRole('link', { name: 'Costs', exact: true }).click()
    const preview = await choose()
    await preview.getByText('First choose a campaign for the marked name.').waitFor()
    expect(await button(/^Store /).isDisabled()).toBe(true)
    expect(await axe()).toEqual([])
    await page
      .getByLabel('Campaign for “Roofs | Leeds” in the report')
      .selectOption({ label: 'Spring Roofs 2026' })
    const released = Promise.withResolvers<void>()
    const figures = /\/api\/admin\/campaigns/
    await page.route(figures, async route => {
      await released.promise
      await route.continue()
    })
    await button('Store 2 costs').click()
    await notice('2 costs new.')
    expect(await page.getByLabel('Report as CSV or Excel').count()).toBe(0)
    released.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    // The table goes to the week of the first imported day.
    await cell('31 Jan 2026').waitFor()
  })

  test('a campaign shows the cost per qualified lead since counting began', async () => {
    const { page } = dashboard
    await page.getByRole('link', { name: 'Campaigns', exact: true }).last().click()
    const row = page.getByRole('rowgroup', { name: 'Spring Roofs 2026' })
    await row.getByText('£1,012.50').first().waitFor()
    const figure = (id: string) => dashboard.words(row.locator(`td[data-column="${id}"]`))
    expect(await Promise.all(['cost', 'per-lead', 'per-qualified'].map(figure))).toEqual([
      ...['£1,012.50', '£253.13', '£506.25'],
    ])
    await page.getByRole('link', { name: 'Costs', exact: true }).click()
  })

  test('importing the same report again changes nothing and reuses the matched campaign', async () => {
    const preview = await choose()
    await preview.getByText('All 2 costs are already stored: nothing changes.').waitFor()
    expect(await dashboard.button(/^Store /).isDisabled()).toBe(true)
    await dashboard.button('Cancel').click()
  })

  const cell = (day: string) => dashboard.page.getByLabel(`Cost of Spring Roofs 2026 on ${day}`)
  const notice = (words: string) => dashboard.notice(words)

  test('the cost table shows a week in cells and reaches any past week', async () => {
    const { page } = dashboard
    await page.getByLabel('Week of').fill('2026-01-31')
    await page.getByText('26 Jan – 1 Feb 2026').waitFor()
    await expect.poll(() => cell('31 Jan 2026').inputValue()).toBe('7.50')
    await page.getByRole('button', { name: 'The week before' }).click()
    await page.getByText('19 – 25 Jan 2026').waitFor()
    await page.getByRole('button', { name: 'The week after' }).click()
    await cell('31 Jan 2026').waitFor()
  })

  test('the keyboard stores, restores and removes the cost in a cell', async () => {
    const { page } = dashboard
    await cell('30 Jan 2026').focus()
    await page.keyboard.type('12,5')
    await page.keyboard.press('Enter')
    await notice('Spring Roofs 2026 on 30 Jan 2026 is stored.')
    await expect.poll(() => cell('30 Jan 2026').inputValue()).toBe('12.50')
    await cell('30 Jan 2026').focus()
    await page.keyboard.press('ArrowRight')
    expect(await cell('31 Jan 2026').evaluate(field => field === document.activeElement)).toBe(true)
    await page.keyboard.type('99')
    await page.keyboard.press('Escape')
    await expect.poll(() => cell('31 Jan 2026').inputValue()).toBe('7.50')
    await page.getByText('imported from Google Ads by ada', { exact: false }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('much')
    await page.keyboard.press('Enter')
    await notice('Cost must be an amount such as 12.50')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await notice('Spring Roofs 2026 on 30 Jan 2026 has no cost.')
    await expect.poll(() => cell('30 Jan 2026').inputValue()).toBe('')
  })

  test('when two people change one cell, the second person sees the conflict and can overwrite', async () => {
    const { page } = dashboard
    await expect.poll(() => cell('30 Jan 2026').isEditable()).toBe(true)
    await cell('30 Jan 2026').focus()
    await page.keyboard.type('20')
    await staff('POST', 'spend', {
      entries: [{ date: '2026-01-30', utmCampaign: 'spring_roofs_2026', cost: 15 }],
    })
    await page.keyboard.press('Enter')
    await notice('“spring_roofs_2026, 2026-01-30” is 15 now')
    await expect.poll(() => cell('30 Jan 2026').inputValue()).toBe('20')
    // The cell ignores keys until the colleague's cost is loaded.
    await expect.poll(() => cell('30 Jan 2026').getAttribute('aria-invalid')).toBe('true')
    await cell('30 Jan 2026').press('Enter')
    await notice('Spring Roofs 2026 on 30 Jan 2026 is corrected.')
    await expect.poll(() => cell('30 Jan 2026').inputValue()).toBe('20.00')
  })

  test('an import is listed with its file and can be undone', async () => {
    const { page, button } = dashboard
    const imports = page.getByRole('region', { name: 'Imports of costs' })
    expect(await dashboard.words(imports)).toMatch(/ada\s+report\.csv \(Google Ads\)\s+2/)
    await button(/^Undo the import of report.csv/).click()
    const asked = page.getByRole('dialog', { name: 'Undo the import of report.csv (Google Ads)?' })
    await asked
      .getByText('Its 2 costs return to their earlier values, except those that have changed since.')
      .waitFor()
    await asked.getByRole('button', { name: 'Undo' }).click()
    await notice('2 costs are as before.')
    await imports.getByText('Undone by ada').waitFor()
    await expect.poll(() => cell('31 Jan 2026').inputValue()).toBe('')
    await expect.poll(() => cell('30 Jan 2026').inputValue()).toBe('20.00')
    expect(dashboard.problems).toEqual([])
  })
})
