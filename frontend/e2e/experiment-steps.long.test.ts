/** The steps of an A/B test in a real browser: start, pause, refused steps and history. */
import type { ExperimentDetails } from '@firsttouch/api/contract/experiments/details'
import type { ExperimentList } from '@firsttouch/api/contract/experiments/life'
import { beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openStaff } from './open-staff.ts'
import { logIn } from './staff-browser.ts'

const guardArm = (variant: string, converters: number, fell = false) => ({
  ...{ variant, visitors: 1000, converters },
  ...{ difference: null, interval: null, fell },
})
/** Results that would need the events of a whole run. */
const GUARD_FELL: ExperimentDetails = {
  testName: 'landingPage',
  warning:
    'With Optimized Landing Page V2, fewer visitors send a form than with Original Landing Page. Consider this before you choose a winner.',
  guards: [
    { what: 'form_submission', arms: [guardArm('control', 100), guardArm('v2', 40, true)] },
    { what: 'onboarding', arms: [guardArm('control', 10), guardArm('v2', 11)] },
  ],
}

describe.skipIf(!chromiumPath)('the steps of an A/B test', { shuffle: false }, () => {
  const { system, dashboard } = openStaff()

  beforeAll(async () => {
    await logIn(dashboard, system.url)
    await dashboard.goTo('A/B tests')
  })

  const list = () => dashboard.section('A/B tests').getByRole('listitem')
  const card = () => dashboard.section('A/B Testing Results')
  const dialog = (name: string) => dashboard.page.getByRole('dialog', { name })
  const stateOf = async (name: string) =>
    (await system.get<ExperimentList>('/api/admin/experiments')).experiments.find(one => one.name === name)
  const byAColleague = (step: string) =>
    dashboard.page.evaluate(
      path =>
        fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ reason: 'Elsewhere' }),
        }).then(({ status }) => status),
      `/api/admin/experiments/landingPage/${step}`,
    )

  test('every declared test is listed with its state and its shares before the first visitor', async () => {
    const { axe } = dashboard
    await list().first().waitFor()
    const [landing, heading] = await list().allInnerTexts()
    expect(landing).toMatch(
      /Landing page\s+Running\s+New visitors to the front page are split: .+ 50% and .+ 50%/,
    )
    expect(heading).toMatch(
      /Planned\s+Not started: everyone sees Original Heading, and no visitor is counted\./,
    )
    await card().getByText('No test data yet.').waitFor()
    await card().getByText('Who changed what').click()
    await card().getByText('No changes yet.').waitFor()
    expect(await axe()).toEqual([])
  })

  test('a failed guard shows a warning below the verdict, and a section lists all guards', async () => {
    const { axe, page } = dashboard
    await page.route('**/experiments/landingPage/details*', route => route.fulfill({ json: GUARD_FELL }))
    await page.reload()
    await card().getByRole('status').getByText(GUARD_FELL.warning).waitFor()
    const closed = card().getByText('What else visitors did', { exact: true })
    const guards = card().getByRole('region', { name: 'What else visitors did, by variant' })
    expect(await guards.isVisible()).toBe(false)
    await closed.focus()
    await page.keyboard.press('Enter')
    await guards.waitFor()
    expect(await guards.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/^Action\s+Original Landing Page\s+Optimized Landing Page V2$/),
      expect.stringMatching(/10\.00%\s+100 of 1,000\s+4\.00%\s+40 of 1,000\s+Lower than with the original$/),
      expect.stringMatching(/^Onboarding form\s+.+[^l]$/s),
    ])
    expect(await axe()).toEqual([])
    await closed.click()
    await guards.waitFor({ state: 'hidden' })
    await page.unroute('**/experiments/landingPage/details*')
    await page.reload()
  })

  test('a pause requires a reason, lists its effects, and appears in the history', async () => {
    const { axe, page } = dashboard
    await card().getByRole('button', { name: 'Pause the test…' }).click()
    const asked = dialog('Pause the test?')
    await asked
      .getByText(/^Everyone who opens the front page sees Original Landing Page within ten/)
      .waitFor()
    await asked.getByText('Visitors in the middle of a form').waitFor()
    expect(await axe()).toEqual([])
    await asked.getByRole('button', { name: 'Pause the test' }).click()
    await asked.getByText('Say why in a few words').waitFor()
    await asked.getByLabel('Why?').fill('The form of V2 is broken')
    await asked.getByRole('button', { name: 'Pause the test' }).click()
    await asked.waitFor({ state: 'detached' })
    await card().locator('[data-state=paused]').getByText('Paused: everyone sees').waitFor()
    // The pressed button has gone, so focus moves to the experiment with its new state.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''))
      .toMatch(/^Landing page\s*Paused/)
    await card().getByText('Who changed what').click()
    await card().getByText('“The form of V2 is broken”').waitFor()
    expect(await stateOf('landingPage')).toMatchObject({ state: 'paused', version: 1 })
    expect(await axe()).toEqual([])
  })

  test('a dialog reports that a colleague has already taken the step, and keeps the typed text', async () => {
    const { page } = dashboard
    await card().getByRole('button', { name: 'Resume the test…' }).click()
    const asked = dialog('Resume the test?')
    await asked.getByLabel('Why?').fill('It is mended')
    // Without this, the live stream would report the colleague's step before the button is pressed.
    await page.route('**/api/admin/experiments', route => route.abort())
    expect(await byAColleague('resume')).toBe(200)
    const confirm = asked.getByRole('button', { name: 'Resume the test' })
    await confirm.click()
    await asked.getByText(/“Landing page” has changed: .+ resumed it on .+ Look at it again\./).waitFor()
    expect(await asked.getByLabel('Why?').inputValue()).toBe('It is mended')
    await page.unroute('**/api/admin/experiments')
    await asked.getByText('This step is no longer possible.').waitFor()
    expect(await confirm.isDisabled()).toBe(true)
    expect(await asked.getByLabel('Why?').inputValue()).toBe('It is mended')
    await page.keyboard.press('Escape')
    await asked.waitFor({ state: 'detached' })
  })

  test('without a network the dialog stays open, and sends the typed text once when the network is back', async () => {
    const { context } = dashboard
    await card().getByRole('button', { name: 'Pause the test…' }).click()
    const asked = dialog('Pause the test?')
    await asked.getByLabel('Why?').fill('Once more')
    await context.setOffline(true)
    await asked.getByRole('button', { name: 'Pause the test' }).click()
    await asked.getByText('The server did not answer').waitFor()
    await context.setOffline(false)
    await asked.getByRole('button', { name: 'Pause the test' }).click()
    await asked.waitFor({ state: 'detached' })
    expect(await stateOf('landingPage')).toMatchObject({ state: 'paused', version: 3 })
  })

  test('after a lost response the dialog shows the test’s state and cannot send the step again', async () => {
    const { page } = dashboard
    await card().getByRole('button', { name: 'Resume the test…' }).click()
    const asked = dialog('Resume the test?')
    await asked.getByLabel('Why?').fill('Lost on its way')
    await page.route('**/landingPage/resume', async route => {
      await route.fetch()
      await route.abort()
    })
    const confirm = asked.getByRole('button', { name: 'Resume the test' })
    await confirm.click()
    await asked.getByText('The server did not answer').waitFor()
    await page.unroute('**/landingPage/resume')
    await asked.getByText('This step is no longer possible.').waitFor()
    expect(await confirm.isDisabled()).toBe(true)
    expect(await stateOf('landingPage')).toMatchObject({ state: 'running', version: 4 })
    await page.keyboard.press('Escape')
    await card().getByRole('button', { name: 'Pause the test…' }).waitFor()
  })

  test('ending against the advice lists what is unknown, and the history records it', async () => {
    const { axe } = dashboard
    await card().getByRole('button', { name: 'End the test…' }).click()
    const asked = dialog('End the test?')
    await asked.getByLabel('Optimized Landing Page V2').check()
    await asked.getByRole('heading', { name: 'Warning' }).waitFor()
    expect(await axe()).toEqual([])
    await asked.getByLabel('Why?').fill('We like it')
    await asked
      .getByRole('button', { name: 'Show Optimized Landing Page V2 to everyone and end the test' })
      .click()
    await asked.waitFor({ state: 'detached' })
    await card()
      .getByText(/^Ended: everyone sees Optimized Landing Page V2/)
      .first()
      .waitFor()
    await card().getByText('Warning at that time:').waitFor()
    expect(await stateOf('landingPage')).toMatchObject({ state: 'ended', winner: 'v2' })
  })

  test('an ended test shows everyone the original, is archived, restored, and repeated as a new run', async () => {
    const press = async (button: string, title: string, confirm: string) => {
      await card().getByRole('button', { name: button }).click()
      await dialog(title).getByLabel('Why?').fill(`Why not: ${confirm}`)
      await dialog(title).getByRole('button', { name: confirm }).click()
      await dialog(title).waitFor({ state: 'detached' })
      await card().getByText(`“Why not: ${confirm}”`).waitFor()
    }
    const show = 'Show Original Landing Page to everyone'
    await press(`${show}…`, `${show}?`, show)
    await press('Archive the test…', 'Archive the test?', 'Archive the test')
    await expect.poll(async () => (await list().allInnerTexts())[1]).toMatch(/Landing page.+Archived/s)
    await press('Restore the test…', 'Restore the test?', 'Restore the test')
    await press('Repeat the test…', 'Repeat the test?', 'Repeat the test')
    expect(await stateOf('landingPage')).toMatchObject({ state: 'running', winner: null })
  })

  test('a test of three variants starts with shares that add up, a goal and a size', async () => {
    const { axe, page } = dashboard
    const heading = list().getByRole('link', { name: 'Heading of the trial sign-up' })
    await heading.click()
    await list().locator('[aria-current=true]', { hasText: 'Heading' }).waitFor()
    await page.goBack()
    await list().locator('[aria-current=true]', { hasText: 'Landing page' }).waitFor()
    await heading.click()
    expect(page.url()).toContain('test=trialHeading')
    await card().getByRole('button', { name: 'Start the test…' }).click()
    const asked = dialog('Start the test?')
    const [first, second] = [
      asked.getByLabel('Original Heading'),
      asked.getByLabel('A Week at Number One, Free'),
    ]
    expect(await first.inputValue()).toBe('33.34')
    await asked.getByText('They add up to 100.').waitFor()
    await second.fill('20')
    await asked.getByText('They add up to 86.67, which is 13.33 below 100.').waitFor()
    await first.fill('46,67')
    await asked.getByText('They add up to 100.').waitFor()
    // The keyboard goes to the first field that is wrong.
    const rate = asked.getByLabel('How many of every 100 visitors convert today?')
    await asked.getByRole('button', { name: 'Start the test' }).click()
    await expect.poll(() => rate.evaluate(field => field === document.activeElement)).toBe(true)
    await asked
      .getByLabel('What is the goal?')
      .selectOption({ label: 'A lead that staff marked as qualified' })
    await rate.fill('5')
    await asked.getByLabel('How many more would be worth finding?').fill('1')
    await asked.getByText(/^[\d,]+ visitors/).waitFor()
    expect(await axe()).toEqual([])
    await asked.getByLabel('Why?').fill('Which heading brings leads?')
    await asked.getByRole('button', { name: 'Start the test' }).click()
    await asked.waitFor({ state: 'detached' })
    await card().getByText('Who changed what').click()
    await card()
      .getByText(
        'Started a run: Original Heading 46.67%, A Week at Number One, Free 20% and A Question 33.33%.',
      )
      .waitFor()
    expect(await stateOf('trialHeading')).toMatchObject({
      state: 'running',
      run: { goal: 'qualified_lead', minimumEffect: 0.01, baselineRate: 0.05 },
    })
    expect(dashboard.problems).toEqual([])
  })

  test.each([360, 768])('the A/B test page and its dialogs fit %s pixels', async width => {
    const { page } = dashboard
    await page.setViewportSize({ width, height: 780 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await card().getByRole('button', { name: 'Start a new run…' }).click()
    await dialog('Start a new run?').getByLabel('Why?').waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.keyboard.press('Escape')
  })
})
