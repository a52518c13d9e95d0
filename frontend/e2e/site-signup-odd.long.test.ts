/** More cases of `site-signup.test.ts`: missing fields, exclusive options and failures. */
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { fillOnboarding, fillTrial } from './filled-forms.ts'
import { openSite } from './open-site.ts'
import { problem, textOf, toastSays } from './visitor.ts'

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

const HAS = 'I already have a Google Ads account'
const NEEDS = 'I need a Google Ads account created for me'

describe.skipIf(!chromiumPath)('signing up', () => {
  const { openAt } = openSite()

  describe('the trial form', () => {
    test('each rule of the trial form has its message, and the first invalid field gets the focus', async () => {
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

    test('the trial form reports a failure and enables its button again', async () => {
      const visitor = await openAt('/trial-signup')
      const logged: string[] = []
      visitor.page.on('console', line => logged.push(line.text()))
      await visitor.page.route('**/api/trial-signup', route => route.fulfill(problem(500, 'It broke.')))
      const button = await fillTrial(visitor, 'broken@example.com')
      await toastSays(visitor.page, 'Error', 'Failed to start trial. Please try again.', () => button.click())
      expect(logged).toContainEqual(expect.stringContaining('500: {"type"'))
      await expect.poll(() => button.isEnabled()).toBe(true)
      expect(await visitor.page.locator('[name=targetArea]').inputValue()).toBe('Leeds')
      await visitor.close()
    })
  })

  describe('the onboarding form', () => {
    test('one toast names all missing fields of the onboarding form', async () => {
      const { page, close } = await openAt('/onboarding')
      await toastSays(
        page,
        'Missing Information',
        'Please fill in: Full Name, Business Name, Mobile Number, Email Address, Primary Keyword, Target Area',
        () => page.getByRole('button', { name: 'Continue Setup' }).click(),
      )
      await (await fillOnboarding(page, { businessName: '  ', targetArea: '' })).click()
      await page.getByText('Please fill in: Business Name, Target Area', { exact: true }).waitFor()
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('businessName')
      await fillOnboarding(page, { emailAddress: 'sam' })
      await toastSays(page, 'Invalid Email', 'Please enter a valid email address.', () =>
        page.getByRole('button', { name: 'Continue Setup' }).click(),
      )
      await close()
    })

    test('the two account checkboxes are always opposites, and the guide shows for existing accounts', async () => {
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

    test('the onboarding form shows the server’s message, or our own without one', async () => {
      const { page, close } = await openAt('/onboarding')
      const button = await fillOnboarding(page)
      await page.route('**/api/onboarding', route => route.fulfill(problem(422, 'This area is taken.')))
      await toastSays(page, 'Error', 'This area is taken.', () => button.click())
      await page.unrouteAll()
      await page.route('**/api/onboarding', route => route.abort())
      await toastSays(page, 'Error', 'Failed to submit onboarding data', async () => {
        await button.click()
        await page.getByText('Failed to submit onboarding data', { exact: true }).waitFor()
      })
      expect(await page.locator('[name=targetArea]').inputValue()).toBe('Hull')
      await close()
    })
  })
})
