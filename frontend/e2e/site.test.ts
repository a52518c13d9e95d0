/** Every public page in a real browser: what it says, how it is served, and that everybody can use it. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import { PAGES } from './public-pages.ts'
import { gzipped, scriptsOf } from './scripts.ts'
import { textOf } from './visitor.ts'

/** What this operator wants, and the privacy page has to say. */
const KEPT = { KEEP_VISIT_DETAILS_DAYS: '90', KEEP_LEADS_DAYS: '0', KEEP_SPAM_DAYS: '1' }

describe.skipIf(!chromiumPath)('the public site', () => {
  const site = openSite({ SITE_URL: 'https://www.firsttouch.example', ...KEPT })

  test.each(PAGES)(
    '%s says what it has to say and leads to what is kept, without any complaint of the browser',
    async (path, heading, words) => {
      const visitor = await site.open()
      await visitor.page.addInitScript(() =>
        document.addEventListener('DOMContentLoaded', () =>
          Object.assign(window, { served: document.querySelector('main') }),
        ),
      )
      const answer = await visitor.open(path)
      // What somebody reads or types in while the scripts come is not taken from under them.
      expect(await visitor.page.evaluate('served.isConnected')).toBe(true)
      expect(answer?.status()).toBe(path === '/no-such-page' ? 404 : 200)
      const { page } = visitor
      expect(await textOf(page.getByRole('heading', { level: 1 }))).toMatch(heading)
      const text = await textOf(page.locator('body'))
      for (const word of words)
        expect(text).toMatch(typeof word === 'string' ? new RegExp(literal(word)) : word)
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'What we keep about you' })
      expect(await link.getAttribute('href')).toBe('/privacy')
      await page.waitForTimeout(300)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    },
  )

  test('/original has nothing that axe finds, and fits every width', () =>
    expectAccessible(site, '/original', 'light'))

  test('search engines may find what is kept', async () => {
    const sitemap = await fetch(`${site.url()}/sitemap.xml`)
    expect(await sitemap.text()).toContain('<loc>https://www.firsttouch.example/privacy</loc>')
  })

  test.each(['/original', '/v2'])(
    '%s and its offer load at most 100 kB of script, 5 of them the tracker and none the staff side',
    async path => {
      const visitor = await site.open({ popup: true })
      await visitor.open(path)
      await visitor.page.waitForTimeout(3_000)
      const offer = visitor.page.getByRole('dialog', { name: '50% off your first week' })
      expect(await offer.isVisible()).toBe(path === '/original')
      const scripts = scriptsOf(visitor.requests)
      expect(scripts.filter(name => /staff|dashboard|chart|login|schemas/.test(name))).toEqual([])
      expect(gzipped(scripts)).toBeLessThanOrEqual(100_000)
      const tracker = scripts.filter(name => /\/track-/.test(name))
      expect(tracker).toHaveLength(1)
      expect(gzipped(tracker)).toBeLessThanOrEqual(5_000)
      if (path === '/original') await takeOffer(visitor.page)
      await visitor.close()
    },
  )

  test('without scripts the pages still show their words', async () => {
    const visitor = await site.open({ javaScriptEnabled: false })
    await visitor.page.goto(`${site.url()}/`)
    expect(await textOf(visitor.page.getByRole('heading', { level: 1 }))).toMatch(/Number one/)
    await visitor.close()
  })
})

/** Whoever leaves an address has the code at once. */
const takeOffer = async (page: Page) => {
  const offer = page.getByRole('dialog', { name: '50% off your first week' })
  await offer.getByLabel('E-mail').fill('offer@example.com')
  const request = page.waitForRequest('**/api/contact')
  await offer.getByRole('button', { name: 'Secure My Discount' }).click()
  await page.getByRole('dialog', { name: 'Your discount is secured' }).getByText('FLEXIFIFTY').waitFor()
  expect((await request).postDataJSON()).toMatchObject({
    source: 'promotional_popup',
    email: 'offer@example.com',
  })
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
