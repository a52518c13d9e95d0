/** Watches the network traffic of the public site in a real browser. */

import { until } from '@firsttouch/infra/rigs/testing/until'
import { abTestInput, conversionInput, engagementInput, visitInput } from '@firsttouch/ingest/events'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import { textOf } from './visitor.ts'
import { worksWithoutHelpers } from './without-helpers.ts'

const SCHEMAS = {
  visit: visitInput,
  conversion: conversionInput,
  ab_test: abTestInput,
  engagement: engagementInput,
}

describe.skipIf(!chromiumPath)('tracking', () => {
  const site = openSite()
  const heading = { control: /Number one on Google/, v2: /They search/ }

  test('an arrival from a campaign is one visit with all specified fields', async () => {
    const visitor = await site.open({ random: 0.2 })
    await visitor.open('/?utm_source=tiktok&utm_medium=cpc&utm_campaign=spring&utm_content=a&utm_term=b')
    const event = await visitor.event({ type: 'visit' })
    const session = await visitor.stored('utm_session_id')
    expect(session).toMatch(/^utm_\d{13}_[0-9a-z]+$/)
    expect(event).toMatchObject({
      sessionId: session,
      utm_source: 'tiktok',
      utm_medium: 'cpc',
      utm_campaign: 'spring',
      utm_content: 'a',
      utm_term: 'b',
      referrer: '',
      pagePath: '/',
      ipAddress: '',
      userAgent: await visitor.page.evaluate(() => navigator.userAgent),
    })
    const request = visitor.requests.find(one => one.url().endsWith('/api/analytics/batch'))
    expect(await request?.headerValue('content-type')).toMatch(/^text\/plain/)
    expect(JSON.parse((await visitor.stored('first_touch_utm')) ?? '')).toMatchObject({
      utm_campaign: 'spring',
      timestamp: expect.any(Number),
    })
    await visitor.open('/trial-signup')
    await visitor.event({ type: 'visit', pagePath: '/trial-signup', utm_campaign: '', utm_medium: 'organic' })
    for (const one of visitor.events()) expect(SCHEMAS[one.type].safeParse(one).success).toBe(true)
    await visitor.close()
  })

  test('a visit reports visible time, scroll depth and page speed when it ends', async () => {
    const visitor = await site.openAt('/original')
    const { page } = visitor
    const visit = await visitor.event({ type: 'visit' })
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1_000)
    await page.mouse.wheel(0, 100_000)
    const seen = () => page.evaluate(() => (scrollY + innerHeight) / document.documentElement.scrollHeight)
    await expect.poll(seen).toBeGreaterThan(0.95)
    await page.waitForTimeout(300)
    await page.goto(`${site.url()}/trial-signup`)
    const event = await visitor.event({ type: 'engagement' })
    expect(event).toMatchObject({ visitId: visit.id, sessionId: visit.sessionId, pagePath: '/original' })
    expect(event.visibleMs).toBeGreaterThan(1_000)
    expect(event.scrollPercent).toBeGreaterThan(90)
    expect(event.lcp).toBeGreaterThan(0)
    expect(event.cls).toBeGreaterThanOrEqual(0)
    expect(engagementInput.safeParse(event).success).toBe(true)
    expect(visitor.events().filter(({ type }) => type === 'engagement')).toHaveLength(1)
    await visitor.close()
  })

  test.each([
    ['control', 0.2],
    ['v2', 0.8],
  ] as const)(
    'the variant %s is drawn once, shown before the first paint, stored, and counted once',
    async (variant, random) => {
      const visitor = await site.open({ random })
      const { page } = visitor
      // While only half of the page has arrived, visitors of v2 do not see the control.
      const [half = ''] = (await (await fetch(site.url())).text()).split('<template')
      await page.route('**/assets/*.js', route => route.abort())
      await page.route(`${site.url()}/`, route => route.fulfill({ body: half, contentType: 'text/html' }))
      await page.goto(`${site.url()}/`)
      expect(await page.locator('h1').isVisible()).toBe(variant === 'control')
      await page.unroute(`${site.url()}/`)
      // Without modules, the whole page shows the drawn variant only.
      await page.goto(`${site.url()}/`)
      expect(await textOf(page.locator('h1'))).toMatch(heading[variant])
      await page.unrouteAll()
      await visitor.open('/')
      expect(await visitor.event({ type: 'ab_test' })).toMatchObject({
        testName: 'landingPage',
        variant,
        event: 'variant_assigned',
        sessionId: await visitor.stored('utm_session_id'),
        timestamp: expect.stringMatching(/^\d{4}-/),
      })
      expect(await visitor.stored('ab_test_landingPage')).toBe(variant)

      await page.addInitScript(() => {
        Math.random = () => (localStorage.getItem('ab_test_landingPage') === 'v2' ? 0.1 : 0.9)
      })
      await visitor.open('/')
      expect(await textOf(page.locator('h1'))).toMatch(heading[variant])
      await page.waitForTimeout(600)
      expect(visitor.events().filter(event => event.type === 'ab_test')).toHaveLength(1)

      await page.locator('a[href="#pricing"], a[href="/trial-signup"]').first().click()
      const conversion = await visitor.event({ type: 'ab_test', event: 'conversion' })
      expect(conversion).toMatchObject({ variant, conversionType: 'button_click' })
      expect(visitor.problems).toEqual([])
      await visitor.close()
    },
  )

  test.each(['/original', '/v2'])('opening %s directly counts no exposure', async path => {
    const visitor = await site.open({ random: 0.8 })
    await visitor.open(path)
    await visitor.event({ type: 'visit', pagePath: path })
    await visitor.page.waitForTimeout(600)
    expect(visitor.events().filter(event => event.type === 'ab_test')).toEqual([])
    expect(await visitor.stored('ab_test_landingPage')).toBeNull()
    await visitor.close()
  })

  test('a visitor who leaves at once is counted', async () => {
    type Totals = { totalVisits: number }
    const before = (await site.get<Totals>('/api/admin/analytics')).totalVisits
    const visitor = await site.open()
    await visitor.page.goto(`${site.url()}/v2?utm_source=facebook`, { waitUntil: 'commit' })
    await visitor.page.waitForFunction(() => localStorage.getItem('utm_session_id') !== null)
    await visitor.page.close({ runBeforeUnload: true })
    await until(async () => (await site.get<Totals>('/api/admin/analytics')).totalVisits > before, 10_000)
    await visitor.close()
  })

  test('with broken storage and beacons the page works and sends events', async () => {
    const visitor = await site.open()
    await visitor.page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
      navigator.sendBeacon = () => false
    })
    await visitor.open('/original')
    await visitor.event({ type: 'visit', pagePath: '/original' })
    await visitor.page.getByRole('link', { name: 'Get Started', exact: true }).first().click()
    await visitor.event({ buttonType: 'header_get_started' })
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test.each(['/original'])('%s works when tracking, pixel and configuration fail', path =>
    worksWithoutHelpers(site, path),
  )

  test('staff pages count no visit', async () => {
    const visitor = await site.open()
    await visitor.open('/login')
    await visitor.page.waitForTimeout(600)
    expect(visitor.requests.filter(request => request.url().includes('/api/analytics'))).toEqual([])
    expect(await visitor.stored('utm_session_id')).toBeNull()
    await visitor.close()
  })
})
