/** The trial and onboarding forms. `site-signup-odd.long.test.ts` holds the rest of the error catalogue. */
import type { OnboardingSubmission } from '@firsttouch/api/contract/onboarding'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { fillOnboarding, fillTrial } from './filled-forms.ts'
import { openSite } from './open-site.ts'
import { hold, textOf, toastSays } from './visitor.ts'

describe.skipIf(!chromiumPath)('signing up', () => {
  const { get, leads, openAt } = openSite()

  describe('the trial form', () => {
    test('the trial form validates, shows its progress, stores every field and opens the confirmation', async () => {
      const visitor = await openAt('/trial-signup')
      await visitor.page.getByRole('button', { name: 'Start Free Trial Now' }).click()
      const name = visitor.page.getByLabel('Full Name')
      await visitor.page.getByText('Full name is required').waitFor()
      expect(await name.evaluate(field => field === document.activeElement)).toBe(true)
      const button = await fillTrial(visitor, 'trial@example.com')
      const letGo = await hold(visitor.page, '**/api/trial-signup')
      const request = visitor.page.waitForRequest('**/api/trial-signup')
      await button.click()
      await expect.poll(() => textOf(button)).toBe('Starting Your Trial...')
      await toastSays(
        visitor.page,
        'Trial Started!',
        "We'll contact you within 2 hours to set up your campaign.",
        () => letGo(),
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
  })

  describe('the onboarding form', () => {
    test('the onboarding form requires its fields, completes the website’s address and opens the thank-you page', async () => {
      const visitor = await openAt('/onboarding')
      const { page } = visitor
      await page.getByLabel('I need a Google Ads account').uncheck()
      expect(await page.getByLabel('I already have a Google Ads account').isChecked()).toBe(true)
      const request = page.waitForRequest('**/api/onboarding')
      const button = await fillOnboarding(page, { emailAddress: '', targetArea: '' })
      await toastSays(page, 'Missing Information', 'Please fill in: Email Address, Target Area', () =>
        button.click(),
      )
      await fillOnboarding(page, { emailAddress: 'nobody' })
      await toastSays(page, 'Invalid Email', 'Please enter a valid email address.', () => button.click())
      await fillOnboarding(page)
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
  })
})
