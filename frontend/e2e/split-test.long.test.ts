/** A split test through its seven states in a real browser, from events that came in by the real ingest. */
import type { AbTestStats } from '@firsttouch/api/contract/experiments/results'
import { STAFF, startTestSystem, type TestSystem } from '@firsttouch/infra/rigs/testing/system'
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeOn } from './axe.ts'
import { chromiumPath, sharedBrowser } from './browser.ts'
import {
  addPastRun,
  type Counts,
  countsOf,
  crowd,
  eventsOf,
  type SentEvent,
  shuffled,
  type Visitor,
  visitor,
} from './split-test-traffic.ts'

const DAY = 86_400_000
const NOW = Date.now()
const ago = (days: number, minutes = 0) => new Date(NOW - days * DAY + minutes * 60_000)

describe.skipIf(!chromiumPath)('the card of a split test', { shuffle: false }, () => {
  let system: TestSystem
  let browser: Browser
  let page: Page
  const seen: Visitor[] = []
  const runs: Date[] = []
  const problems: string[] = []

  beforeAll(async () => {
    system = await startTestSystem({ site: true })
    browser = await sharedBrowser()
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    page = await context.newPage()
    page.setDefaultTimeout(30_000)
    page.on('pageerror', error => problems.push(error.message))
    page.on('console', line => line.text().includes('Content Security Policy') && problems.push(line.text()))
    await page.goto(`${system.url}/login`)
    await page.getByLabel('Username').fill(STAFF.username)
    await page.getByLabel('Password').fill(STAFF.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('region', { name: 'Contact Form Leads' }).waitFor()
  })
  afterAll(async () => {
    await system?.close()
  })

  const card = () => page.getByRole('region', { name: 'A/B Testing Results' })
  const button = (name: string) => card().getByRole('button', { name })
  const axe = async (part = '#split-test') =>
    (await axeOn(page).include(part).analyze()).violations.map(found => found.id)
  const read = (): Promise<AbTestStats> => system.get('/api/admin/ab-testing-stats')

  const send = async (events: readonly SentEvent[]) => {
    const batches = Array.from({ length: Math.ceil(events.length / 100) }, (_, i) =>
      system.post('/api/analytics/batch', { events: events.slice(i * 100, i * 100 + 100) }),
    )
    for (const answer of await Promise.all(batches)) expect(answer.status).toBe(202)
  }
  /** Waits until everything that was ever sent is counted, and nothing else. */
  const counted = async () => {
    const expected: Counts = countsOf(seen, runs)
    const wanted = JSON.stringify(expected.testStats)
    let last = await read()
    await until(async () => {
      // Asking all the time would keep the projector from its work.
      await page.waitForTimeout(200)
      last = await read()
      return JSON.stringify(last.testStats) === wanted
    }, 20_000).catch(() => undefined)
    const { testStats, conversionBreakdown } = last
    expect(testStats).toEqual(expected.testStats)
    expect(conversionBreakdown).toHaveLength(expected.conversionBreakdown.length)
    expect(conversionBreakdown).toEqual(expect.arrayContaining(expected.conversionBreakdown))
  }
  const add = async (...visitors: Visitor[]) => {
    seen.push(...visitors)
    await send(visitors.flatMap(eventsOf))
    await counted()
  }
  const addRun = (startedAt: Date, plan: { visitors: number; effect: number }) => {
    runs.push(startedAt)
    return addPastRun(system.stores, startedAt, plan)
  }
  const shows = async (state: string, todo: string, sentence: RegExp) => {
    await page.reload()
    const verdict = card().locator(`[data-verdict="${state}"]`)
    await verdict.waitFor()
    expect(await verdict.textContent()).toMatch(sentence)
    await card().getByText(`What to do: ${todo}`).waitFor()
    if (state !== 'treatment' && state !== 'control')
      expect(await card().textContent()).not.toMatch(/winner|\bwon\b/i)
  }

  test('is not there before anybody came', async () => {
    expect(await card().count()).toBe(0)
    await page.goto(`${system.url}/admin/split-test`)
    await page.getByRole('link', { name: 'Landing page', exact: true }).waitFor()
  })

  test('collecting: says to wait, and for how much', async () => {
    await addRun(ago(29.5), { visitors: 5_000, effect: 0.01 })
    await add(...crowd('control', 60, 6, ago(29)), ...crowd('v2', 60, 8, ago(29)))
    await shows(
      'collecting',
      'Wait',
      /^Too early to tell\. 60 visitors saw Original Landing Page and 60 saw Optimized Landing Page V2\. Change nothing/,
    )
    expect(await card().getByText('The difference over time').count()).toBe(0)
  })

  test('undecided: counts each visitor once, whatever the network did', async () => {
    const from = ago(3)
    const odd: Visitor[] = [
      // Converted a week later, before it was exposed, and twice.
      visitor('control', ago(27), { converted: [['button_click', 7 * 24 * 60]] }),
      visitor('control', ago(27), { converted: [['button_click', -5]] }),
      visitor('v2', ago(27), {
        converted: [
          ['button_click', 1],
          ['form_submission', 9],
        ],
      }),
      visitor('v2', ago(27), { converted: [['button_click', 1]], bot: true }),
      { ...visitor('v2', ago(27)), converted: [{ type: 'form_submission', at: ago(27, 3), quiet: true }] },
      ...[1, 2, 3].map(() => {
        const both = visitor('control', ago(26), { converted: [['button_click', 30]] })
        return { ...both, saw: [...both.saw, { variant: 'v2' as const, at: ago(26, 10) }] }
      }),
    ]
    const visitors = [...odd, ...crowd('control', 440, 44, from), ...crowd('v2', 440, 54, from)]
    seen.push(...visitors)
    const events = visitors.flatMap(eventsOf)
    await send(shuffled([...events, ...events.filter((_, i) => i % 2 === 0), ...events.slice(0, 300)]))
    await counted()
    await send(events.toReversed().slice(0, 500))
    await counted()
    const [verdict] = (await read()).verdicts
    expect(verdict).toMatchObject({ state: 'undecided', sawBoth: 3 })
    expect(verdict?.arms.map(({ visitors, converters }) => [visitors, converters])).toEqual([
      [502, 51],
      [502, 64],
    ])
    await shows('undecided', 'Wait', /^No difference is proven yet\. .+ Change nothing and let the test run/)
    const counts = await card().getByRole('region', { name: 'Counts, by variant' }).innerText()
    expect(counts).toMatch(/Conversion rate\s+10\.16%\s+12\.75%\s+Visitors\s+502\s+502\s+Converted\s+51\s+64/)
    await card().getByText('3 visitors saw several variants and are left out.').waitFor()
    await card().getByText('Watching is safe.').waitFor()
    await card().getByText('Conversion breakdown').click()
    await card().getByRole('rowheader', { name: 'Form submission' }).waitFor()
  })

  test('its history is read in a sentence and as a table', async () => {
    await card()
      .getByText(/^Of every 100 visitors, how many more or fewer convert with Optimized Landing Page V2/)
      .waitFor()
    await card().getByText('The same as a table').click()
    const rows = card()
      .getByRole('region', { name: /^Difference of .+ as a table$/ })
      .getByRole('row')
    await rows.nth(1).getByText('51 of 502').waitFor()
    expect(await rows.count()).toBeGreaterThan(20)
    expect(await axe()).toEqual([])
  })

  test('split broken: shows no result and says what to check', async () => {
    await add(...crowd('control', 300, 30, ago(25)))
    await shows(
      'split_broken',
      'Stop and have it checked',
      /^Do not use these results\. Visitors are not being shared out as planned\. 802 saw .+ 502 saw/,
    )
    await card().getByRole('heading', { name: 'What to check' }).waitFor()
    for (const hidden of ['The difference over time', 'more or fewer convert', 'Watching is safe.'])
      expect(await card().getByText(hidden).count()).toBe(0)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axe()).toEqual([])
  })

  test('treatment: is marked in the rail until staff act on it, says who won, and offers to show it', async () => {
    const rail = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'A/B tests' })
    await page.goto(`${system.url}/admin/leads`)
    await page.getByText('Live', { exact: true }).waitFor()
    await add(...crowd('control', 400, 40, ago(23)), ...crowd('v2', 400, 100, ago(23)))
    await addRun(ago(23.5), { visitors: 5_000, effect: 0.01 })
    await add(visitor('control', ago(22)))
    await rail.getByText('1 verdict').waitFor()
    expect(await page.getByRole('status').allInnerTexts()).toContain('1 verdict of A/B tests')
    await rail.click()
    await shows(
      'treatment',
      'Show everyone Optimized Landing Page V2',
      /^Optimized Landing Page V2 is the winner\. It converts 18.3% of its visitors against 10% for Original Landing Page\..+ Show Optimized Landing Page V2 to everyone and end the test/,
    )
    await rail.getByText('1 verdict').waitFor()
    const counts = await card().getByRole('region', { name: 'Counts, by variant' }).innerText()
    expect(counts).toMatch(/Visitors\s+841.+Converted\s+84.+Conversion rate in all runs\s+9\.98%/s)
    await button('Show Optimized Landing Page V2 to everyone and end the test').click()
    const dialog = page.getByRole('dialog', { name: 'End the test?' })
    await dialog.getByLabel('Original Landing Page').check()
    await dialog
      .getByText(/^The verdict did not advise this\. It was: Optimized Landing Page V2 is the winner/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.emulateMedia({ colorScheme: 'light' })
  })

  test('control: says to keep what there is', async () => {
    await add(...crowd('control', 400, 160, ago(20)), ...crowd('v2', 400, 40, ago(20)))
    await addRun(ago(20.5), { visitors: 5_000, effect: 0.01 })
    await shows(
      'control',
      'Keep Original Landing Page',
      /^Original Landing Page is the winner\. .+ Keep Original/,
    )
  })

  test('no difference: says that either will do', async () => {
    await add(...crowd('control', 500, 50, ago(17)), ...crowd('v2', 500, 51, ago(17)))
    await addRun(ago(17.5), { visitors: 800, effect: 0.1 })
    await shows(
      'no_difference',
      'Keep whichever you prefer',
      /^There is no difference worth having\. .+ end the test/,
    )
    await card()
      .getByText(/The verdict of .+ stands/)
      .waitFor()
  })

  test('a start says what it takes and what ends, and waits until it is confirmed', async () => {
    await button('Start a new run…').click()
    const dialog = page.getByRole('dialog', { name: 'Start a new run?' })
    const rate = dialog.getByLabel('How many of every 100 visitors convert today?')
    await rate.fill('lots')
    await dialog.getByRole('button', { name: 'Start a new run' }).click()
    await dialog.getByText('Type how many of every 100 visitors convert, such as 5').waitFor()
    await rate.fill('5')
    await dialog.getByLabel('How many more would be worth finding?').fill('1')
    await dialog.getByText('31,232 visitors').waitFor()
    await dialog.getByLabel('What is the goal?').selectOption('form_submission')
    await dialog.getByText(/^The present run ends with \d,\d+ visitors/).waitFor()
    expect(await rate.inputValue()).toBe('5')
    expect(await axe()).toEqual([])
    expect(await system.get<unknown[]>('/api/admin/experiments/landingPage/runs')).toHaveLength(5)
    await dialog.getByLabel('Why?').fill('Once more, for forms')
    await dialog.getByText('31,232 visitors').waitFor()
    await dialog.getByRole('button', { name: 'Start a new run' }).click()
    await page.getByLabel('Notifications').getByText('New run started').first().waitFor()
  })

  test('no data: a new run begins at nought, and the next visitor moves it without a reload', async () => {
    const verdict = card().locator('[data-verdict="collecting"]')
    await verdict.getByText('No test data yet.').waitFor()
    await card().getByText('What to do: Nothing to do yet').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''))
      .toMatch(/^Landing page\s*Running/)
    await card().getByText('Runs of this test').click()
    const runs = card().getByRole('region', { name: 'Runs' }).getByRole('row')
    await expect.poll(() => runs.count()).toBe(7)
    expect((await runs.allInnerTexts()).slice(1)).toEqual([
      expect.stringMatching(/31,232 visitors.+No result yet/s),
      expect.stringMatching(/800 visitors.+No difference worth having: Original Landing Page converts 10%/s),
      expect.stringMatching(/Original Landing Page is better: Original Landing Page converts 24\.3%/),
      expect.stringMatching(/Optimized Landing Page V2 is better: Original Landing Page converts 10%/),
      expect.stringMatching(/Ended without a result/),
      expect.stringMatching(/^First visitor/),
    ])
    await card().getByText('Goal: Form submission.').waitFor()
    await add(visitor('control', new Date()))
    await verdict.getByText('Too early to tell.').waitFor()
    expect(await verdict.textContent()).toContain('1 visitor saw Original Landing Page and 0 saw')
  })

  test('the overview shows its verdict, variants and breakdown, and leads to the rest', async () => {
    await page.goto(`${system.url}/admin`)
    await card().locator('[data-verdict="collecting"]').waitFor()
    for (const text of ['Original Landing Page', 'NEW', 'Conversion breakdown', 'automatically assigned'])
      await card()
        .getByText(text, { exact: text === 'NEW' })
        .first()
        .waitFor()
    expect(await card().getByText('Runs of this test').count()).toBe(0)
    await card().getByRole('link', { name: 'What to do with it, the difference and its history' }).click()
    await card().getByText('Runs of this test').waitFor()
  })

  test('it all fits on a telephone', async () => {
    await page.setViewportSize({ width: 360, height: 780 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(problems).toEqual([])
  })
})
