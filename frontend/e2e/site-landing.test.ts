/** The original landing page: anchors, FAQ, video and payment. `site-landing.long.test.ts` holds more. */
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import { inView, textOf } from './visitor.ts'

describe.skipIf(!chromiumPath)('the original landing page', () => {
  const site = openSite({ PAYMENT_LINK_NATIONAL: 'https://pay.example/national?locale=en' })
  const openLanding = (options: Parameters<typeof site.open>[0] = {}) =>
    site.openAt('/original', { reducedMotion: 'reduce', ...options })

  test('header, footer and final call-to-action scroll to their sections, and each click counts', async () => {
    const visitor = await openLanding()
    const { page } = visitor
    await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click()
    await inView(page, 'pricing')
    await visitor.event({ conversionType: 'button_click', buttonType: 'header_get_started' })
    await page.getByRole('contentinfo').getByRole('link', { name: 'Questions' }).click()
    await inView(page, 'faq')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Back to the top' }).click()
    await inView(page, 'hero')
    await page.getByRole('link', { name: 'Or talk to us first' }).click()
    await inView(page, 'contact')
    const event = await visitor.event({ conversionType: 'button_click', buttonType: 'final_call_contact' })
    expect(event).toMatchObject({ pagePath: '/original', firstTouchUtm: { utm_medium: 'organic' } })
    expect(await page.getByRole('link', { name: 'Staff login' }).getAttribute('href')).toBe('/login')
    expect(await page.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBeNull()
    await visitor.close()
  })

  test('one of eighteen questions is open at a time, a click closes it, and Escape or its button closes the chat', async () => {
    const { page, close } = await openLanding()
    const questions = page.locator('#faq summary')
    const open = page.locator('#faq details[open]')
    expect(await questions.count()).toBe(18)
    await questions.nth(0).click()
    await questions.nth(3).click()
    expect(await open.count()).toBe(1)
    expect(await textOf(open.locator('h3'))).toBe(await textOf(questions.nth(3).locator('h3')))
    await questions.nth(3).click()
    expect(await open.count()).toBe(0)
    const chat = page.getByRole('button', { name: 'Chat with us on WhatsApp' })
    expect(await page.getByTestId('chat-dot').isVisible()).toBe(true)
    await chat.click()
    await page.keyboard.press('Tab')
    expect(await page.getByTestId('chat-dot').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'General inquiry' }).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'General inquiry' }).waitFor({ state: 'detached' })
    expect(await chat.evaluate(button => button === document.activeElement)).toBe(true)
    await chat.click()
    await page.getByRole('button', { name: 'Close the chat' }).click()
    await page.getByRole('link', { name: 'General inquiry' }).waitFor({ state: 'detached' })
    await close()
  })

  test('the video’s placeholder becomes a player', async () => {
    const visitor = await openLanding()
    await visitor.page.getByRole('button', { name: /See how it works/ }).click()
    const player = visitor.page.getByRole('region', { name: 'How Firsttouch works' })
    await player.waitFor()
    await player.getByRole('button', { name: 'Next scene' }).click()
    expect(await textOf(player)).toMatch(/The first one gets the call/)
    await visitor.event({ buttonType: 'play_video' })
    await visitor.close()
  })

  test('a plan opens its payment page in a new tab with the session and the plan', async () => {
    const visitor = await openLanding()
    const { page, context } = visitor
    await context.route('https://pay.example/**', route => route.fulfill({ body: 'pay' }))
    const plan = page.getByRole('link', { name: /Get Started with National Pro/ })
    await page.waitForFunction(() => document.querySelector('a[href^="https://pay.example"]') !== null)
    const [tab] = await Promise.all([context.waitForEvent('page'), plan.click()])
    await tab.waitForURL('https://pay.example/**')
    const session = await visitor.stored('utm_session_id')
    expect(tab.url()).toBe(
      `https://pay.example/national?locale=en&utm_session_id=${session}&plan_type=national`,
    )
    expect(await visitor.stored('stripe_session_id')).toBe(session)
    expect(await visitor.stored('stripe_plan_type')).toBe('national')
    expect(await visitor.event({ conversionType: 'stripe_intent' })).toMatchObject({
      planType: 'national',
      planName: 'National Pro',
      price: 50,
    })
    expect(await page.getByRole('link', { name: /Get Started with Enterprise/ }).getAttribute('href')).toBe(
      '/trial-signup',
    )
    await visitor.close()
  })
})
