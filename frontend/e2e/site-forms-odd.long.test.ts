/** More cases of `site-forms.test.ts`: wrong input, double clicks, bots and lost responses. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { fillContact } from './filled-forms.ts'
import { openSite } from './open-site.ts'
import { problem, toastSays, toastText } from './visitor.ts'

describe.skipIf(!chromiumPath)('the public forms', () => {
  const { leads, open, openAt } = openSite()
  const email = (page: Page) => page.getByLabel('Your e-mail address')
  const send = (page: Page) => page.getByRole('form').getByRole('button').click()

  test('each invalid field shows its error, and the first one gets the focus', async () => {
    const { page, close } = await openAt('/original')
    const form = page.getByRole('form', { name: 'Contact' })
    await form.getByLabel('Name').fill('Jo')
    await form.getByLabel('E-mail').fill('not an address')
    await form.getByRole('button').click()
    await form.getByText('Valid email address required').waitFor()
    expect(await form.getByText('Message is required').count()).toBe(1)
    expect(await form.getByLabel('E-mail').evaluate(field => field === document.activeElement)).toBe(true)
    expect(await form.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true')
    expect(await form.getByLabel('E-mail').getAttribute('type')).toBe('email')
    expect(await form.getByLabel('Message').getAttribute('placeholder')).toMatch(/minimum 5 characters/)
    await form.getByLabel('Message').fill('hey')
    await form.getByRole('button').click()
    await form.getByText('Please write at least 5 characters').waitFor()
    await form.getByLabel('E-mail').fill('jo@example.com')
    expect(await form.getByText('Valid email address required').count()).toBe(0)
    await close()
  })

  test.each([
    ['starts to hydrate', true],
    ['has hydrated', false],
  ])('a form submitted at the moment that React %s shows its errors', async (_, isBegun) => {
    const { page, open: load, close } = await open()
    await page.addInitScript(pressAtOnce, isBegun)
    await load('/original')
    await page.getByText('Name is required').waitFor()
    await close()
  })

  test('a failed form shows the server’s message and keeps its text', async () => {
    const { page, close } = await openAt('/original')
    await page.route('**/api/contact', route =>
      route.fulfill(problem(503, 'We are moving house. Try again at noon.')),
    )
    const form = await fillContact(page, 'fails@example.com')
    const alert = page.locator('[data-toaster] [role=alert]').filter({ hasText: 'Error sending message' })
    await toastSays(page, 'Error sending message', 'We are moving house. Try again at noon.', () =>
      Promise.all([form.getByRole('button').click(), alert.waitFor()]),
    )
    expect(await form.getByLabel('Message').inputValue()).toBe('Roofs in Leeds, please.')
    await expect.poll(() => form.getByRole('button').isEnabled()).toBe(true)
    await close()
  })

  test('without a response the form points to WhatsApp, and a retry creates one lead', async () => {
    const { page, close } = await openAt('/original')
    let lost = 0
    await page.route('**/api/contact', async route => {
      if (lost++ === 0) {
        await route.fetch()
        return route.abort('connectionreset')
      }
      return route.continue()
    })
    const form = await fillContact(page, 'lost@example.com')
    await toastSays(
      page,
      'Error sending message',
      'Please try again or contact us directly via WhatsApp.',
      () => form.getByRole('button').click(),
    )
    await toastSays(page, 'Message sent successfully!', "We'll get back to you within 24 hours.", () =>
      form.getByRole('button').click(),
    )
    expect(await leads('lost@example.com')).toHaveLength(1)
    await close()
  })

  test('a double click sends once', async () => {
    const visitor = await openAt('/original')
    const form = await fillContact(visitor.page, 'twice@example.com')
    await form.getByRole('button').dblclick()
    await toastText(visitor.page, 'Message sent successfully!').waitFor()
    expect(visitor.requests.filter(request => request.url().endsWith('/api/contact'))).toHaveLength(1)
    expect(await leads('twice@example.com')).toHaveLength(1)
    await visitor.close()
  })

  test('a bot that fills in every field is thanked and kept out of the inbox', async () => {
    const { page, close } = await openAt('/original')
    const form = await fillContact(page, 'robot@example.com')
    await form.locator('[name=leaveBlank]').evaluate((field: HTMLInputElement) => {
      field.value = 'buy now'
    })
    await form.getByRole('button').click()
    await toastText(page, 'Message sent successfully!').waitFor()
    expect(await leads('robot@example.com')).toEqual([])
    await close()
  })

  test('the e-mail form of V2 reports a failure and a missing address', async () => {
    const { page, close } = await openAt('/v2')
    await send(page)
    await page.getByText('Valid email address required').waitFor()
    await page.route('**/api/contact', route => route.abort())
    await email(page).fill('v2@example.com')
    await toastSays(page, 'Error', 'Please try again or call us directly.', () => send(page))
    expect(await email(page).inputValue()).toBe('v2@example.com')
    await close()
  })
})

/** Runs in the page. Submits the contact form as soon as hydration has begun (`isBegun`) or ended. */
const pressAtOnce = (isBegun: boolean) => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const root: Record<string, { stateNode: { current: { memoizedState: object } } }> = Object(
      document.getElementById('root'),
    )
    const key = Object.keys(root).find(name => name.startsWith('__reactContainer')) ?? ''
    const { isDehydrated = true } = Object(root[key]?.stateNode.current.memoizedState)
    if (!root[key] || (isDehydrated && !isBegun)) port2.postMessage(0)
    else document.querySelector<HTMLElement>('form[aria-label=Contact] [type=submit]')?.click()
  }
  port2.postMessage(0)
}
