/** The table of campaigns in a real browser: creating, filtering, sorting, actions and history. */
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from './accessible.ts'
import { chromiumPath } from './browser.ts'
import { openCampaignTable } from './campaign-table.ts'
import { openStaff } from './open-staff.ts'
import { logIn } from './staff-browser.ts'

const COSTS = { Roofs: 30, Gutters: 10, Lofts: 20 }

describe.skipIf(!chromiumPath)('the table of campaigns', { shuffle: false }, () => {
  const { system, dashboard } = openStaff()
  const table = openCampaignTable(dashboard)
  beforeAll(async () => {
    const cookie = await system.login()
    for (const name of Object.keys(COSTS))
      await system.post('/api/admin/campaigns', { ...CAMPAIGN, name }, { cookie })
    const date = new Date().toISOString().slice(0, 10)
    const entries = Object.entries(COSTS).map(([name, cost]) => ({
      ...{ date, utmCampaign: name.toLowerCase(), cost },
    }))
    await system.post('/api/admin/spend', { entries }, { cookie })
    await logIn(dashboard, system.url)
  })
  const names = () =>
    dashboard.page
      .locator('[data-record]')
      .evaluateAll(rows => rows.map(row => row.getAttribute('aria-label')))

  test('a new campaign appears on top at once, and the toast shows its link and QR code', async () => {
    const { button, notice, page, section } = dashboard
    await page.goto(`${system.url}/admin/campaigns?campaign-order=name-up&campaign-search=roofs`)
    await table.row('Roofs').waitFor()
    await button('Create New Campaign').click()
    const form = section('New Campaign')
    await form.getByLabel('Campaign Name*').fill('Van')
    for (const [label, value] of [
      ['Platform*', 'Mailchimp'],
      ['Source*', 'direct_mail'],
      ['Medium*', 'print'],
    ] as const)
      await form.getByLabel(label).selectOption(value)
    const released = Promise.withResolvers<void>()
    await page.route(/\/api\/admin\/campaigns\?/, async route => {
      await released.promise
      await route.continue()
    })
    await button('Create Campaign').click()
    await notice('Campaign Created')
    expect(await names()).toEqual(['Van', 'Roofs'])
    await table.row('Van').getByText('New', { exact: true }).waitFor()
    await button('Copy link').click()
    await notice('URL Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/utm_campaign=van$/)
    released.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('the QR code in the toast belongs to the new campaign', async () => {
    const { button, page, section } = dashboard
    await table.act('Van', 'Duplicate')
    await section('New Campaign').getByLabel('Campaign Name*').fill('Van two')
    await button('Create Campaign').click()
    await button('QR Code').click()
    const code = page.getByRole('dialog', { name: 'QR code' })
    await code.getByText('Van two').waitFor()
    await code.getByRole('img', { name: /^QR code that opens .*\/go\/\d+$/ }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('each column sorts the rows by mouse and keyboard, and the address keeps the order', async () => {
    const { page, section } = dashboard
    await page.goto(`${system.url}/admin/campaigns`)
    await table.row('Roofs').waitFor()
    const heading = (name: string) => section('Campaign Management').getByRole('columnheader', { name })
    await heading('Cost').getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => heading('Cost').getAttribute('aria-sort')).toBe('descending')
    await expect.poll(names).toEqual(['Roofs', 'Lofts', 'Gutters', 'Van two', 'Van'])
    await page.keyboard.press('Enter')
    await expect.poll(() => heading('Cost').getAttribute('aria-sort')).toBe('ascending')
    await expect.poll(names).toEqual(['Gutters', 'Lofts', 'Roofs', 'Van two', 'Van'])
    expect(page.url()).toContain('campaign-order=cost-up')
    await page.reload()
    await expect.poll(names).toEqual(['Gutters', 'Lofts', 'Roofs', 'Van two', 'Van'])
    await page.goBack()
    await expect.poll(async () => (await names())[0]).toBe('Roofs')
  })

  test('the totals cover the filtered rows', async () => {
    const { page, section } = dashboard
    await page.goto(`${system.url}/admin/campaigns?campaign-search=print`)
    const total = section('Campaign Management').getByRole('row', { name: /^Total of 2 campaigns/ })
    await total.waitFor()
    expect(await names()).toEqual(['Van two', 'Van'])
  })

  test.each([
    ['above its button', 1440, 560],
    ['at the bottom of the screen', 390, 844],
  ])('the menu of the last row opens %s and does not lengthen the page', async (_, width, height) => {
    const { page } = dashboard
    await page.setViewportSize({ width, height })
    await page.goto(`${system.url}/admin/campaigns`)
    await table.row('Van two').waitFor()
    const last = (await names()).at(-1) ?? ''
    const lengthOf = () => page.evaluate(() => document.documentElement.scrollHeight)
    await table.row(last).scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const length = await lengthOf()
    // On Android, Chrome reports a smaller height while its address bar is hidden.
    if (width < 1024)
      await page.evaluate(() =>
        Object.defineProperty(document.documentElement, 'clientHeight', { value: innerHeight - 56 }),
      )
    await page.getByRole('button', { name: `Actions on ${last}` }).click()
    const menu = page.getByRole('dialog', { name: `Actions on ${last}` })
    const { y = -1, height: tall = 0 } = (await menu.boundingBox()) ?? {}
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + tall).toBeLessThanOrEqual(height)
    expect(await lengthOf()).toBe(length)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('the panel shows who changed the campaign', async () => {
    const { notice, page } = dashboard
    await page.goto(`${system.url}/admin/campaigns`)
    await table.act('Lofts', 'Edit')
    const panel = page.getByRole('dialog', { name: 'Edit Lofts' })
    await panel.getByLabel('Campaign Name*').fill('Attics')
    await panel.getByRole('button', { name: 'Save Campaign' }).click()
    await notice('Campaign Updated')
    await table.act('Attics', 'Deactivate')
    await table.row('Attics').getByRole('cell').getByText('Inactive').waitFor()
    await table.act('Attics', 'Edit')
    const history = page.getByRole('dialog', { name: 'Edit Attics' })
    // The panel first shows the entries that it fetched before the changes.
    await expect
      .poll(async () => (await dashboard.words(history.getByRole('listitem'))).replaceAll(/\s+/g, ' '))
      .toMatch(
        /ada Changed the campaign \(state: active → inactive\).*ada Changed the campaign \(name: Lofts → Attics\).*ada Created/,
      )
    await page.keyboard.press('Escape')
    await history.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Actions on Attics')
  })

  test.each(['campaigns', 'campaigns?campaigns-part=costs'])('/admin/%s is accessible', async path => {
    const { page } = dashboard
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [320, 1440]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${system.url}/admin/${path}`)
        await page.getByText(/^Total of \d+ campaigns/).waitFor()
        if (path === 'campaigns') await table.open('Roofs')
        expect([colorScheme, width, await axeViolations(page)]).toEqual([colorScheme, width, []])
        const scrolled = () => page.evaluate(() => document.documentElement.scrollWidth)
        await expect.poll(scrolled).toBeLessThanOrEqual(width)
      }
    expect(dashboard.problems).toEqual([])
  })
})

const CAMPAIGN = { date: '2026-03-01', platform: 'Google Ads', utmSource: 'google', utmMedium: 'cpc' }
