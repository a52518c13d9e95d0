/** Public pages without some of their files, as on a lost connection. The page stays whole and loads the files later. */
import { STAFF } from '@firsttouch/infra/rigs/testing/system'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import { expectToast, ready, textOf, toastText } from './visitor.ts'

describe.skipIf(!chromiumPath)('a site with missing files', () => {
  const site = openSite()
  /** Opens the site while files with matching names are blocked, until `back` is called. */
  const openWithout = async (files: RegExp, options: { popup?: boolean } = {}) => {
    const visitor = await site.open({ reducedMotion: 'reduce', ...options })
    let isMissing = true
    let refused = 0
    await visitor.context.route(/\/assets\/.*\.js$/, route => {
      const name = new URL(route.request().url()).pathname.slice('/assets/'.length)
      if (!isMissing || !files.test(name)) return route.continue()
      refused++
      return route.abort('internetdisconnected')
    })
    return {
      ...visitor,
      refused: () => refused,
      back: async () => {
        isMissing = false
        await visitor.page.evaluate(() => window.dispatchEvent(new Event('online')))
      },
    }
  }

  test('the page is readable without its files, and works once they load', async () => {
    const visitor = await openWithout(/^(original|react)-/)
    const { page } = visitor
    await page.goto(`${site.url()}/original`)
    await page.waitForFunction(() => localStorage.getItem('utm_session_id') !== null)
    expect(await textOf(page.getByRole('heading', { level: 1 }))).toMatch(/Number one/)
    await page.locator('#faq summary').first().click()
    expect(await page.locator('#faq details[open]').count()).toBe(1)
    await expect.poll(visitor.refused).toBeGreaterThan(0)
    await visitor.back()
    await ready(page)
    await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click()
    await visitor.event({ buttonType: 'header_get_started' })
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test('the offer waits for its dialog’s file', async () => {
    const visitor = await openWithout(/^(promo|code)-dialog-/, { popup: true })
    const { page } = visitor
    await visitor.open('/original')
    await expect.poll(visitor.refused).toBeGreaterThan(0)
    expect(await page.evaluate(() => sessionStorage.getItem('hasSeenPromoPopup'))).toBeNull()
    await page.locator('#faq summary').first().click()
    await visitor.back()
    await page.getByRole('dialog', { name: '50% off your first week' }).waitFor()
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('hasSeenPromoPopup'))).toBe('true')
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test('the video’s poster shows that it is loading, and the player starts later', async () => {
    const visitor = await openWithout(/^film-/)
    const { page } = visitor
    await visitor.open('/original')
    await page.getByRole('button', { name: /See how it works/ }).click()
    await page.getByRole('button', { name: /Loading\.\.\./ }).waitFor()
    await expect.poll(visitor.refused).toBeGreaterThan(0)
    await visitor.back()
    await page.getByRole('region', { name: 'How Firsttouch works' }).waitFor()
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test('a form reports the failure, keeps its text, and is sent once its rules load', async () => {
    const visitor = await openWithout(/^schemas-/)
    const { page } = visitor
    await visitor.open('/original')
    const form = page.getByRole('form', { name: 'Contact' })
    await form.getByLabel('Name').fill('Jo Bloggs')
    await form.getByLabel('E-mail').fill('tunnel@example.com')
    await form.getByLabel('Message').fill('Roofs in Leeds, please.')
    await expectToast(
      page,
      'Error sending message',
      'Please try again or contact us directly via WhatsApp.',
      () => form.getByRole('button').click(),
    )
    expect(await form.getByLabel('Message').inputValue()).toBe('Roofs in Leeds, please.')
    expect(await form.getByRole('button').isEnabled()).toBe(true)
    await visitor.back()
    await form.getByRole('button').click()
    await toastText(page, 'Message sent successfully!').waitFor()
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test.each([
    ['/v2', 'Free trial by e-mail', 'Please try again or call us directly.'],
    ['/trial-signup', 'Free trial', 'Failed to start trial. Please try again.'],
    ['/onboarding', 'Onboarding', 'Failed to submit onboarding data'],
  ])('the form of %s reports the failure', async (path, name, description) => {
    const visitor = await openWithout(/^schemas-/)
    const { page } = visitor
    await visitor.open(path)
    const form = page.getByRole('form', { name, exact: true })
    const email = form.locator('[type=email]')
    await email.fill('tunnel@example.com')
    await expectToast(page, 'Error', description, () => form.locator('button[type=submit]').click())
    expect(await email.inputValue()).toBe('tunnel@example.com')
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test('the login works before the dashboard loads, which is prefetched', async () => {
    const visitor = await openWithout(/^dashboard-/)
    const { page } = visitor
    await visitor.open('/login')
    await expect.poll(visitor.refused).toBeGreaterThan(0)
    await page.getByLabel('Username').fill(STAFF.username)
    await page.getByLabel('Password', { exact: true }).fill(STAFF.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/admin')
    await visitor.back()
    await page.getByRole('heading', { name: 'UTM Campaign Dashboard' }).waitFor()
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test('the login appears once its file loads', async () => {
    const visitor = await openWithout(/^(staff|login)-/)
    await visitor.page.goto(`${site.url()}/login`)
    await expect.poll(visitor.refused).toBeGreaterThan(0)
    await visitor.back()
    await visitor.page.getByLabel('Username').waitFor()
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })
})
