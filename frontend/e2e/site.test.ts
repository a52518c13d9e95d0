/** Every public page in a real browser: what it says, how it is served, and that everybody can use it. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import { gzipped, scriptsOf } from './scripts.ts'
import { textOf } from './visitor.ts'

/** What this operator wants, and the privacy page has to say. */
const KEPT = { KEEP_VISIT_DETAILS_DAYS: '90', KEEP_LEADS_DAYS: '0', KEEP_SPAM_DAYS: '1' }

/** Path, heading, and words of the specification that the page has to show. */
const PAGES: [path: string, heading: RegExp, words: (string | RegExp)[]][] = [
  [
    '/original',
    /Number one on Google within 7 days/,
    [
      'Get Started',
      '4.5',
      '4.4',
      /100\+\s*businesses over 6 years/,
      'What is Firsttouch?',
      '$996 a year',
      'over £250',
      'WhatsApp group',
      'Regional Starter',
      'National Pro',
      'Most popular',
      'Enterprise',
      '£25',
      '£50',
      '£250',
      '1 regional keyword',
      '1 national keyword',
      '10 regional and 5 national keywords',
      'Dedicated account manager',
      'plus VAT',
      'Privacy Policy',
      'Terms of Service',
    ],
  ],
  [
    '/v2',
    /They search\. They find you first/,
    ['500+ businesses', '4.9', 'What they say', 'Regional Starter', '£25', '£50', '£250', '$996 a year'],
  ],
  [
    '/trial-signup',
    /free 7-day trial/,
    [
      '7-day first-place guarantee',
      'No payment required',
      'Setup in 2 hours',
      'Start Free Trial Now',
      'Landing page creation',
      '£996',
      '£250+',
      'A dedicated account manager',
      '7-day full-refund guarantee',
      'No lock-in',
    ],
  ],
  [
    '/trial-success',
    /free trial has started/,
    [
      '2 hours',
      '24 hours',
      '48 hours',
      '7 days',
      'Monday to Saturday 9AM-7PM GMT',
      'No hidden fees',
      'Return to Homepage',
    ],
  ],
  [
    '/onboarding',
    /^ALMOST DONE!$/,
    [
      'payment is confirmed',
      'receipt',
      'manage or cancel your subscription',
      'Your Information',
      'Google Ads Account',
      'Your Service Details',
      'Additional Notes',
      'Continue Setup',
    ],
  ],
  [
    '/onboarding-success',
    /Thank you/,
    [
      'specialists review',
      'strategy',
      '48 hours',
      '7 days',
      'Mon-Thu 9:30am-4:00pm UK',
      'onboarding call',
      'money-back guarantee',
      'support@firsttouch.example',
    ],
  ],
  [
    '/privacy',
    /^What we keep about you, and for how long$/,
    [
      'Kept 90 days',
      'Kept until you ask us to erase it',
      'the work of a program is kept 1 day.',
      'utm_session_id',
      'Global Privacy Control',
      'erased',
      'support@firsttouch.example',
    ],
  ],
  ['/no-such-page', /^404 Page Not Found$/, ['Return to Homepage']],
]
const PATHS = PAGES.map(([path]) => path)

describe.skipIf(!chromiumPath)('the public site', () => {
  const site = openSite({ SITE_URL: 'https://www.firsttouch.example', ...KEPT })

  test.each(PAGES)(
    '%s says what it has to say, without any complaint of the browser',
    async (path, heading, words) => {
      const visitor = await site.open()
      const answer = await visitor.open(path)
      expect(answer?.status()).toBe(path === '/no-such-page' ? 404 : 200)
      const { page } = visitor
      expect(await textOf(page.getByRole('heading', { level: 1 }))).toMatch(heading)
      const text = await textOf(page.locator('body'))
      for (const word of words)
        expect(text).toMatch(typeof word === 'string' ? new RegExp(literal(word)) : word)
      await page.waitForTimeout(300)
      expect(visitor.problems).toEqual([])
      await visitor.close()
    },
  )

  test.each(PATHS)('%s has nothing that axe finds, in either theme, and fits every width', async path => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const visitor = await site.open({ colorScheme, reducedMotion: 'reduce' })
      await visitor.open(path)
      expect(await complaintsOfAxe(visitor.page)).toEqual([])
      for (const width of [320, 360, 768, 1440]) {
        await visitor.page.setViewportSize({ width, height: 800 })
        // A frame may pass before the media queries follow the new width.
        const scrolled = () => visitor.page.evaluate(() => document.documentElement.scrollWidth)
        await expect.poll(scrolled).toBeLessThanOrEqual(width)
      }
      await visitor.close()
    }
  })

  test.each(['light', 'dark'] as const)(
    'the offer, the chat, wrong forms and the login have nothing that axe finds either, %s',
    async colorScheme => {
      const visitor = await site.open({ colorScheme, reducedMotion: 'reduce', popup: true })
      const { page } = visitor
      const isClean = async () => expect(await complaintsOfAxe(page)).toEqual([])
      await visitor.open('/original')
      await page.getByRole('dialog').waitFor()
      await isClean()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Chat with us on WhatsApp' }).click()
      await isClean()
      await page.keyboard.press('Escape')
      await page.getByRole('form', { name: 'Contact' }).getByRole('button').click()
      await page.getByText('Message is required').waitFor()
      await isClean()
      await visitor.open('/trial-signup')
      await page.getByRole('button', { name: 'Start Free Trial Now' }).click()
      await page.getByText('Full name is required').waitFor()
      await isClean()
      await page.goto(`${site.url()}/login`)
      await page.getByLabel('Username').waitFor()
      await isClean()
      await visitor.close()
    },
  )

  test('what is kept is said within a click of every page, and search engines may find it', async () => {
    const visitor = await site.open()
    for (const path of PATHS) {
      await visitor.open(path)
      const link = visitor.page.getByRole('contentinfo').getByRole('link', { name: 'What we keep about you' })
      expect(await link.getAttribute('href')).toBe('/privacy')
    }
    const sitemap = await fetch(`${site.url()}/sitemap.xml`)
    expect(await sitemap.text()).toContain('<loc>https://www.firsttouch.example/privacy</loc>')
    await visitor.close()
  })

  test.each(['/original', '/v2'])(
    '%s loads at most 100 kB of script, 5 of them the tracker and none the staff side',
    async path => {
      const visitor = await site.open({ popup: true })
      await visitor.open(path)
      await visitor.page.waitForTimeout(3_000)
      const scripts = scriptsOf(visitor.requests)
      expect(scripts.filter(name => /staff|dashboard|chart|login|schemas/.test(name))).toEqual([])
      expect(gzipped(scripts)).toBeLessThanOrEqual(100_000)
      const tracker = scripts.filter(name => /\/track-/.test(name))
      expect(tracker).toHaveLength(1)
      expect(gzipped(tracker)).toBeLessThanOrEqual(5_000)
      await visitor.close()
    },
  )

  const pagesThatRest = ['/', '/original', '/v2', '/trial-signup']
  test.each(pagesThatRest.flatMap(path => [[path, '/api/'] as const, [path, '.woff2'] as const]))(
    '%s does not move while it loads, however late %s comes',
    async (path, late) => {
      const visitor = await site.open({
        viewport: { width: 390, height: 844 },
        random: path === '/' ? 0.9 : 0,
        popup: true,
      })
      await visitor.page.route(
        url => url.pathname.includes(late),
        async route => {
          await new Promise(resolve => setTimeout(resolve, 800))
          await route.continue()
        },
      )
      await visitor.open(path)
      await visitor.page.waitForTimeout(2_800)
      expect(await layoutShift(visitor.page)).toBeLessThanOrEqual(0.02)
      await visitor.close()
    },
  )

  test('without scripts the pages still show their words', async () => {
    const visitor = await site.open({ javaScriptEnabled: false })
    await visitor.page.goto(`${site.url()}/`)
    expect(await textOf(visitor.page.getByRole('heading', { level: 1 }))).toMatch(/Number one/)
    await visitor.close()
  })
})

const complaintsOfAxe = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** How much moved by itself since the page was opened, as the browser scores it (web.dev/cls). */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        let sum = 0
        new PerformanceObserver(list => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[])
            if (!entry.hadRecentInput) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 200)
      }),
  )
