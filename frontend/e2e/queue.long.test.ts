/** The browser's event queue under browser failures. Each event arrives and counts once. */
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { fillContact } from './filled-forms.ts'
import { openSite } from './open-site.ts'
import { ready } from './visitor.ts'

const HOUR_MS = 3_600_000
const PATIENCE_MS = 45_000

describe.skipIf(!chromiumPath)('R-27 the browser’s queue', () => {
  const site = openSite()
  let context: BrowserContext
  let conversions = 0
  let problems: string[] = []

  /** Opens a new visitor's browser with empty storage. */
  const openBrowser = async (): Promise<void> => {
    context = await site.browser().newContext()
    conversions = 0
    problems = []
  }
  afterEach(() => context?.close())

  /** `before` runs in the page before the site's scripts. */
  const openPage = async (
    source: string,
    before: (given: boolean) => void = () => undefined,
    given = false,
  ): Promise<Page> => {
    const page = await context.newPage()
    await page.addInitScript(before, given)
    page.setDefaultTimeout(PATIENCE_MS)
    page.on('pageerror', error => problems.push(error.message))
    await page.goto(`${site.url()}/original?utm_source=${source}`)
    await ready(page)
    return page
  }

  /** Clicks a button that counts as a conversion, and stays on the page. */
  const act = async (page: Page): Promise<void> => {
    conversions++
    await page.evaluate(() => {
      const link = document.querySelector<HTMLAnchorElement>('header a[href="#pricing"]')
      if (!link) throw new Error('The header has no counted link')
      link.click()
    })
  }

  /** Closes the page as a visitor does, with its unload events. */
  const close = async (page: Page): Promise<void> => {
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
  }

  const waiting = (page: Page): Promise<number> =>
    page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('firsttouch_event:')).length)

  const delivered = (page: Page) => until(async () => (await waiting(page)) === 0, PATIENCE_MS)

  /** Expects these counts for the source, now and two seconds later. */
  const counted = async (source: string, visits: number): Promise<void> => {
    const read = async () => {
      const { topSources } = await site.get<AnalyticsSummary>('/api/admin/analytics')
      const row = topSources.find(one => one.source === source)
      return { visits: row?.visits ?? 0, conversions: row?.conversions ?? 0 }
    }
    const all = async () => {
      const now = await read()
      return now.visits >= visits && now.conversions >= conversions
    }
    await until(all, PATIENCE_MS).catch(async () => expect(await read()).toEqual({ visits, conversions }))
    await new Promise(resolve => setTimeout(resolve, 2_000))
    expect(await read()).toEqual({ visits, conversions })
    expect(problems).toEqual([])
  }

  test('events recorded during an hour offline arrive once', async () => {
    await openBrowser()
    await context.clock.install({ time: Date.now() - HOUR_MS })
    const page = await openPage('offline')
    await context.setOffline(true)
    for (let i = 0; i < 3; i++) await act(page)
    await context.clock.fastForward(HOUR_MS / 2)
    await act(page)
    await context.clock.fastForward(HOUR_MS / 2)
    expect(await waiting(page)).toBeGreaterThanOrEqual(4)
    await context.setOffline(false)
    await context.clock.fastForward(600_000)
    await counted('offline', 1)
    await delivered(page)
  })

  /** Sets the browser's clock on the pages that are opened afterwards. */
  const setClock = (to: string | number) =>
    context.addInitScript(time => {
      const ahead = (typeof time === 'number' ? Date.now() + time : Date.parse(time)) - Date.now()
      const right = Date.now
      sessionStorage.setItem('hasSeenPromoPopup', 'true')
      Object.assign(Date, { now: () => right() + ahead, putRight: () => Object.assign(Date, { now: right }) })
    }, to)

  test.each([
    ['ahead', 2 * 24 * HOUR_MS],
    ['behind', -400 * 24 * HOUR_MS],
    ['1970', '1970-01-01T00:00:00Z'],
    ['2099', '2099-01-01T00:00:00Z'],
  ])('events of a wrong clock arrive with a submitted form: %s', async (source, to) => {
    await openBrowser()
    await setClock(to)
    const page = await openPage(source)
    await act(page)
    const form = await fillContact(page, `${source}@example.com`)
    const sent = page.waitForResponse('**/api/contact')
    await form.getByRole('button', { name: /Send/ }).click()
    expect((await sent).status()).toBe(200)
    conversions++
    await delivered(page)
    await counted(source, 1)
    expect(await site.leads(`${source}@example.com`)).toHaveLength(1)
  })

  test('events of a clock three days ahead arrive after the clock is corrected', async () => {
    await openBrowser()
    await setClock(3 * 24 * HOUR_MS)
    const page = await openPage('put_right')
    await context.setOffline(true)
    await act(page)
    await close(page)
    await context.addInitScript(() => (Date as unknown as { putRight: () => void }).putRight())
    await context.setOffline(false)
    const later = await openPage('put_right_later')
    await delivered(later)
    await counted('put_right', 1)
  })

  test('an event of a tab that is closed while the server is unavailable arrives later', async () => {
    await openBrowser()
    let isAway = true
    await context.route('**/api/analytics/batch', route => (isAway ? route.abort() : route.continue()))
    const page = await openPage('closed')
    await act(page)
    await close(page)
    isAway = false
    const later = await openPage('closed_later')
    await counted('closed', 1)
    await delivered(later)
  })

  test('two tabs that reconnect at once send each event once', async () => {
    await openBrowser()
    const tabs = [await openPage('tabs'), await openPage('tabs')]
    await context.setOffline(true)
    await Promise.all(tabs.flatMap(tab => [act(tab), act(tab), act(tab)]))
    await context.setOffline(false)
    await counted('tabs', 2)
  })

  test('events arrive although the storage is full', async () => {
    await openBrowser()
    await context.addInitScript(() => {
      for (let size = 4_000_000; size > 0; size = Math.floor(size / 2))
        try {
          for (let i = 0; ; i++) localStorage.setItem(`full ${size} ${i}`, 'x'.repeat(size))
        } catch {}
    })
    const page = await openPage('full')
    await context.setOffline(true)
    await act(page)
    await act(page)
    await context.setOffline(false)
    await counted('full', 1)
  })

  test('events arrive although the storage is disabled', async () => {
    await openBrowser()
    await context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    })
    const page = await openPage('disabled')
    await act(page)
    await counted('disabled', 1)
  })

  test.each([
    ['refuses beacons', false],
    ['accepts beacons of queued events', true],
  ])('events count once when the browser %s', async (_, taken) => {
    const source = taken ? 'beacon' : 'no_beacon'
    await openBrowser()
    const page = await openPage(
      source,
      accepts => {
        if (!accepts) navigator.sendBeacon = () => false
        window.fetch = () => new Promise(() => undefined)
      },
      taken,
    )
    await act(page)
    await close(page)
    if (taken) await counted(source, 1)
    const later = await openPage(`${source}_later`)
    await delivered(later)
    await counted(source, 1)
  })
})
