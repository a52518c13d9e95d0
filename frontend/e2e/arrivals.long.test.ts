/** Runs the browser-dependent rows of infra/rigs/inputs/arrivals.csv. */
import { ARRIVALS, type Arrival } from '@firsttouch/infra/rigs/inputs/arrivals'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import type { SentEvent, Visitor } from './visitor.ts'

const OWN = new URL(ARRIVALS[0]?.url ?? '').origin
const rowsWhere = (isMeant: (row: Arrival) => boolean) =>
  ARRIVALS.filter(isMeant).map(row => [row.browser || row.url, row] as const)
/** One row for each kind of damage. infra/rigs/inputs/arrivals.test.ts runs every row through the tracker. */
const damaged = new Map(
  ARRIVALS.filter(({ browser, faults }) => browser === '' && faults !== '').map(row => [row.faults, row]),
)
const ofBrowser = (browser: string): Arrival => {
  const found = ARRIVALS.find(row => row.browser === browser)
  if (!found) throw new Error(`arrivals.csv has no row for ${browser}`)
  return found
}
const seen = ({ utm_source, utm_medium, utm_campaign, linkFaults = [] }: SentEvent) => ({
  ...{ source: utm_source, medium: utm_medium, campaign: utm_campaign },
  faults: (linkFaults as string[]).toSorted().join(' '),
})
const wanted = ({ source, medium, campaign, faults }: Arrival) => ({
  ...{ source, medium, campaign },
  faults: faults.split(' ').toSorted().join(' '),
})
const visits = (visitor: Visitor) => visitor.events().filter(({ type }) => type === 'visit')
const pathOf = ({ url }: Arrival) => url.slice(OWN.length)

describe.skipIf(!chromiumPath)('an arrival', () => {
  const site = openSite({ IDENTITY_COOKIE: 'on' })

  test.each([...damaged])('an arrival by a damaged link is repaired in a browser: %s', async (_, row) => {
    const visitor = await site.open()
    await visitor.page.goto(site.url() + pathOf(row), { ...(row.referrer && { referer: row.referrer }) })
    expect(seen(await visitor.event({ type: 'visit' }))).toEqual(wanted(row))
    await visitor.close()
  })

  test.each(rowsWhere(({ browser }) => /^re(l=|ferrer policy)/.test(browser)))(
    'an arrival from a page without a referrer counts: %s',
    async (_, row) => {
      const visitor = await site.open()
      const policy = row.browser.startsWith('rel') ? 'no-referrer' : 'origin'
      await visitor.context.route(row.referrer, route =>
        route.fulfill({
          contentType: 'text/html',
          body: `<a id="on" referrerpolicy="${policy}" href="${site.url()}${pathOf(row)}">On</a>`,
        }),
      )
      await visitor.page.goto(row.referrer)
      await visitor.page.click('#on')
      const visit = await visitor.event({ type: 'visit' })
      expect(seen(visit)).toEqual(wanted(row))
      expect(visit.referrer).toBe(policy === 'origin' ? new URL('/', row.referrer).href : '')
      await visitor.close()
    },
  )

  test.each(rowsWhere(({ browser }) => browser.startsWith('left and restored')))(
    'restoring a page with the back button adds one visit without tags: %s',
    async (_, row) => {
      const visitor = await site.open()
      await visitor.page.goto(site.url() + pathOf(row), { referer: row.referrer })
      await visitor.event({ type: 'visit' })
      // Headless Chromium has no back/forward cache, so dispatch the event of a restored page.
      await visitor.page.evaluate(() =>
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
      )
      await until(() => visits(visitor).length === 2, 10_000)
      expect(visits(visitor).map(seen)).toEqual([
        wanted(row),
        { source: 'direct', medium: 'organic', campaign: '', faults: '' },
      ])
      await visitor.close()
    },
  )

  test('reloading a page counts another visit and click', async () => {
    const row = ofBrowser('reloaded')
    const visitor = await site.open()
    await visitor.page.goto(site.url() + pathOf(row), { referer: row.referrer })
    await visitor.event({ type: 'visit' })
    await visitor.page.reload()
    await until(() => visits(visitor).length === 2, 10_000)
    expect(visits(visitor).map(seen)).toEqual([wanted(row), wanted(row)])
    await visitor.close()
  })

  test.each([
    ['Global Privacy Control', { globalPrivacyControl: true }],
    ['Do Not Track', { doNotTrack: '1' }],
  ])('a browser that sends %s is not counted and stores nothing', async (name, signal) => {
    const visitor = await site.open()
    await visitor.page.addInitScript(given => {
      for (const [key, value] of Object.entries(given)) Object.defineProperty(navigator, key, { value })
    }, signal)
    await visitor.open(pathOf(ofBrowser(name)))
    await visitor.page.waitForTimeout(800)
    expect([visitor.events(), await visitor.context.cookies()]).toEqual([[], []])
    await visitor.close()
  })

  test('a visit without JavaScript is not counted', async () => {
    const visitor = await site.open({ javaScriptEnabled: false })
    await visitor.page.goto(site.url() + pathOf(ofBrowser('without JavaScript')))
    await visitor.page.waitForTimeout(800)
    expect(visitor.events()).toEqual([])
    await visitor.close()
  })

  test('a visit counts when the browser refuses all storage', async () => {
    const row = ofBrowser('all storage refused')
    const visitor = await site.open()
    await visitor.page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('refused', 'SecurityError')
        },
      }),
    )
    await visitor.page.goto(site.url() + pathOf(row), { referer: row.referrer })
    expect(seen(await visitor.event({ type: 'visit' }))).toEqual(wanted(row))
    await visitor.close()
  })

  test('after Safari clears script storage, a visitor keeps the session, first touch and variant', async () => {
    const visitor = await site.open({ random: 0.9 })
    await visitor.open('/?utm_source=google&utm_medium=cpc&utm_campaign=spring_sale')
    const storedValues = () =>
      visitor.page.evaluate(() =>
        Object.fromEntries(
          Object.keys(localStorage)
            .filter(key => /^(utm_session_id|first_touch_utm|ab_test_)/.test(key))
            .toSorted()
            .map(key => [key, localStorage.getItem(key)]),
        ),
      )
    await visitor.event({ type: 'ab_test' })
    const before = await storedValues()
    // A cookie set by a script would expire as early as script storage. The server sets this one.
    await until(async () => {
      const [cookie] = await visitor.context.cookies()
      return (cookie?.expires ?? 0) > Date.now() / 1000 + 300 * 86_400
    }, 10_000)
    // The page would write a new session when it closes, so leave the site before clearing storage.
    await visitor.page.goto(`${site.url()}/robots.txt`)
    await visitor.page.evaluate(() => localStorage.clear())
    // With this random number a new draw would give the control.
    await visitor.page.addInitScript(() => {
      Math.random = () => 0
    })
    await visitor.open(pathOf(ofBrowser('storage cleared by Safari after seven days')))
    expect(await storedValues()).toEqual(before)
    expect(await visitor.page.evaluate(() => document.documentElement.dataset.landingPage)).toBe('v2')
    expect(Object.keys(before).join()).toMatch(/ab_test_.*first_touch_utm,utm_session_id/)
    await visitor.close()
  })
})

describe.skipIf(!chromiumPath)('an arrival on a site that requires consent', () => {
  const site = openSite({ CONSENT: 'required' })

  test('a visit counts only after consent, and a later refusal removes the cookie', async () => {
    const visitor = await site.open()
    await visitor.open(pathOf(ofBrowser('consent required and not given')))
    await visitor.page.waitForTimeout(800)
    expect([visitor.events(), await visitor.context.cookies()]).toEqual([[], []])
    await visitor.page.getByRole('button', { name: 'Yes, fine' }).click()
    await visitor.event({ type: 'visit' })
    await until(async () => (await visitor.context.cookies()).length === 1, 10_000)
    await visitor.open('/privacy')
    await visitor.page
      .getByRole('button', { name: /choice|counted/i })
      .first()
      .click()
    await visitor.page.getByRole('button', { name: /^No/ }).click()
    await until(async () => (await visitor.context.cookies()).length === 0, 10_000)
    await visitor.open('/')
    expect(await visitor.context.cookies()).toEqual([])
    await visitor.close()
  })
})
