/** The contact form and the e-mail form of V2. `site-forms-odd.long.test.ts` holds the rest of the error catalogue. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { fillContact } from './filled-forms.ts'
import { openSite } from './open-site.ts'
import { hold, toastSays, toastText } from './visitor.ts'

describe.skipIf(!chromiumPath)('the public forms', () => {
  const { get, leads, openAt } = openSite()

  describe('the contact form', () => {
    test('a message is stored, confirmed and cleared, and server and browser count it once', async () => {
      const visitor = await openAt('/original?utm_source=google&utm_campaign=spring')
      const { page } = visitor
      const form = await fillContact(page, 'contact@example.com')
      const letGo = await hold(page, '**/api/contact')
      const request = page.waitForRequest(one => one.url().endsWith('/api/contact'))
      await form.getByRole('button').click()
      await form.getByRole('button', { name: 'Sending...', exact: true }).waitFor()
      expect(await form.getByRole('button').isDisabled()).toBe(true)
      await toastSays(page, 'Message sent successfully!', "We'll get back to you within 24 hours.", () =>
        letGo(),
      )
      await page.getByRole('button', { name: 'Close notification' }).click()
      await toastText(page, 'Message sent successfully!').waitFor({ state: 'detached' })
      expect(await form.getByLabel('Message').inputValue()).toBe('')
      await form.getByRole('button', { name: 'Send Message', exact: true }).waitFor()

      const sent = await request
      const headers = await sent.allHeaders()
      const session = await visitor.stored('utm_session_id')
      expect(headers['x-session-id']).toBe(session)
      expect(sent.postDataJSON()).toMatchObject({
        name: 'Jo Bloggs',
        email: 'contact@example.com',
        phone: '07700 900123',
        business: 'Bloggs Roofing',
        message: 'Roofs in Leeds, please.',
        source: 'contact_form',
        pagePath: '/original',
        firstTouchUtm: { utm_source: 'google', utm_campaign: 'spring' },
      })
      const event = await visitor.event({ type: 'conversion', conversionType: 'form_submission' })
      expect(event).toMatchObject({ id: headers['x-event-id'], formType: 'contact_form', sessionId: session })
      expect(await leads('contact@example.com')).toMatchObject([
        { sessionId: session, source: 'contact_form', firstTouchUtm: { utm_campaign: 'spring' } },
      ])
      const ofSpring = '/api/admin/analytics?campaign=spring'
      const counted = async () => (await get<{ totalConversions: number }>(ofSpring)).totalConversions
      await expect.poll(counted).toBe(1)
      await visitor.close()
    })
  })

  describe('the e-mail form of V2', () => {
    const email = (page: Page) => page.getByLabel('Your e-mail address')
    const send = (page: Page) => page.getByRole('form').getByRole('button').click()

    test('the e-mail form of V2 requires an address, and sends name, e-mail and message only', async () => {
      const visitor = await openAt('/v2')
      const { page } = visitor
      await send(page)
      const refused = page.getByRole('alert').filter({ hasText: 'Valid email address required' })
      await refused.waitFor()
      await email(page).fill('v2@example.com')
      expect(await refused.count()).toBe(0)
      const request = page.waitForRequest('**/api/contact')
      await toastSays(
        page,
        'Trial Request Sent!',
        "We'll contact you within 24 hours to set up your trial.",
        () => send(page),
      )
      const { name, message, phone } = (await request).postDataJSON()
      expect([name, message, phone ?? '']).toEqual([expect.any(String), expect.stringMatching(/trial/), ''])
      expect(await leads('v2@example.com')).toMatchObject([{ nameTyped: false, ownWords: '' }])
      expect(await email(page).inputValue()).toBe('')
      await visitor.event({ conversionType: 'form_submission' })
      await visitor.close()
    })
  })
})
