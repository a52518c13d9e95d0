/** The original landing page by keyboard and on a phone, with its chat and popup. */
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import { hold, inView, problem, textOf, toastSays } from './visitor.ts'

describe.skipIf(!chromiumPath)('the original landing page', () => {
  const site = openSite({ CHAT_NUMBER: '447700900456' })
  const openLanding = (options: Parameters<typeof site.open>[0] = {}) =>
    site.openAt('/original', { reducedMotion: 'reduce', ...options })

  test('the keyboard reaches and operates everything', async () => {
    const { page, close } = await openLanding()
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Get Started')
    await page.locator('#faq summary').first().focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('#faq details[open]').count()).toBe(1)
    const chat = page.getByRole('button', { name: 'Chat with us on WhatsApp' })
    await chat.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'General inquiry' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await chat.evaluate(button => button === document.activeElement)).toBe(true)
    await close()
  })

  test('the bottom bar leads to the prices on phones, and is hidden elsewhere', async () => {
    const phone = await openLanding({ viewport: { width: 360, height: 740 } })
    const bar = phone.page.getByRole('link', { name: 'Get Started Today - From £25/week' })
    expect(await bar.isVisible()).toBe(true)
    await bar.click()
    await inView(phone.page, 'pricing')
    await phone.close()
    const desk = await openLanding()
    expect(await desk.page.getByRole('link', { name: /Get Started Today/ }).isVisible()).toBe(false)
    await desk.close()
  })

  test('the chat offers four first messages and shows a dot while closed', async () => {
    const visitor = await openLanding()
    const { page } = visitor
    expect(await page.getByTestId('chat-dot').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Chat with us on WhatsApp' }).click()
    expect(await page.getByTestId('chat-dot').count()).toBe(0)
    const presets = page.getByRole('complementary', { name: 'Chat' }).getByRole('link')
    expect(await presets.allInnerTexts()).toEqual([
      'General inquiry',
      'Pricing and plans',
      'Why choose you?',
      'Book a consultation',
    ])
    const href = await presets.nth(1).getAttribute('href')
    expect(href).toMatch(/^https:\/\/wa\.me\/447700900456\?text=Hello%20Firsttouch/)
    await visitor.context.route('https://wa.me/**', route => route.fulfill({ body: 'chat' }))
    await presets.nth(1).click()
    await visitor.event({ conversionType: 'whatsapp_click', buttonType: 'chat_pricing' })
    await page.bringToFront()
    await page.keyboard.press('Escape')
    expect(await presets.count()).toBe(0)
    await visitor.close()
  })

  describe('the promotion', () => {
    const openPromo = async () => {
      const visitor = await site.open({ popup: true })
      const { page } = visitor
      await page.clock.install({ time: Date.now() - 60_000 })
      await page.clock.pauseAt(Date.now())
      /** Loads the page with a paused clock, and waits for the first effects. The configuration request is one of them. */
      const open = async () => {
        const begun = page.waitForRequest('**/api/config/site')
        await page.goto(`${site.url()}/original`)
        await page.clock.runFor(100)
        await begun
      }
      await open()
      const dialog = page.getByRole('dialog', { name: '50% off your first week' })
      return { ...visitor, open, dialog }
    }

    test('the popup appears after two seconds once per session, and closes after fifteen minutes', async () => {
      const { page, requests, dialog, open, close } = await openPromo()
      await page.clock.runFor(1_500)
      expect(await dialog.count()).toBe(0)
      // The dialog's script is preloaded, so the popup appears on time.
      await expect.poll(() => requests.some(one => /promo-dialog-.*\.js$/.test(one.url()))).toBe(true)
      await page.clock.runFor(1_000)
      await dialog.waitFor()
      expect(await textOf(dialog)).toMatch(/£12\.50.*£25/)
      expect(await textOf(dialog.getByRole('timer'))).toMatch(/^(15:00|14:5\d)$/)
      await page.clock.runFor(60_000)
      await expect.poll(() => textOf(dialog.getByRole('timer'))).toMatch(/^(14:00|13:5\d)$/)
      expect(await dialog.getByLabel('E-mail').evaluate(field => field === document.activeElement)).toBe(true)
      for (let n = 0; n < 6; n++) await page.keyboard.press('Tab')
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
        ),
      ).toBe(true)
      await page.clock.runFor(850_000)
      await dialog.waitFor({ state: 'detached' })
      await open()
      await page.clock.runFor(5_000)
      expect(await dialog.count()).toBe(0)
      await close()
    })

    test('the popup rejects an invalid address, reports a failure, and shows the code on success', async () => {
      const visitor = await openPromo()
      const { page, dialog } = visitor
      await page.clock.runFor(2_500)
      await toastSays(page, 'Invalid Email', 'Please enter a valid email address.', () =>
        dialog.getByRole('button', { name: 'Secure My Discount' }).click(),
      )
      await dialog.getByRole('button', { name: 'Close notification' }).click()
      await dialog.getByLabel('E-mail').fill('nobody')
      await toastSays(page, 'Invalid Email', 'Please enter a valid email address.', () =>
        dialog.getByRole('button', { name: 'Secure My Discount' }).click(),
      )

      await page.clock.resume()
      await page.route('**/api/contact', route => route.fulfill(problem(500, 'It broke.')))
      const letGo = await hold(page, '**/api/contact')
      await dialog.getByLabel('E-mail').fill('promo@example.com')
      await dialog.getByRole('button', { name: 'Secure My Discount' }).click()
      await dialog.getByRole('button', { name: 'Securing...' }).waitFor()
      await toastSays(page, 'Error', 'Failed to secure discount. Please try again.', () => letGo())
      expect(await dialog.getByLabel('E-mail').inputValue()).toBe('promo@example.com')

      await page.unrouteAll()
      // A hovered toast stays open, and its five seconds start again afterwards.
      await dialog.getByText('Failed to secure discount').hover()
      const request = page.waitForRequest('**/api/contact')
      await dialog.getByRole('button', { name: 'Secure My Discount' }).click()
      const code = page.getByRole('dialog', { name: 'Your discount is secured' })
      await code.waitFor()
      // Check now, because the toast would close after five seconds.
      expect(await page.getByText('Failed to secure discount').count()).toBe(0)
      expect((await request).postDataJSON()).toMatchObject({
        source: 'promotional_popup',
        email: 'promo@example.com',
      })
      expect(await site.get('/api/admin/leads')).toMatchObject([{ nameTyped: false, ownWords: '' }])
      expect(await textOf(code)).toMatch(/FLEXIFIFTY/)
      await visitor.event({ conversionType: 'form_submission', formType: 'promotional_popup' })
      await code.getByRole('button', { name: 'Got It' }).click()
      expect(await page.getByRole('dialog').count()).toBe(0)
      await visitor.close()
    })
  })
})
