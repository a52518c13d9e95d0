/** In a browser with missing or broken APIs, the page works and throws no error. */
import { describe, expect, test } from 'vitest'
import { BROKEN, breakBrowser } from './broken-browser.ts'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import { toastText } from './visitor.ts'

describe.skipIf(!chromiumPath)('a broken browser', () => {
  const { open, leads } = openSite()

  test.concurrent.each(BROKEN)(
    'with %s the page works, its form is sent, and no error is thrown',
    async (what, code) => {
      const place = BROKEN.findIndex(([name]) => name === what)
      // Each case has its own random number, so that two forms of the same millisecond differ.
      const visitor = await open({ random: place / 100 })
      const { page } = visitor
      await breakBrowser(page, code)
      // The arrival has UTM tags and a referrer, so the tracker reads all its inputs.
      await visitor.open('/v2?utm_source=google&utm_campaign=spring', { referer: 'https://www.google.com/' })
      const email = `broken-${place}@example.com`
      await page.getByLabel('Your e-mail address').fill(email)
      await page.getByRole('form').getByRole('button').click()
      await toastText(page, 'Trial Request Sent!').waitFor()
      expect(await leads(email)).toHaveLength(1)
      // Leave the page while events may still be queued.
      await page.goto(`${visitor.url}/robots.txt`)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    },
  )

  test('without modal dialogs the popup stays closed and the page works', async () => {
    const visitor = await open({ popup: true })
    const { page } = visitor
    await breakBrowser(page, 'delete HTMLDialogElement.prototype.showModal')
    await visitor.open('/original')
    await expect.poll(() => visitor.problems.join()).toMatch(/showModal/)
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Chat with us on WhatsApp' }).click()
    await page.getByRole('link', { name: 'General inquiry' }).waitFor()
    await visitor.close()
  })
})
