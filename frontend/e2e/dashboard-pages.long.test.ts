/** The dashboard's pages in a real browser: addresses, choices in the address, the Back button and phones. */
import { STAFF } from '@firsttouch/infra/rigs/testing/system'
import type { Page, Request } from 'playwright-core'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIVE_PATH, READS } from '../src/dashboard/data/reads.ts'
import { DASHBOARD_PAGES, dashboardPath } from '../src/dashboard-pages.ts'
import { chromiumPath } from './browser.ts'
import { openStaff } from './open-staff.ts'
import { customer, lead } from './people.ts'
import { logIn } from './staff-browser.ts'

/** Finds fields that a phone would zoom into, and controls that are too small for a thumb. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(one => one.getClientRects().length > 0)
    const fields = shown('input:not([type=checkbox], [type=radio]), select, textarea').filter(
      one => Number.parseFloat(getComputedStyle(one).fontSize) < 16,
    )
    const targets = shown(
      'nav a, header :is(a, button), search button, main button.border-2, main select',
    ).filter(one => one.getBoundingClientRect().height < 44)
    return [...fields, ...targets].map(one => one.outerHTML.slice(0, 120))
  })

/** Returns the number of lines that each word takes. */
const linesOfWords = (text: Element): number[] => {
  const words = text.firstChild
  return [...(words?.textContent ?? '').matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const range = document.createRange()
    range.setStart(words as Node, index)
    range.setEnd(words as Node, index + word.length)
    return range.getClientRects().length
  })
}

const PLACES = ['Campaigns', 'Traffic', 'A/B tests', 'Onboarding', 'Leads', 'Settings', 'Overview']

const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36'

describe.skipIf(!chromiumPath)('the pages of the dashboard', () => {
  const { system, dashboard } = openStaff()
  beforeAll(async () => {
    const session = { sessionId: `utm_${Date.now()}_pages0001`, occurredAt: new Date().toISOString() }
    const visit = { type: 'visit', pagePath: '/', utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'x' }
    const exposed = { type: 'ab_test', testName: 'landingPage', variant: 'v2', event: 'variant_assigned' }
    const vitals = { visibleMs: 12_000, scrollPercent: 60, lcp: 2_100, inp: 130, cls: 0.05 }
    const engaged = { type: 'engagement', visitId: v7(), pagePath: '/emergency-plumbers-in-leeds', ...vitals }
    const events = [visit, exposed, engaged].map(event => ({ id: v7(), ...session, ...event }))
    await system.post('/api/analytics/batch', { events }, { 'user-agent': AGENT })
    await system.post('/api/contact', lead)
    await system.post('/api/onboarding', customer)
    await logIn(dashboard, system.url)
    await dashboard.section('Contact Form Leads').getByText('Jo Bloggs').waitFor()
  })

  test('each page is served at its own address only', async () => {
    for (const place of DASHBOARD_PAGES)
      expect([place, (await fetch(system.url + dashboardPath(place))).status]).toEqual([place, 200])
    expect((await fetch(`${system.url}/admin/nowhere`)).status).toBe(404)
  })

  test('an unknown address shows an error and a way back', async () => {
    const { axe, page } = dashboard
    await page.goto(`${system.url}/admin/nowhere`)
    await page.getByText('The dashboard has no page at this address.').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['404 Page Not Found'])
    expect(await axe()).toEqual([])
    await page.getByRole('link', { name: 'Return to the dashboard' }).click()
    await dashboard.live()
  })

  test('the table of reads contains every call of every page', async () => {
    const { goTo, live, page } = dashboard
    const called = new Set<string>()
    const record = (request: Request) => called.add(`${request.method()} ${new URL(request.url()).pathname}`)
    page.on('request', record)
    await page.goto(`${system.url}/admin`)
    await live()
    for (const place of ['Traffic', 'A/B tests', 'Onboarding', 'Leads', 'Campaigns', 'Settings'])
      await goTo(place)
    await goTo('Leads')
    await dashboard.button('Details of Jo Bloggs').click()
    await page.getByRole('dialog', { name: 'Jo Bloggs' }).getByText('Journey').waitFor()
    await page.goBack()
    page.off('request', record)
    const paths = Object.values(READS).map(
      ({ path }) => new RegExp(`^GET ${path.replace(':id', '[^/]+').replace(/\?.*/, '')}$`),
    )
    const apart = [...called].filter(
      call => call.includes(' /api/') && call !== `GET ${LIVE_PATH}` && !paths.some(path => path.test(call)),
    )
    expect(apart).toEqual([])
    expect([...called]).toContain('GET /api/admin/leads/search')
  })

  test('Back and Forward restore the scroll position, even from a shorter page and a panel', async () => {
    const { button, goTo, live, page, section } = dashboard
    const leads = section('Contact Form Leads')
    // Position on the screen. The height of the page above may have changed.
    const top = async () => Math.round((await leads.boundingBox())?.y ?? Number.NaN)
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    const scrollTo = async (y: number) => {
      // Wait until the page's height is stable.
      for (let before = 0, still = 0; still < 4; still = (await height()) === before ? still + 1 : 0) {
        before = await height()
        await page.waitForTimeout(500)
      }
      await page.evaluate(top => window.scrollTo({ top, behavior: 'instant' }), y)
      return top()
    }
    await page.setViewportSize({ width: 1440, height: 300 })
    await page.goto(`${system.url}/admin`)
    await live()
    await leads.getByText('Jo Bloggs').waitFor()
    const onOverview = await scrollTo(1_500)
    await goTo('Leads')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await leads.getByText('Jo Bloggs').waitFor()
    const onLeads = await scrollTo(60)
    await goTo('Campaigns')
    await page.goBack()
    await expect.poll(top).toBeCloseTo(onLeads, -1)
    await page.goBack()
    await expect.poll(top).toBeCloseTo(onOverview, -1)
    await page.goForward()
    await expect.poll(top).toBeCloseTo(onLeads, -1)
    await button('Details of Jo Bloggs').click()
    const panel = page.getByRole('dialog', { name: 'Jo Bloggs' })
    await panel.waitFor()
    await page.goBack()
    await panel.waitFor({ state: 'detached' })
    await expect.poll(top).toBeCloseTo(onLeads, -1)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('a toast in the navigation breaks no word of its title', async () => {
    const { button, page } = dashboard
    await page.goto(`${system.url}/login`)
    await page.getByLabel('Username').fill(STAFF.username)
    await page.getByLabel('Password').fill(STAFF.password)
    await button('Login').click()
    const title = page.getByLabel('Notifications').getByText('Login successful')
    expect(await title.evaluate(linesOfWords)).toEqual([1, 1])
  })

  test('the panels of the traffic page fill every cell of their grid', async () => {
    const { goTo, page } = dashboard
    await goTo('Traffic')
    const panels = page.locator('.traffic-panel')
    await panels.last().waitFor()
    for (const width of [768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const edges = await panels.evaluateAll(all =>
        all.map(panel => Math.round(panel.getBoundingClientRect().right)),
      )
      expect([width, edges.at(-1)]).toEqual([width, Math.max(...edges)])
    }
  })

  test('choosing a source filters the other panels, and the address stores the filter', async () => {
    const { button, goTo, page, section } = dashboard
    await goTo('Traffic')
    await section('Traffic')
      .getByRole('button', { name: /^Google/ })
      .click()
    for (const [panel, words] of [
      ['Visits over time', 'only source Google'],
      ['By source', 'all sources, campaigns and devices'],
      ['Visits by browser', 'only source Google'],
    ] as const)
      await section('Traffic')
        .getByRole('heading', { name: `${panel} ${words}` })
        .waitFor()
    const chip = page.getByRole('button', { name: 'Remove the filter: only source Google' })
    await chip.waitFor()
    expect(page.url()).toContain('/admin/traffic?source=google')
    // Back undoes the choice and Forward restores it. The next page keeps it.
    await page.goBack()
    await chip.waitFor({ state: 'detached' })
    await page.goForward()
    await goTo('Leads')
    await page.getByText('Only leads with source Google.').waitFor()
    expect(page.url()).toContain('/admin/leads?source=google')
    await page.goto(`${system.url}/admin?source=bing`)
    await section('Contact Form Leads').getByText('0 of 1 lead').waitFor()
    await button('Remove the filter: only source Bing').click()
    await section('Contact Form Leads').getByText('Jo Bloggs').waitFor()
  })

  test('the calendar passes axe in both themes, and a chart of ten years fits the page', async () => {
    const { axe, page } = dashboard
    await page.goto(`${system.url}/admin/traffic`)
    await dashboard.live()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.keyboard.press('c')
      await page.getByRole('gridcell').getByRole('button').first().click()
      await page.getByText('Choose the last day.').waitFor()
      expect([colorScheme, await axe()]).toEqual([colorScheme, []])
      await page.keyboard.press('Escape')
    }
    await page.emulateMedia({ colorScheme: 'light' })
    const size = page.viewportSize() ?? { width: 1440, height: 900 }
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 740 })
      await page.goto(`${system.url}/admin/traffic?from=2020-01-01&to=2029-12-31`)
      const chart = page.locator('.recharts-surface').first()
      await chart.waitFor()
      const edge = async () =>
        ((await chart.boundingBox())?.x ?? 0) + ((await chart.boundingBox())?.width ?? 0)
      await expect.poll(edge).toBeLessThanOrEqual(width)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await page.setViewportSize(size)
  })

  test('Ctrl K finds people and pages, and Enter goes to the first of them', async () => {
    const { axe, page } = dashboard
    await page.goto(`${system.url}/admin/traffic`)
    await dashboard.live()
    const search = page.getByRole('dialog', { name: 'Search' })
    const find = async (words: string, choice: RegExp) => {
      await page.keyboard.press('Control+k')
      await search.getByLabel(/^Search leads, customers/).fill(words)
      await search.getByRole('button', { name: choice }).waitFor()
      expect(await axe()).toEqual([])
      await page.keyboard.press('Enter')
      await search.waitFor({ state: 'detached' })
    }
    await find('jo bloggs', /^Jo Bloggs/)
    await page.waitForURL('**/admin/leads?lead=*')
    await page.goto(`${system.url}/admin/traffic`)
    await dashboard.live()
    await find('sett', /^Settings/)
    await page.waitForURL('**/admin/settings')
  })

  test('a page starts its own requests while the first requests of the dashboard are pending', async () => {
    const { page } = dashboard
    const released = Promise.withResolvers<void>()
    await page.route('**/api/admin/campaigns?*', async route => {
      await released.promise
      await route.continue()
    })
    const own = page.waitForRequest(/experiments\/landingPage\/runs/)
    await page.goto(`${system.url}/admin/split-test`)
    await own
    await page.getByText('Loading dashboard...').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0)
    released.resolve()
    await page.getByRole('heading', { level: 1, name: 'A/B tests' }).waitFor()
    await page.unroute('**/api/admin/campaigns?*')
  })

  test('the printed page has no navigation and no buttons, and fits the paper', async () => {
    const { page } = dashboard
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.setViewportSize({ width: 718, height: 1000 })
    for (const path of ['', '/traffic', '/split-test', '/campaigns']) {
      await page.goto(`${system.url}/admin${path}`)
      await page.locator('main section:visible').first().waitFor()
      const onPaper = await page.evaluate(() => {
        const shown = (selector: string) =>
          [...document.querySelectorAll(selector)].filter(one => one.getClientRects().length > 0)
        const { color, backgroundColor } = getComputedStyle(document.body)
        return {
          pressed: shown(
            'nav, [data-toaster] *, main select, main input, main a.rounded-md, main .rounded-md:is(button)',
          ).map(one => one.outerHTML.slice(0, 120)),
          colours: [color, backgroundColor],
          width: document.documentElement.scrollWidth,
        }
      })
      expect([path, onPaper]).toEqual([
        path,
        { pressed: [], colours: ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'], width: 718 },
      ])
    }
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${system.url}/admin`)
  })

  test('the keyboard reaches every control, and a narrow screen shows everything', async () => {
    const { axe, goTo, page, section } = dashboard
    await section('Contact Form Leads').getByText('Jo Bloggs').waitFor()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await keys.waitFor()
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await page.keyboard.press('5')
    await page.waitForURL('**/admin/leads')
    await section('Campaign Management').waitFor({ state: 'detached' })
    await section('Contact Form Leads').getByText('Jo Bloggs').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await section('Contact Form Leads').getByText('1 selected').waitFor()
    await page.keyboard.press('o')
    await page.getByRole('dialog', { name: 'Jo Bloggs' }).waitFor()
    await page.goBack()
    await page.getByRole('dialog', { name: 'Jo Bloggs' }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/admin/leads')
    await page.keyboard.press('n')
    await page.getByLabel('Campaign Name*').waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 780 })
    const scrolled = () => page.evaluate(() => document.documentElement.scrollWidth)
    for (const place of PLACES) {
      await goTo(place)
      await page.locator('main section').first().waitFor()
      await expect.poll(scrolled, { message: place, timeout: 10_000 }).toBe(360)
      expect([place, await tooSmall(page)]).toEqual([place, []])
      expect([place, await axe()]).toEqual([place, []])
    }
    for (const width of [768, 1440]) {
      await page.setViewportSize({ width, height: 780 })
      for (const place of PLACES) {
        await goTo(place)
        await page.locator('main section').first().waitFor()
        if (place === 'Traffic') await page.getByRole('cell', { name: /\d ms/ }).waitFor()
        await expect.poll(scrolled, { message: place, timeout: 10_000 }).toBe(width)
      }
    }
  })
})
