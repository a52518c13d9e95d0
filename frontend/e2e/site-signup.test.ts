/** The trial and onboarding forms, through every row of the specification's error catalogue that a visitor can meet. */
import type { OnboardingSubmission } from '@firsttouch/api/contract/onboarding'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import { hold, problem, textOf, toastSays, type Visitor } from './visitor.ts'

describe.skipIf(!chromiumPath)('signing up', () => {
  const { get, leads, openAt } = openSite()

  describe('the trial form', () => {
    const ERRORS = [
      ['name', 'Full name is required'],
      ['email', 'Valid email address required'],
      ['phone', 'Phone number required'],
      ['businessName', 'Business name is required'],
      ['website', 'Valid website URL required'],
      ['currentAdsAccount', 'Please select if you have a Google Ads account'],
      ['primaryKeyword', 'Primary keyword is required'],
      ['targetArea', 'Target area is required'],
    ] as const
    const fill = async ({ page }: Visitor, emailAddress: string) => {
      const values: Record<string, string> = {
        name: 'Jo Bloggs',
        email: emailAddress,
        phone: '07700 900123',
        businessName: 'Bloggs Roofing',
        website: 'https://bloggs.example',
        primaryKeyword: 'roof repair',
        targetArea: 'Leeds',
      }
      for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value)
      await page.locator('[name=currentAdsAccount]').selectOption({ label: 'No, I need a new account' })
      return page.getByRole('button', { name: /Trial/ })
    }

    test('every rule has its message, and the focus goes to the first', async () => {
      const { page, close } = await openAt('/trial-signup')
      await page.locator('[name=phone]').fill('12345')
      await page.locator('[name=website]').fill('not a url')
      await page.getByRole('button', { name: 'Start Free Trial Now' }).click()
      await page.getByText('Full name is required').waitFor()
      for (const [name, message] of ERRORS) {
        const field = page.locator(`[name=${name}]`)
        const described = await field.getAttribute('aria-describedby')
        expect(await textOf(page.locator(`#${described?.split(' ').at(-1)?.replaceAll(':', '\\:')}`))).toBe(
          message,
        )
      }
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
      await close()
    })

    test('a signup says what it does, is stored whole, and leads to the confirmation', async () => {
      const visitor = await openAt('/trial-signup')
      const button = await fill(visitor, 'trial@example.com')
      const letGo = await hold(visitor.page, '**/api/trial-signup')
      const request = visitor.page.waitForRequest('**/api/trial-signup')
      await button.click()
      await expect.poll(() => textOf(button)).toBe('Starting Your Trial...')
      letGo()
      await toastSays(
        visitor.page,
        'Trial Started!',
        "We'll contact you within 2 hours to set up your campaign.",
      )
      await visitor.page.waitForURL('**/trial-success')
      expect((await request).postDataJSON()).toMatchObject({
        currentAdsAccount: 'no',
        source: 'trial_signup_page',
        trialType: 'free_trial',
        website: 'https://bloggs.example',
      })
      expect(await leads('trial@example.com')).toHaveLength(1)
      const event = await visitor.event({ conversionType: 'form_submission', formType: 'trial_signup' })
      expect(event.id).toBe((await (await request).allHeaders())['x-event-id'])
      await visitor.close()
    })

    test('a failure is said and the button works again', async () => {
      const visitor = await openAt('/trial-signup')
      const logged: string[] = []
      visitor.page.on('console', line => logged.push(line.text()))
      await visitor.page.route('**/api/trial-signup', route => route.fulfill(problem(500, 'It broke.')))
      const button = await fill(visitor, 'broken@example.com')
      await button.click()
      await toastSays(visitor.page, 'Error', 'Failed to start trial. Please try again.')
      expect(logged).toContainEqual(expect.stringContaining('500: {"type"'))
      await expect.poll(() => button.isEnabled()).toBe(true)
      expect(await visitor.page.locator('[name=targetArea]').inputValue()).toBe('Leeds')
      await visitor.close()
    })
  })

  describe('the onboarding form', () => {
    const VALUES: Record<string, string> = {
      fullName: 'Sam Hill',
      businessName: 'Hill Plumbing',
      emailAddress: 'sam@hill.example',
      mobileNumber: '07700 900999',
      websiteAddress: ' www.hill.example ',
      primaryKeyword: 'emergency plumber',
      targetArea: 'Hull',
      notes: 'Not on Sundays',
    }
    const fill = async (page: Page, change: Record<string, string> = {}) => {
      for (const [name, value] of Object.entries({ ...VALUES, ...change }))
        await page.locator(`[name=${name}]`).fill(value)
      return page.getByRole('button', { name: /Continue Setup|Submitting/ })
    }
    const HAS = 'I already have a Google Ads account'
    const NEEDS = 'I need a Google Ads account created for me'

    test('what is missing is named in one toast', async () => {
      const { page, close } = await openAt('/onboarding')
      await page.getByRole('button', { name: 'Continue Setup' }).click()
      await toastSays(
        page,
        'Missing Information',
        'Please fill in: Full Name, Business Name, Mobile Number, Email Address, Primary Keyword, Target Area',
      )
      await (await fill(page, { businessName: '  ', targetArea: '' })).click()
      await page.getByText('Please fill in: Business Name, Target Area', { exact: true }).waitFor()
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('businessName')
      await fill(page, { emailAddress: 'sam' })
      await page.getByRole('button', { name: 'Continue Setup' }).click()
      await toastSays(page, 'Invalid Email', 'Please enter a valid email address.')
      await close()
    })

    test('the two account boxes are always opposites, and the guide shows for those who have one', async () => {
      const { page, close } = await openAt('/onboarding')
      const boxes = async () => [
        await page.getByLabel(HAS).isChecked(),
        await page.getByLabel(NEEDS).isChecked(),
      ]
      expect(await boxes()).toEqual([false, true])
      await page.getByLabel(HAS).click()
      expect(await boxes()).toEqual([true, false])
      expect(await page.getByText('123-456-7890').first().isVisible()).toBe(true)
      await page.getByText('How to do it, in 5 steps').click()
      expect(await page.locator('details[open] ol li').count()).toBe(5)
      expect(await page.getByRole('link', { name: /Open Google Ads/ }).getAttribute('target')).toBe('_blank')
      await page.getByLabel(NEEDS).click()
      expect(await boxes()).toEqual([true, false].reverse())
      await close()
    })

    test('a submission is stored with its website made whole, and leads to the thank-you', async () => {
      const visitor = await openAt('/onboarding')
      const { page } = visitor
      await page.getByLabel(HAS).click()
      const request = page.waitForRequest('**/api/onboarding')
      const button = await fill(page)
      const letGo = await hold(page, '**/api/onboarding')
      await button.click()
      await expect.poll(() => textOf(button)).toBe('Submitting...')
      letGo()
      await page.waitForURL('**/onboarding-success')
      expect((await request).postDataJSON()).toMatchObject({
        websiteAddress: 'https://www.hill.example',
        hasGoogleAds: true,
        notes: 'Not on Sundays',
      })
      const stored = await get<OnboardingSubmission[]>('/api/admin/onboarding')
      expect(stored).toMatchObject([{ emailAddress: 'sam@hill.example', hasGoogleAds: true }])
      await visitor.event({ conversionType: 'form_submission', formType: 'onboarding' })
      await visitor.close()
    })

    test('a failure shows the server’s sentence, or ours where it has none', async () => {
      const { page, close } = await openAt('/onboarding')
      const button = await fill(page)
      await page.route('**/api/onboarding', route => route.fulfill(problem(422, 'This area is taken.')))
      await button.click()
      await toastSays(page, 'Error', 'This area is taken.')
      await page.unrouteAll()
      await page.route('**/api/onboarding', route => route.abort())
      await button.click()
      await page.getByText('Failed to submit onboarding data', { exact: true }).waitFor()
      await toastSays(page, 'Error', 'Failed to submit onboarding data')
      expect(await page.locator('[name=targetArea]').inputValue()).toBe('Hull')
      await close()
    })
  })
})
