/** Size of the scripts that the landing pages and the popup load. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import { gzipped, scriptPaths } from './scripts.ts'

describe.skipIf(!chromiumPath)('the public site', () => {
  const site = openSite()

  test.each(['/original', '/v2'])(
    '%s and its offer load at most 100 kB of script, with 5 kB of tracker, no staff code, and 5 kB after the page',
    async path => {
      const visitor = await site.open({ popup: true })
      await visitor.open(path)
      const offer = visitor.page.getByRole('dialog', { name: '50% off your first week' })
      if (path === '/original') await offer.waitFor()
      else await visitor.page.waitForTimeout(3_000)
      expect(await offer.isVisible()).toBe(path === '/original')
      const scripts = scriptPaths(visitor.requests)
      expect(scripts.filter(name => /staff|dashboard|chart|login|schemas/.test(name))).toEqual([])
      const isAfterPage = (name: string) => /\/after-page-/.test(name)
      expect(gzipped(scripts.filter(name => !isAfterPage(name)))).toBeLessThanOrEqual(100_000)
      const afterPage = scripts.filter(isAfterPage)
      expect(afterPage).toHaveLength(1)
      expect(gzipped(afterPage)).toBeLessThanOrEqual(5_000)
      const tracker = scripts.filter(name => /\/track-/.test(name))
      expect(tracker).toHaveLength(1)
      expect(gzipped(tracker)).toBeLessThanOrEqual(5_000)
      if (path === '/original') await acceptOffer(visitor.page)
      await visitor.close()
    },
  )
})

/** The code appears right after the submit. */
const acceptOffer = async (page: Page) => {
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
