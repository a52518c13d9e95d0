/** Daily work on leads and campaigns in a real browser: owners, follow-ups, bulk changes, edits and phones. */
import { readFile } from 'node:fs/promises'
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, sharedBrowser } from './browser.ts'
import { openCampaignTable } from './campaign-table.ts'
import { openStaff } from './open-staff.ts'
import { customer, lead } from './people.ts'
import { logIn } from './staff-browser.ts'

describe.skipIf(!chromiumPath)('daily work', { shuffle: false }, () => {
  const { system, dashboard } = openStaff()
  let cookie: string
  beforeAll(async () => {
    cookie = await system.login()
    for (const name of ['Ann', 'Ben', 'Cat'])
      await system.post('/api/contact', { ...lead, name, email: `${name}@x.example`, firstTouchUtm: null })
    const popup = { name: 'Promotional popup', message: '50% off, please', source: 'promotional_popup' }
    await system.post('/api/contact', { ...popup, email: 'pop@x.example' })
    await system.post('/api/onboarding', { ...customer, mobileNumber: lead.phone })
    for (const name of ['Roofs', 'Drains', 'Flyers'])
      await system.post('/api/admin/campaigns', { ...CAMPAIGN, name }, { cookie })
    await logIn(dashboard, system.url)
  })

  const leads = () => dashboard.section('Contact Form Leads')
  const campaigns = () => dashboard.section('Campaign Management')
  const names = () => leads().getByRole('listitem').getByRole('heading').allInnerTexts()
  const card = (name: string) => leads().getByRole('listitem', { name })

  test('a lead gets an owner and a follow-up, stands out when due, and Back closes its panel', async () => {
    const { axe, notice, page } = dashboard
    await page.goto(`${system.url}/admin/leads`)
    await leads().getByRole('button', { name: 'Details of Cat' }).click()
    const panel = page.getByRole('dialog', { name: 'Cat' })
    await panel.getByLabel('Owner of Cat').selectOption('ada (you)')
    await notice('Owner of Cat: ada.')
    await panel.getByText('Owner: ada, was nobody').waitFor()
    await panel.getByLabel('Follow-up of Cat').selectOption('Another day…')
    await panel.getByLabel('Follow-up of Cat: another day').fill('2026-01-05')
    await panel.getByRole('button', { name: 'Set day' }).click()
    await panel.getByText('Follow-up: 5 Jan 2026, was no day').waitFor()
    expect(await axe()).toEqual([])
    await page.goBack()
    await panel.waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${system.url}/admin/leads`)
    await card('Cat').getByText('Overdue since 5 Jan 2026').waitFor()
    // Due leads come first. New leads follow in order of arrival.
    expect(await names()).toEqual(['Cat', 'Ann', 'Ben', 'Promotional popup'])
  })

  test('one click shows the due leads, and the address keeps the filter', async () => {
    const { page } = dashboard
    await leads().getByRole('button', { name: '1 due' }).click()
    await leads().getByText('1 of 4 leads').waitFor()
    expect(page.url()).toContain('lead-follow-up=due')
    await page.goBack()
    await leads().getByText('4 leads', { exact: true }).waitFor()
    await page.goto(`${system.url}/admin/leads?lead-owner=me`)
    await leads().getByText('1 of 4 leads').waitFor()
    expect(await names()).toEqual(['Cat'])
    await leads().getByLabel('Filter by owner').selectOption('Nobody’s')
    await leads().getByText('3 of 4 leads').waitFor()
    await page.goto(`${system.url}/admin/leads`)
  })

  test.each([360, 768, 1440])('choosing a lead at %i px does not move the list', async width => {
    const { page } = dashboard
    const size = page.viewportSize()
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${system.url}/admin/leads`)
    const choice = leads().getByLabel('Select Ann')
    const top = async () => (await choice.boundingBox())?.y
    const before = await top()
    await choice.check()
    await leads().getByLabel('New status').waitFor()
    expect(await top()).toBe(before)
    await choice.uncheck()
    if (size) await page.setViewportSize(size)
  })

  test('a bulk change can be undone to each lead’s own values', async () => {
    const { axe, holdNotice, notice, page } = dashboard
    for (const name of ['Ann', 'Ben', 'Cat']) await leads().getByLabel(`Select ${name}`).check()
    await leads().getByLabel('New status').selectOption('contacted')
    await leads().getByLabel('New owner').selectOption('ada (you)')
    await leads().getByLabel('New follow-up').selectOption('Tomorrow')
    expect(await axe()).toEqual([])
    await leads().getByRole('button', { name: 'Change 3 leads' }).click()
    await holdNotice('3 leads changed.')
    await until(
      async () =>
        (await leads()
          .getByText(/^Follow up on/)
          .count()) === 3,
      10_000,
    )
    expect(await leads().getByLabel('Status of Ben').inputValue()).toBe('contacted')
    await leads().getByText('0 selected').waitFor()
    // The toast offers an undo, and its key works from anywhere.
    await page.keyboard.press('u')
    await notice('3 leads are as before.')
    await card('Cat').getByText('Overdue since 5 Jan 2026').waitFor()
    expect(await leads().getByLabel('Status of Ben').inputValue()).toBe('new')
  })

  test('a bulk change changes no lead if a colleague has changed one', async () => {
    const { notice, page } = dashboard
    const patch = async (id: string) =>
      fetch(`${system.url}/api/admin/leads/${id}`, {
        method: 'PATCH',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'qualified' }),
      })
    await page.route('**/api/admin/leads/bulk-change', async route => {
      await patch(route.request().postDataJSON().leadIds[0])
      await route.continue()
    })
    for (const name of ['Ann', 'Ben']) await leads().getByLabel(`Select ${name}`).check()
    await leads().getByLabel('New status').selectOption('closed')
    await leads().getByRole('button', { name: 'Change 2 leads' }).click()
    await notice('Failed to change the leads')
    await notice(/1 of the 2 chosen leads was changed since you opened the list/)
    await page.unroute('**/api/admin/leads/bulk-change')
    expect(await leads().getByLabel('Status of Ben').inputValue()).toBe('new')
    await page.reload()
  })

  test('a reply to a lead with only an address has no greeting by name, no quote and no chat', async () => {
    const { notice } = dashboard
    const popup = card('Promotional popup')
    const mail = await popup.getByRole('link', { name: 'Reply via Email' }).getAttribute('href')
    expect(new URL(String(mail)).searchParams.get('body')).toBe(
      'Hello,\r\n\r\nThank you for getting in touch.\r\n\r\n',
    )
    expect(await popup.getByRole('link', { name: 'WhatsApp' }).count()).toBe(0)
    await popup.getByRole('button', { name: 'WhatsApp' }).press('Enter')
    await notice('This person left no telephone number. Reply by e-mail instead.')
  })

  test('each section shows how a chosen source affects it', async () => {
    const { page, section } = dashboard
    await page.goto(`${system.url}/admin/onboarding?source=google`)
    await section('Customer Onboarding Inbox').getByText('Sam Hill').waitFor()
    await page.getByText('Not filtered by source Google.').waitFor()
    await page.goto(`${system.url}/admin/leads?source=google`)
    await page.getByText('Only leads with source Google.').waitFor()
    await leads().getByText('No leads match.').waitFor()
  })

  test('a customer links to their earlier messages and back', async () => {
    const { button, page } = dashboard
    await page.goto(`${system.url}/admin/onboarding`)
    await button('Details of Sam Hill').click()
    await page.getByRole('dialog', { name: 'Sam Hill' }).getByRole('link', { name: 'Cat' }).click()
    await page.getByRole('dialog', { name: 'Cat' }).getByLabel('Owner of Cat').waitFor()
    await page.goBack()
    await page.getByRole('dialog', { name: 'Sam Hill' }).waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('editing a campaign keeps its value and link', async () => {
    const { axe, notice, page, words } = dashboard
    await page.goto(`${system.url}/admin/campaigns`)
    const table = openCampaignTable(dashboard)
    await table.act('Flyers', 'Edit')
    const panel = page.getByRole('dialog', { name: 'Edit Flyers' })
    await panel.getByLabel('Campaign Name*').fill(' ')
    await panel.getByRole('button', { name: 'Save Campaign' }).click()
    await panel.getByText('Campaign Name is required').waitFor()
    await panel.getByLabel('Campaign Name*').fill('Flyers of York')
    await panel.getByLabel('Campaign Date*').fill('2026-03-20')
    await panel.getByLabel(/^Internal Notes/).fill('5,000 printed')
    expect(await axe()).toEqual([])
    await panel.getByRole('button', { name: 'Save Campaign' }).click()
    await notice('Campaign Updated')
    await panel.waitFor({ state: 'detached' })
    await table.act('Flyers of York', 'Deactivate')
    await table.open('Flyers of York')
    const row = table.row('Flyers of York')
    await row.getByText('5,000 printed').waitFor()
    await expect.poll(() => words(row)).toContain('Inactive')
    const text = await words(row)
    for (const part of ['Inactive', '20 Mar 2026', 'flyers', 'Direct mail', 'Print'])
      expect(text).toContain(part)
    expect(await page.getByLabel('Generated URL of Flyers of York').inputValue()).toMatch(
      /utm_campaign=flyers$/,
    )
  })

  test('after a change of domain all links are renewed together', async () => {
    const { button, notice, page } = dashboard
    await system.post('/api/admin/domain-config', { domain: 'https://new.example.org' }, { cookie })
    await campaigns().getByText('The links of 3 campaigns do not lead to https://new.example.org.').waitFor()
    await openCampaignTable(dashboard).open('Roofs')
    await button('Renew All 3 Links').click()
    const asked = page.getByRole('dialog', { name: 'Renew the links of 3 campaigns?' })
    await asked.getByText('The links and short links will lead to https://new.example.org.').waitFor()
    await asked.getByRole('button', { name: 'Renew links' }).click()
    await notice('3 campaigns now lead to https://new.example.org')
    await expect
      .poll(() => page.getByLabel('Generated URL of Roofs').inputValue())
      .toMatch(/^https:\/\/new\.example\.org\//)
    expect(
      await campaigns()
        .getByText(/do not lead to/)
        .count(),
    ).toBe(0)
  })

  test('the list copies the short link, and the QR code can be saved as an image', async () => {
    const { button, notice, page } = dashboard
    await button('Copy the short link of Roofs').click()
    await notice('URL Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^https:\/\/new\.example\.org\/go\/\d$/,
    )
    await openCampaignTable(dashboard).act('Roofs', 'QR code')
    const dialog = page.getByRole('dialog', { name: 'QR code' })
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save as PNG' }).click(),
    ])
    expect(picture.suggestedFilename()).toBe('Roofs_qr.png')
    const bytes = await readFile(await picture.path())
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)].every(side => side >= 1_200)).toBe(true)
    await page.keyboard.press('Escape')
  })

  test('on a phone every control is large enough for a thumb, and no field zooms the page', async () => {
    const phone = await (await sharedBrowser()).newContext({
      viewport: { width: 360, height: 780 },
      hasTouch: true,
      reducedMotion: 'reduce',
      storageState: await dashboard.context.storageState(),
    })
    const page = await phone.newPage()
    const opened: [path: string, section: string, open?: (page: Page) => Promise<unknown>][] = [
      ['leads', 'Contact Form Leads', on => on.getByLabel('Select Ann').check()],
      ['onboarding', 'Customer Onboarding Inbox'],
      ['campaigns', 'Campaign Management'],
      ['campaigns?campaigns-part=costs', 'Advertising costs'],
    ]
    for (const [path, section, open] of opened) {
      await page.goto(`${system.url}/admin/${path}`)
      const part = page.getByRole('region', { name: section })
      await part.getByRole('listitem').or(part.getByRole('row')).first().waitFor()
      await open?.(page)
      expect([path, await tooSmall(page)]).toEqual([path, []])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    }
    await page.goto(`${system.url}/admin/leads`)
    await page.getByRole('button', { name: 'Details of Ann' }).click()
    await page.getByRole('dialog', { name: 'Ann' }).getByLabel('Owner of Ann').waitFor()
    expect(await tooSmall(page, 'dialog')).toEqual([])
    await phone.close()
    expect(dashboard.problems).toEqual([])
  })
})

const CAMPAIGN = { date: '2026-03-01', platform: 'Mailchimp', utmSource: 'direct_mail', utmMedium: 'print' }

/** Finds controls below 44 px in either direction, except links within text, and fields with text below 16 px. */
const tooSmall = (page: Page, within = 'main'): Promise<string[]> =>
  page.evaluate(place => {
    const all = document.querySelectorAll<HTMLElement>(
      `${place} :is(button, a[href], input, select, textarea, summary)`,
    )
    return [...all].flatMap(control => {
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
      const isField = control.matches('input:not([type=checkbox]), select, textarea')
      const inText = control.matches('a') && getComputedStyle(control).display === 'inline'
      const isTick = control.matches('[type=checkbox]')
      const wrong = [
        width > 0 && !inText && height < (isTick ? 24 : 44) && `${Math.round(height)} px high`,
        width > 0 && !inText && width < (isTick ? 24 : 44) && `${Math.round(width)} px wide`,
        isField && Number.parseFloat(getComputedStyle(control).fontSize) < 16 && 'small letters',
      ].filter(Boolean)
      const name = control.getAttribute('aria-label') ?? control.textContent
      return wrong.length > 0 ? [`${control.tagName} ${name}: ${wrong.join(', ')}`] : []
    })
  }, within)
