/** Staff steer the A/B tests, and new visitors see the result within ten seconds. */
import type { Step } from '@firsttouch/api/contract/experiments/life'
import { startTestSystem, type TestSystem } from '@firsttouch/infra/rigs/testing/system'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from './accessible.ts'
import { chromiumPath, sharedBrowser } from './browser.ts'
import { openVisitor, ready, textOf, type Visitor } from './visitor.ts'

const WITHIN_MS = 10_000
const HEADINGS = {
  control: 'Your free 7-day trial of being number one',
  freeWeek: 'Seven days at number one on Google. They cost you nothing.',
  askedWeek: 'What would a week at number one on Google bring you?',
}
/** Random numbers for a draw among three equal shares: each selects another variant. */
const DRAWS = { control: 0.1, freeWeek: 0.5, askedWeek: 0.9 }

describe.skipIf(!chromiumPath)('visitors follow', { shuffle: false }, () => {
  let system: TestSystem
  let browser: Browser
  let first: Visitor
  beforeAll(async () => {
    system = await startTestSystem({ site: true })
    browser = await sharedBrowser()
    first = await openVisitor(browser, { url: system.url, random: 0.9 })
  })
  afterAll(async () => {
    await first?.close()
    await system?.close()
  })

  const take = async (test: string, step: Step, body: object = {}) => {
    const cookie = await system.login()
    const path = `/api/admin/experiments/${test}/${step}`
    const answer = await system.post(path, { reason: 'To see who follows', ...body }, { cookie })
    expect(answer.status, await answer.text()).toBe(200)
    return Date.now()
  }
  const open = (options: Partial<Parameters<typeof openVisitor>[1]> = {}) =>
    openVisitor(browser, { url: system.url, ...options })
  const landing = ({ page }: Visitor) => page.evaluate(() => document.documentElement.dataset.landingPage)
  const isV2 = ({ page }: Visitor) => page.getByRole('heading', { level: 1, name: /They search/ }).isVisible()
  const heading = ({ page }: Visitor) => textOf(page.getByRole('heading', { level: 1 }))
  const tests = (visitor: Visitor, testName: string) =>
    visitor
      .events()
      .filter(event => event.type === 'ab_test' && event.testName === testName)
      .map(({ event, variant }) => `${event} ${variant}`)
  const storedChoices = (visitor: Visitor) =>
    visitor.page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('ab_test_')))
  const click = async (visitor: Visitor) => {
    await visitor.page
      .getByRole('link', { name: /Get Started|trial/i })
      .first()
      .click()
    await visitor.event({ type: 'conversion' })
  }
  /** Waits until a newly served page shows the step, and checks the delay. */
  const expectServed = async (since: number, path: string, isThere: (html: string) => boolean) => {
    const look = async () => isThere(await (await fetch(system.url + path)).text())
    await expect.poll(look, { timeout: WITHIN_MS, interval: 50 }).toBe(true)
    const ms = Date.now() - since
    console.info(`first page with the new state: ${ms} ms after the response to staff`)
    expect(ms).toBeLessThan(WITHIN_MS)
  }

  test('a visitor counts in the first run, before any step of staff', async () => {
    await first.open('/')
    expect(await isV2(first)).toBe(true)
    await first.event({ type: 'ab_test', event: 'variant_assigned', variant: 'v2' })
    expect(await storedChoices(first)).toEqual(['ab_test_landingPage'])
  })

  test('new shares start a new run, and returning visitors draw again and keep the variant', async () => {
    const since = await take('landingPage', 'start', { shares: { control: 95, v2: 5 } })
    await expectServed(since, '/', html => html.includes('["control",95]'))
    await first.open('/')
    expect([await isV2(first), await landing(first)]).toEqual([false, 'control'])
    await first.event({ type: 'ab_test', event: 'variant_assigned', variant: 'control' })
    await first.open('/')
    expect(await isV2(first)).toBe(false)
    expect(tests(first, 'landingPage')).toEqual(['variant_assigned v2', 'variant_assigned control'])
    expect((await storedChoices(first)).toSorted()).toEqual([
      'ab_test_landingPage',
      'ab_test_landingPage_run',
    ])
  })

  test('a paused test shows everyone the control and counts no visitor', async () => {
    const since = await take('landingPage', 'pause')
    await expectServed(since, '/', html => html.includes('"landingPage":{"shown":"control"}'))
    const visitor = await open({ random: 0.99 })
    await visitor.open('/')
    await click(visitor)
    expect([await isV2(visitor), tests(visitor, 'landingPage'), await storedChoices(visitor)]).toEqual([
      false,
      [],
      [],
    ])
    expect(visitor.problems).toEqual([])
    await visitor.close()
    const resumed = await take('landingPage', 'resume')
    await expectServed(resumed, '/', html => html.includes('["control",95]'))
  })

  test('an ended test shows every new visitor the winner, even without consent, and counts no exposure', async () => {
    const open_ = await open({ random: 0 })
    await open_.open('/')
    await open_.event({ type: 'ab_test', event: 'variant_assigned', variant: 'control' })
    const since = await take('landingPage', 'end', { winner: 'v2' })
    await expectServed(since, '/', html => html.includes('"landingPage":{"shown":"v2"}'))
    for (const random of [0, 0.99]) {
      const visitor = await open({ random })
      await visitor.open('/')
      expect(await isV2(visitor)).toBe(true)
      await click(visitor)
      expect([tests(visitor, 'landingPage'), await storedChoices(visitor)]).toEqual([[], []])
      expect(visitor.problems).toEqual([])
      await visitor.close()
    }
    const private_ = await open({ random: 0 })
    await private_.page.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    )
    await private_.open('/')
    expect([await isV2(private_), private_.events()]).toEqual([true, []])
    await private_.close()
    // An open page keeps its variant. The next page shows the winner and counts no exposure.
    expect(await isV2(open_)).toBe(false)
    await open_.open('/')
    expect(await isV2(open_)).toBe(true)
    await click(open_)
    expect(tests(open_, 'landingPage')).toEqual(['variant_assigned control'])
    await open_.close()
  })

  test('going back to an open page keeps its variant and counts no new exposure', async () => {
    const visitor = await open({ random: 0 })
    await visitor.open('/trial-signup')
    await visitor.open('/')
    await visitor.page.goBack()
    await ready(visitor.page)
    expect(await heading(visitor)).toBe(HEADINGS.control)
    expect(visitor.events().filter(({ type }) => type === 'ab_test')).toEqual([])
    await visitor.close()
  })

  test('a planned test is shown to no visitor', async () => {
    const visitor = await open({ random: 0.99 })
    await visitor.open('/trial-signup')
    expect(await heading(visitor)).toBe(HEADINGS.control)
    await visitor.event({ type: 'visit', pagePath: '/trial-signup' })
    expect([tests(visitor, 'trialHeading'), await storedChoices(visitor)]).toEqual([[], []])
    await visitor.close()
    const since = await take('trialHeading', 'start')
    await expectServed(since, '/trial-signup', html => html.includes('"trialHeading":{"run"'))
  })

  test.each(Object.entries(HEADINGS))(
    'the variant %s is in the page before the first paint and works',
    async (variant, words) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const random = DRAWS[variant as keyof typeof DRAWS]
        const visitor = await open({ random, colorScheme, reducedMotion: 'reduce' })
        const { page } = visitor
        await page.addInitScript(() => {
          new PerformanceObserver(list => {
            for (const { name } of list.getEntries())
              if (name === 'first-contentful-paint')
                document.documentElement.dataset.painted = document.querySelector('h1')?.innerText ?? ''
          }).observe({ type: 'paint', buffered: true })
        })
        await visitor.open('/trial-signup')
        expect(await heading(visitor)).toBe(words)
        await page.waitForFunction(() => 'painted' in document.documentElement.dataset)
        expect(await page.evaluate(() => document.documentElement.dataset.painted)).toBe(words)
        // Other variants are removed, so screen readers do not read them either.
        const source = await page.content()
        for (const other of Object.values(HEADINGS)) expect(source.includes(other)).toBe(other === words)
        await visitor.event({ type: 'ab_test', testName: 'trialHeading', event: 'variant_assigned', variant })
        expect(await axeViolations(page)).toEqual([])
        await page.reload()
        await ready(page)
        expect([await heading(visitor), tests(visitor, 'trialHeading')]).toEqual([
          words,
          [`variant_assigned ${variant}`],
        ])
        expect(visitor.problems).toEqual([])
        await visitor.close()
      }
    },
  )

  test('without scripts the second test’s page shows the specified heading', async () => {
    const visitor = await open({ javaScriptEnabled: false })
    await visitor.page.goto(`${system.url}/trial-signup`)
    expect(await heading(visitor)).toBe(HEADINGS.control)
    expect(await visitor.page.getByText(HEADINGS.askedWeek).count()).toBe(0)
    await visitor.close()
  })
})
