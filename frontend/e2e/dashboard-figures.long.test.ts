import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Request } from 'playwright-core'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openCampaignTable } from './campaign-table.ts'
import { openStaff } from './open-staff.ts'
import { gzipped, scriptPaths } from './scripts.ts'
import { logIn } from './staff-browser.ts'

const DAY = 86_400_000
const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36'

describe.skipIf(!chromiumPath)('figures', { shuffle: false }, () => {
  const { system, dashboard } = openStaff()

  const send = async (daysAgo: number, events: object[]) => {
    const msecs = Date.now() - daysAgo * DAY
    const identified = events.map(event => {
      const id = v7({ msecs })
      const sessionId = `utm_${msecs}_${id.slice(-9)}`
      return { id, sessionId, occurredAt: new Date(msecs).toISOString(), ...event }
    })
    const headers = { 'user-agent': AGENT }
    const answer = await system.post('/api/analytics/batch', { events: identified }, headers)
    expect(await answer.json()).toEqual({ accepted: events.length, rejected: [] })
  }
  const visit = (utm_source: string, utm_campaign = '') => ({
    ...{ type: 'visit', pagePath: '/', utm_source, utm_medium: 'cpc', utm_campaign },
  })
  const stat = (name: string) => dashboard.words(dashboard.page.getByTestId(`stat-${name}`))

  beforeAll(async () => {
    const utm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'roofs' }
    const form = { type: 'conversion', conversionType: 'form_submission', firstTouchUtm: utm }
    const exposed = { type: 'ab_test', testName: 'landingPage', variant: 'v2', event: 'variant_assigned' }
    await send(20, [visit('bing'), visit('bing'), visit('bing')])
    await send(10, [visit('google', 'roofs'), visit('google', 'roofs')])
    await send(3, [
      visit('google', 'roofs'),
      visit('google', 'Roofs'),
      visit('google', 'Roofs'),
      form,
      exposed,
    ])
    await logIn(dashboard, system.url)
    await until(async () => (await stat('total-visits')) === '8', 15_000)
  })

  test('keys and buttons choose the days, and the address keeps them', async () => {
    const { button, live, page, words } = dashboard
    await page.keyboard.press('w')
    await until(async () => (await stat('total-visits')) === '3', 10_000)
    await expect.poll(() => page.url()).toContain('range=7')
    await button('Last 7 days').click()
    await expect.poll(() => button('Last 7 days').last().getAttribute('aria-pressed')).toBe('true')
    const totals = page.getByLabel('Totals')
    await totals.getByText('1 more').first().waitFor()
    await expect.poll(() => words(totals)).toMatch(/1 more\s+against .+ 20\d\d/)
    await totals.getByText(/^Today is not over, so .+ This applies to cards, charts and tables\.$/).waitFor()
    await button('Same weekdays').click()
    await expect.poll(() => page.url()).toContain('compare=weekdays')
    await until(async () => (await words(totals)).includes('1 more'), 10_000)
    await button('Nothing').click()
    await expect.poll(() => words(totals)).not.toContain('against')
    await button('Days before').click()
    await button('Last 30 days').click()
    await until(async () => (await stat('total-visits')) === '8', 10_000)
    await totals.getByText(/^Not compared: counting began on /).waitFor()
    await expect.poll(() => words(totals)).not.toContain('against')
    await page.goBack()
    await until(async () => (await stat('total-visits')) === '3', 10_000)
    await page.goForward()
    await page.goto(`${system.url}/admin?range=7`)
    await until(async () => (await stat('total-visits')) === '3', 10_000)
    await live()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Figures of the last 90 days').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('a')
    await until(async () => (await stat('total-visits')) === '8', 10_000)
    await expect.poll(() => page.url()).not.toContain('range=')
  })

  test('a shortcut opens the calendar to choose a range of days', async () => {
    const { page } = dashboard
    const now = Date.now()
    const day = (ago: number) =>
      new Date(now - ago * DAY).toLocaleDateString('sv-SE', { timeZone: 'Europe/London' })
    await page.keyboard.press('c')
    const menu = page.getByRole('dialog', { name: 'Period of the figures' })
    const press = async (day: string) => {
      const cell = menu.locator(`[data-day="${day}"] button`)
      if ((await cell.count()) === 0) await menu.getByRole('button', { name: /previous month/i }).click()
      await cell.click()
    }
    await menu.getByText('Choose the first day, then the last.').waitFor()
    // Choose the last day first, because a range may be chosen in either order.
    await press(day(9))
    await menu.getByText('Choose the last day.').waitFor()
    expect(await stat('total-visits')).toBe('8')
    await press(day(11))
    await menu.waitFor({ state: 'detached' })
    await until(async () => (await stat('total-visits')) === '2', 10_000)
    await expect.poll(() => page.url()).toContain(`from=${day(11)}&to=${day(9)}`)
    await page.goto(`${system.url}/admin?from=2026-02-30&to=x`)
    await until(async () => (await stat('total-visits')) === '8', 10_000)
    const size = page.viewportSize()
    await page.setViewportSize({ width: 360, height: 640 })
    await dashboard.button('All time').click()
    await menu.getByText('Choose the first day, then the last.').waitFor()
    expect(
      await menu.evaluate(({ scrollTop, scrollHeight, clientHeight }) => [
        scrollTop,
        scrollHeight > clientHeight,
      ]),
    ).toEqual([0, true])
    await page.keyboard.press('Escape')
    if (size) await page.setViewportSize(size)
  })

  test('charts and their tables show the same figures', async () => {
    const { axe, page, section } = dashboard
    await page.goto(`${system.url}/admin/traffic?range=7#traffic`)
    const traffic = section('Traffic')
    await until(async () => (await traffic.locator('.chart .recharts-area-curve').count()) >= 2, 15_000)
    // The arrow of a closed section points to the right, even inside an open section.
    const turned = await traffic.locator('details').evaluate(fold => {
      const outer = fold.cloneNode(true) as HTMLDetailsElement
      const inner = fold.cloneNode(true) as HTMLDetailsElement
      outer.open = true
      outer.append(inner)
      fold.after(outer)
      const turns = [outer, inner].map(({ firstElementChild }) =>
        getComputedStyle(firstElementChild?.querySelector('svg') ?? outer).getPropertyValue('rotate'),
      )
      outer.remove()
      return turns
    })
    expect(turned).toEqual(['90deg', 'none'])
    // Only one day has visits and therefore a rate, so the chart shows a dot without a line.
    await dashboard.button('Conversion Rate').click()
    await traffic.locator('.chart circle.chart-main').first().waitFor()
    // The table was closed while the chart changed.
    await traffic.getByText('Show as a table: Conversion rate over time').click()
    const rates = traffic.getByRole('table', { name: 'Conversion rate over time' })
    await rates.getByRole('columnheader', { name: 'Conversion rate', exact: true }).waitFor()
    await dashboard.button('Total Visits').click()
    const table = traffic.getByRole('table', { name: 'Visits over time' })
    await table.waitFor()
    const rows = table.getByRole('row')
    await until(async () => (await rows.count()) === 8, 15_000)
    const visits = await rows.getByRole('cell').allInnerTexts()
    const column = (n: number) => visits.filter((_, at) => at % 2 === n).map(Number)
    expect(column(0).reduce((sum, n) => sum + n, 0)).toBe(3)
    // The card, the chart and the table compare with the same two visits of the previous period.
    expect(column(1).reduce((sum, n) => sum + n, 0)).toBe(2)
    await page.getByLabel('Totals').getByText('1 more').first().waitFor()
    await table.getByText('(so far)').waitFor()
    await traffic.getByText('Today so far').first().waitFor()
    // A day opens from the chart with the pointer and from the table with the keyboard.
    const chart = traffic.locator('.chart').first()
    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {}
    const position = { x: width - 12, y: height / 2 }
    await chart.hover({ position })
    await chart.getByText(', so far').waitFor()
    await chart.click({ position })
    await until(async () => new URL(page.url()).searchParams.get('from') !== null, 15_000)
    const opened = new URL(page.url()).searchParams
    expect(opened.get('to')).toBe(opened.get('from'))
    await page.goBack()
    await table.getByRole('button').first().press('Enter')
    await until(async () => new URL(page.url()).searchParams.get('from') === opened.get('from'), 15_000)
    await page.goBack()
    await table.waitFor()
    await traffic.getByRole('list', { name: 'Conversions by type' }).getByText('Form submission').waitFor()
    expect(await axe()).toEqual([])
    await dashboard.goTo('Overview')
    await section('A/B Testing Results')
      .getByText('The days chosen above do not change this result')
      .waitFor()
  })

  test('choosing a campaign in its list filters every figure', async () => {
    const { button, goTo, notice, page, section } = dashboard
    await page.goto(`${system.url}/admin`)
    await button('Create New Campaign').click()
    const form = section('New Campaign')
    await form.getByLabel('Campaign Name*').fill('Roofs')
    await form.getByLabel('Platform*').selectOption('Google Ads')
    await form.getByLabel('Source*').selectOption('google')
    await form.getByLabel('Medium*').selectOption('cpc')
    await button('Create Campaign').click()
    await notice('Campaign Created')
    await goTo('Traffic')
    const traffic = section('Traffic')
    const drawn = traffic.getByRole('table', { name: /^Source/ }).locator('rect')
    await drawn.nth(1).waitFor()
    const lengths = await drawn.evaluateAll(bars => bars.map(bar => bar.getBoundingClientRect().width))
    expect(lengths.map(length => length / (lengths[0] ?? 0))).toEqual([1, expect.closeTo(0.6, 2)])
    await traffic.getByRole('button', { name: 'Campaign', exact: true }).click()
    const lists: string[] = []
    page.on('request', request => {
      if (request.url().includes('/api/admin/traffic?')) lists.push(request.url())
    })
    // The figures of a row are fetched once: when the pointer rests on it or presses it, before the click. The list
    // itself is not fetched again.
    await traffic.locator('.recharts-area-curve').first().waitFor()
    const isOfRoofs = (request: Request) => /analytics\?.*campaign=roofs/.test(request.url())
    const figures: Request[] = []
    page.on('request', request => {
      if (isOfRoofs(request)) figures.push(request)
    })
    const fetched = page.waitForRequest(isOfRoofs)
    await traffic.getByRole('button', { name: /^roofs/ }).hover()
    await fetched
    await traffic.getByRole('button', { name: /^roofs/ }).click()
    await until(async () => (await stat('total-visits')) === '3', 10_000)
    expect(await stat('conversions')).toBe('1')
    expect(figures).toHaveLength(1)
    expect(lists.filter(url => url.includes('campaign=roofs'))).toEqual([])
    const pressed = page.waitForRequest(request => /analytics\?.*campaign=Roofs/.test(request.url()))
    await traffic.getByRole('button', { name: 'Roofs', exact: true }).dispatchEvent('mousedown')
    await pressed
    await button('Remove the filter: only campaign roofs').click()
    await until(async () => (await stat('total-visits')) === '8', 10_000)
  })

  test('the first page loads at most 200 kB of script, and its charts at most 300 kB', async () => {
    const { goTo, live, page, section } = dashboard
    const requests: Request[] = []
    page.on('request', request => requests.push(request))
    await page.goto(`${system.url}/admin`)
    await live()
    await page.mouse.wheel(0, 20_000)
    await page.waitForLoadState('networkidle')
    const first = gzipped(scriptPaths(requests))
    expect(first).toBeGreaterThan(50_000)
    expect(first).toBeLessThanOrEqual(200_000)
    // The schemas load with the first form, not with the page.
    expect(scriptPaths(requests).filter(path => path.includes('zod'))).toEqual([])
    await goTo('Traffic')
    await until(() => scriptPaths(requests).some(path => path.includes('charts')), 10_000)
    await section('Traffic').locator('.recharts-area-curve').first().waitFor()
    expect(gzipped(scriptPaths(requests))).toBeLessThanOrEqual(300_000)
  })

  test('clicks without a campaign are listed with the likely campaign, and a button creates one for them', async () => {
    const { button, goTo, notice, page, section } = dashboard
    await goTo('Campaigns')
    const campaigns = section('Campaign Management')
    await campaigns.getByText('Clicks without a campaign').waitFor()
    await campaigns.getByText(/only capitals or punctuation differ/).waitFor()
    await campaigns.getByRole('button', { name: 'Create Campaign for the 2 clicks of Roofs' }).click()
    const form = section('New Campaign')
    expect(await form.getByLabel('Campaign Name*').inputValue()).toBe('Roofs')
    expect(await form.getByLabel('Source*').inputValue()).toBe('google')
    await form.getByLabel('Campaign Name*').fill('Roofs, as misspelt')
    await form.getByLabel('Platform*').selectOption('Google Ads')
    await button('Create Campaign').click()
    await notice('Campaign Created')
    await campaigns
      .getByRole('button', { name: 'Create Campaign for the 2 clicks of Roofs' })
      .waitFor({ state: 'detached' })
    const table = openCampaignTable(dashboard)
    await until(async () => (await table.figure('Roofs, as misspelt', 'clicks')) === '2', 10_000)
    await table.open('Roofs, as misspelt')
    expect(await page.getByLabel('Generated URL of Roofs, as misspelt').inputValue()).toContain(
      'utm_campaign=Roofs',
    )
  })

  test('a campaign is archived, found and restored, and its short link keeps working', async () => {
    const { axe, button, notice, page, section } = dashboard
    const campaigns = section('Campaign Management')
    const table = openCampaignTable(dashboard)
    await table.open('Roofs')
    await button('Copy the short link of Roofs').click()
    await notice('URL Copied')
    await table.act('Roofs', 'QR code')
    await page.getByRole('dialog', { name: 'QR code' }).waitFor()
    const short = await page.evaluate(() => navigator.clipboard.readText())
    expect(short).toMatch(/\/go\/\d+$/)
    expect(await axe()).toEqual([])
    await page.keyboard.press('Escape')
    await table.act('Roofs', 'Archive')
    await notice('Campaign archived')
    await campaigns.getByText('1 archived').waitFor()
    expect(await table.row('Roofs').count()).toBe(0)
    const shortLink = await fetch(short, { redirect: 'manual' })
    expect([shortLink.status, shortLink.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('utm_campaign=roofs'),
    ])
    await campaigns.getByLabel('Filter by state').selectOption('Archived')
    await table.act('Roofs', 'Restore')
    await notice('Campaign restored')
    await campaigns.getByLabel('Filter by state').selectOption('')
    await table.row('Roofs').getByRole('cell').getByText('Inactive').waitFor()
    expect(dashboard.problems).toEqual([])
  })
})
