/** The texts and links of every public page in a real browser, with and without scripts. */
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import { PAGES } from './public-pages.ts'
import { textOf } from './visitor.ts'

/** The operator's retention settings, which the privacy page must state. */
const KEPT = { KEEP_VISIT_DETAILS_DAYS: '90', KEEP_LEADS_DAYS: '0', KEEP_SPAM_DAYS: '1' }

describe.skipIf(!chromiumPath)('the public site', () => {
  const site = openSite({ SITE_URL: 'https://www.firsttouch.example', ...KEPT })

  test.each(PAGES)(
    '%s shows its specified texts and a link to the privacy page, without browser errors',
    async (path, heading, words) => {
      const visitor = await site.open()
      await visitor.page.addInitScript(() =>
        document.addEventListener('DOMContentLoaded', () =>
          Object.assign(window, { served: document.querySelector('main') }),
        ),
      )
      const answer = await visitor.open(path)
      // Hydration must keep the served elements, because a visitor may already be reading or typing.
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

  test('search engines may index the privacy page', async () => {
    const sitemap = await fetch(`${site.url()}/sitemap.xml`)
    expect(await sitemap.text()).toContain('<loc>https://www.firsttouch.example/privacy</loc>')
  })

  test('the pages show their texts without scripts', async () => {
    const visitor = await site.open({ javaScriptEnabled: false })
    await visitor.page.goto(`${site.url()}/`)
    expect(await textOf(visitor.page.getByRole('heading', { level: 1 }))).toMatch(/Number one/)
    for (const path of ['/login', '/admin']) {
      await visitor.page.goto(`${site.url()}${path}`)
      expect(await textOf(visitor.page.locator('body'))).toContain('The dashboard needs JavaScript.')
    }
    await visitor.close()
  })
})

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
