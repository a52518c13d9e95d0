import { until } from '@firsttouch/infra/rigs/testing/until'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openStaff } from './open-staff.ts'
import { logIn } from './staff-browser.ts'

const DAY = 86_400_000
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

describe.skipIf(!chromiumPath)('landing pages, devices and visitors of now', () => {
  const { system, dashboard } = openStaff()

  const send = async (daysAgo: number, agent: string, pages: string[], more: object[] = []) => {
    const msecs = Date.now() - daysAgo * DAY
    const sessionId = `utm_${msecs}_${v7().slice(-9)}`
    const visits = pages.map(pagePath => ({ type: 'visit', pagePath }))
    const events = [...visits, ...more].map((event, i) => ({
      ...event,
      sessionId,
      id: v7({ msecs: msecs + i }),
      occurredAt: new Date(msecs + i).toISOString(),
    }))
    const answer = await system.post('/api/analytics/batch', { events }, { 'user-agent': agent })
    expect(await answer.json()).toEqual({ accepted: events.length, rejected: [] })
  }
  const lines = async (name: string) => {
    const text = await dashboard.words(dashboard.page.getByRole('list', { name }).getByRole('listitem'))
    return text.split('\n').filter(line => line !== '')
  }
  /** Each part is fetched by itself, when something is announced. */
  const shows = async (name: string, expected: string[]) => {
    await until(async () => String(await lines(name)) === String(expected), 20_000).catch(() => undefined)
    expect(await lines(name)).toEqual(expected)
  }
  const now = () => dashboard.page.getByText('on the site in the last 5 minutes')

  beforeAll(async () => {
    await logIn(dashboard, system.url)
    await dashboard.page.goto(`${system.url}/admin/traffic`)
  })

  test('before anybody came, each part says so', async () => {
    await dashboard.page.getByText('0 visitors on the site').waitFor()
    await expect.poll(() => dashboard.page.getByText('No visits in these days.').count()).toBe(2)
  })

  test('what happens on the site is there by itself: pages with their rate, devices with their share, visitors', async () => {
    await send(3, IPHONE, ['/v2', '/trial-signup'], [{ type: 'conversion', conversionType: 'button_click' }])
    await send(0, WINDOWS, ['/'])
    await shows('Visits by landing page', ['/v2', '2 (rate 50.0%)', '/', '1 (rate 0.0%)'])
    await shows('Visits by device', ['Phones', '2 (66.7%)', 'Computers', '1 (33.3%)'])
    await dashboard.page.getByText('1 visitor on the site').waitFor()
    await send(0, IPHONE, ['/'])
    await dashboard.page.getByText('2 visitors on the site').waitFor()
    await now().waitFor()
  })

  test('browsers instead of devices, which the address keeps; the table has the period before', async () => {
    const { page } = dashboard
    await page.getByLabel('Show devices or browsers').selectOption('Browsers')
    await shows('Visits by browser', ['Safari', '3 (75.0%)', 'Chrome', '1 (25.0%)'])
    await page.reload()
    await page.getByRole('list', { name: 'Visits by browser' }).waitFor()
    // Days are compared with earlier ones of which all were counted.
    await send(20, WINDOWS, ['/'])
    await shows('Visits by browser', ['Safari', '3 (60.0%)', 'Chrome', '2 (40.0%)'])
    await page.keyboard.press('w')
    await page.getByText('The same as a table: Visits by landing page').click()
    const table = page.getByRole('region', { name: 'Visits by landing page as a table' })
    await table.getByRole('columnheader', { name: 'Before' }).waitFor()
    expect((await dashboard.words(table.getByRole('row'))).replaceAll('\t', ' ')).toContain(
      '/v2 1 2 0 1 50.0%',
    )
  })

  test('they fit a telephone, break no rule of accessibility, and nothing goes wrong', async () => {
    const { page } = dashboard
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await dashboard.axe()).toEqual([])
    expect(dashboard.problems).toEqual([])
  })
})
