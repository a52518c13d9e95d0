/** Without scripts the prerendered page is readable, and the browser submits its forms. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'

type Form = { path: string; button: string; fields: Record<string, string>; arrives: string; says: RegExp }
const contact: Form = {
  path: '/original',
  button: 'Send Message',
  fields: { name: 'Jo Bloggs', message: 'Roofs in Leeds, please.' },
  arrives: '/api/plain/sent',
  says: /Message sent successfully!.*24 hours/s,
}
const v2: Form = { ...contact, path: '/v2', button: 'Start Free Trial', fields: {} }
const trial: Form = {
  path: '/trial-signup',
  button: 'Start Free Trial Now',
  fields: {
    name: 'Jo Bloggs',
    phone: '07700 900123',
    businessName: 'Roofs Ltd',
    primaryKeyword: 'roof repair',
    targetArea: 'Leeds',
  },
  arrives: '/trial-success',
  says: /launch call/i,
}

describe.skipIf(!chromiumPath)('a browser without scripts', () => {
  const { open, leads, get } = openSite()
  const openPlain = async (path: string) => {
    const visitor = await open({ javaScriptEnabled: false })
    await visitor.page.goto(visitor.url + path)
    return visitor
  }
  const fill = async (page: Page, { fields }: Form, email: string) => {
    for (const [name, text] of Object.entries(fields))
      await page.fill(`[name=${name}]:not([type=hidden])`, text)
    await page.fill('[name=email]', email)
  }

  test.each([contact, v2, trial])('the browser submits the form of $path', async form => {
    const { page, url, close } = await openPlain(form.path)
    const email = `plain${form.path.replace('/', '.')}@example.com`
    await fill(page, form, email)
    if (form === trial) await page.selectOption('[name=currentAdsAccount]', 'no')
    await page.getByRole('button', { name: form.button }).click()
    await page.waitForURL(url + form.arrives)
    expect(await page.locator('body').innerText()).toMatch(form.says)
    expect(await leads(email)).toHaveLength(1)
    await close()
  })

  test('the browser submits the customer’s details with the ticked box', async () => {
    const { page, url, close } = await openPlain('/onboarding')
    const fields = {
      'Full Name': 'Sam Hill',
      'Business Name': 'Hill Plumbing',
      'Email Address': 'sam@hill.example',
      'Mobile Number': '07700 900999',
      'Primary Keyword': 'plumber',
      'Target Area': 'Hull',
    }
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
    await page.getByLabel('I already have a Google Ads account').check()
    await page.getByRole('button', { name: 'Continue Setup' }).click()
    await page.waitForURL(`${url}/onboarding-success`)
    expect(await get('/api/admin/onboarding')).toMatchObject([{ fullName: 'Sam Hill', hasGoogleAds: true }])
    await close()
  })

  test('the browser validates required fields', async () => {
    const { page, url, close } = await openPlain('/original')
    await page.getByRole('button', { name: 'Send Message' }).click()
    expect(await page.locator(':invalid').count()).toBeGreaterThan(0)
    expect(page.url()).toBe(`${url}/original`)
    await close()
  })

  test('a refused form shows a sentence and keeps its text', async () => {
    const { page, close } = await openPlain('/trial-signup')
    await fill(page, { ...trial, fields: { ...trial.fields, phone: '123' } }, 'short@example.com')
    await page.selectOption('[name=currentAdsAccount]', 'yes')
    await page.getByRole('button', { name: trial.button }).click()
    await page.getByRole('heading', { name: 'Not sent yet' }).waitFor()
    expect(await page.locator('body').innerText()).toMatch(/Phone number required/)
    await page.goBack()
    expect(await page.inputValue('[name=businessName]')).toBe('Roofs Ltd')
    await page.fill('[name=phone]', '07700 900123')
    await page.getByRole('button', { name: trial.button }).click()
    await page.waitForURL('**/trial-success')
    expect(await leads('short@example.com')).toHaveLength(1)
    await close()
  })

  test('a form is submitted although its script never loads', async () => {
    const { page, url, context, close } = await open()
    await context.route('**/assets/*.js', route => route.abort('internetdisconnected'))
    await page.goto(`${url}/v2`)
    await fill(page, v2, 'tunnel@example.com')
    await page.getByRole('button', { name: v2.button }).click()
    await page.waitForURL(url + v2.arrives)
    expect(await leads('tunnel@example.com')).toHaveLength(1)
    await close()
  })

  test('a form is submitted although the page’s script throws', async () => {
    const visitor = await open()
    const { page, url } = visitor
    await visitor.context.route(/\/assets\/v2-[^/]*\.js$/, route =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export const page = { Component: () => { throw new Error('a mistake') } }`,
      }),
    )
    await page.goto(`${url}/v2`)
    await expect.poll(() => visitor.problems.join()).toMatch(/a mistake/)
    await fill(page, v2, 'mistake@example.com')
    await page.getByRole('button', { name: v2.button }).click()
    await page.waitForURL(url + v2.arrives)
    expect(await leads('mistake@example.com')).toHaveLength(1)
    await visitor.close()
  })
})
