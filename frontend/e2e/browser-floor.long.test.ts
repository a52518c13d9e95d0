/** Every page in a Chromium that has nothing younger than the browser floor. */
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import { logIn, openDashboard } from './staff-browser.ts'
import { toastText } from './visitor.ts'
import { takeYoungApis } from './young-apis.ts'

describe.skipIf(!chromiumPath)('in a browser of the floor', () => {
  const { open, leads, browser, url } = openSite()
  const openOld = async (options: { popup?: boolean } = {}) => {
    const visitor = await open(options)
    await visitor.page.addInitScript(takeYoungApis())
    return visitor
  }

  test('what is young is gone, what the floor has is there', async () => {
    const { page, open, close } = await openOld()
    await open('/privacy')
    expect(Number(await page.locator('html').getAttribute('data-taken'))).toBeGreaterThan(300)
    for (const young of ['URL.parse', 'URL.canParse', 'Promise.withResolvers', '"".toWellFormed'])
      expect(await page.evaluate(`Boolean(${young})`), young).toBe(false)
    for (const old of ['[].toSorted', 'AbortSignal.timeout', 'navigator.locks', 'structuredClone'])
      expect(await page.evaluate(`Boolean(${old})`), old).toBe(true)
    await close()
  })

  test.each([
    '/original',
    '/v2',
    '/trial-signup',
    '/trial-success',
    '/onboarding',
    '/onboarding-success',
    '/privacy',
    '/nowhere',
  ])('%s works', async path => {
    const visitor = await openOld()
    await visitor.open(path, { referer: 'https://www.google.com/' })
    await visitor.event({ type: 'visit' })
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test('the contact form says what is wrong, and sends', async () => {
    const visitor = await openOld()
    await visitor.open('/original')
    const form = visitor.page.getByRole('form', { name: 'Contact' })
    await form.getByRole('button').click()
    await form.getByText('Name is required').waitFor()
    await form.getByLabel('Name').fill('Ünï 🦊')
    await form.getByLabel('E-mail').fill('floor@example.com')
    await form.getByLabel('Message').fill('Roofs in Leeds, please.')
    await form.getByRole('button').click()
    await toastText(visitor.page, 'Message sent successfully!').waitFor()
    expect(await leads('floor@example.com')).toMatchObject([{ name: 'Ünï 🦊' }])
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test('the promotion opens', async () => {
    const visitor = await openOld({ popup: true })
    await visitor.open('/original')
    await visitor.page.getByRole('dialog', { name: '50% off your first week' }).waitFor()
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test('the dashboard is whole', async () => {
    const visitor = await openOld()
    await visitor.open('/')
    await visitor.event({ type: 'ab_test' })
    await visitor.close()
    const dashboard = await openDashboard(browser())
    await dashboard.page.addInitScript(takeYoungApis())
    await logIn(dashboard, url())
    await dashboard.page.getByText('Total Visits').first().waitFor()
    for (const section of ['A/B Testing Results', 'Customer Onboarding Inbox', 'Contact Form Leads'])
      await dashboard.page.getByText(section).first().waitFor()
    expect(await dashboard.page.getByText('could not be shown').count()).toBe(0)
    await dashboard.page.getByRole('link', { name: 'Traffic' }).click()
    await dashboard.page.locator('.recharts-surface').first().waitFor()
    expect(await dashboard.page.getByText('could not be shown').count()).toBe(0)
    expect(dashboard.problems).toEqual([])
    await dashboard.context.close()
  })
})
