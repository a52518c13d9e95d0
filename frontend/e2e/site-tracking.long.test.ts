/** What `site-tracking.test.ts` leaves out: a server that is away for a while, two tabs, and more pages without their helpers. */
import { until } from '@firsttouch/infra/rigs/testing/until'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import { ready } from './visitor.ts'
import { worksWithoutHelpers } from './without-helpers.ts'

describe.skipIf(!chromiumPath)('tracking', () => {
  const site = openSite()

  test('while the server does not answer events wait, and arrive once when it does', async () => {
    const visitor = await site.open()
    const { page } = visitor
    await page.route('**/api/analytics/batch', route =>
      route.fulfill({ status: 503, headers: { 'retry-after': '1' } }),
    )
    await visitor.open('/original')
    await page.getByRole('link', { name: 'Get Started', exact: true }).first().click()
    await page.waitForTimeout(700)
    const waiting = () =>
      page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('firsttouch_event:')).length)
    expect(await waiting()).toBe(2)
    await page.close()

    const later = await visitor.context.newPage()
    await later.goto(`${site.url()}/trial-signup`)
    await ready(later)
    const left = () =>
      later.evaluate(
        () => Object.keys(localStorage).filter(key => key.startsWith('firsttouch_event:')).length,
      )
    await until(async () => (await left()) === 0, 15_000)
    await visitor.close()
  })

  test.each(['/v2', '/trial-signup'])(
    '%s works where the tracking, the pixel and the configuration fail',
    path => worksWithoutHelpers(site, path),
  )

  test('two tabs send each event once', async () => {
    const visitor = await site.open()
    await visitor.open('/original')
    await visitor.event({ type: 'visit' })
    const second = await visitor.context.newPage()
    const sent: string[] = []
    for (const page of [visitor.page, second])
      page.on('request', request => {
        if (request.url().endsWith('/api/analytics/batch'))
          for (const event of JSON.parse(request.postData() ?? '').events) sent.push(event.id)
      })
    await second.goto(`${site.url()}/v2`)
    await ready(second)
    const counted = (page: typeof second) =>
      page.evaluate(() => {
        for (const link of document.querySelectorAll<HTMLAnchorElement>('header a')) {
          link.addEventListener('click', event => event.preventDefault())
          link.click()
        }
      })
    await Promise.all([counted(visitor.page), counted(second)])
    await until(() => sent.length >= 5, 10_000)
    await second.waitForTimeout(800)
    expect(sent.length).toBe(new Set(sent).size)
    await visitor.close()
  })
})
