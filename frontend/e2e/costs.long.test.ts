import { beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openStaff } from './open-staff.ts'
import { lead } from './people.ts'
import { logIn } from './staff-browser.ts'

const LEADS = 4
const QUALIFIED = 2
/** As a day of the report: the leads' own, in the business's time zone. */
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
    await button('Import a Report').click()
    await page
      .getByLabel('Report as CSV or Excel')
      .setInputFiles({ name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from(REPORT) })
    const preview = dashboard.section('What the report says')
    await preview.getByText('A report of Google Ads').waitFor()
    return preview
  }

  test('a report is looked at, its campaign named, and stored', async () => {
    const { page, goTo, button, notice, axe } = dashboard
    await goTo('Campaigns')
    const preview = await choose()
    await preview.getByText('Choose what the marked name means first.').waitFor()
    expect(await button(/^Store /).isDisabled()).toBe(true)
    expect(await axe()).toEqual([])
    await page.getByLabel('Campaign that Roofs | Leeds means').selectOption({ label: 'Spring Roofs 2026' })
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
  })

  test('the campaign says what a qualified lead cost since counting began', async () => {
    const campaign = dashboard.page.getByRole('listitem', { name: 'Spring Roofs 2026' })
    await campaign.getByText('£1,012.50').first().waitFor()
    const words = (await dashboard.words(campaign)).split('\n')
    const figure = (label: string) => words[words.indexOf(label) + 1]
    expect(['Cost', 'Per lead', 'Per qualified'].map(figure)).toEqual(['£1,012.50', '£253.13', '£506.25'])
  })

  test('the same report again changes nothing, and its name is remembered', async () => {
    const preview = await choose()
    await preview.getByText('All 2 costs were there already: nothing changes.').waitFor()
    expect(await dashboard.button(/^Store /).isDisabled()).toBe(true)
    await dashboard.button('Cancel').click()
    expect(dashboard.problems).toEqual([])
  })
})
