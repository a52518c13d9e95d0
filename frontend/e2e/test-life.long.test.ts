/** The life of a split test, from its plan to the page that everyone sees, beside a second one of three versions. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ExperimentList } from '@firsttouch/api/contract/experiments/life'
import { putClockBack } from '@firsttouch/infra/rigs/testing/shifted-clock'
import type { TestSystem } from '@firsttouch/infra/rigs/testing/system'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, sharedBrowser } from './browser.ts'
import { openStaff } from './open-staff.ts'
import { logIn } from './staff-browser.ts'
import { openVisitor, textOf } from './visitor.ts'

const DAY_MS = 86_400_000
const PLANNED_DAYS_AGO = 20
const ROOT = join(import.meta.dirname, '..', '..')
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

type Crowd = { testName: string; variant: string; visitors: number; converters: number }

/** Spread evenly over the run, and so are those who convert, a minute after they came. */
const eventsOf = ({ testName, variant, visitors, converters }: Crowd) =>
  Array.from({ length: visitors }, (_, i) => {
    const isConverter = (i * converters) % visitors < converters
    const at = Date.now() - 19 * DAY_MS + Math.floor((i / visitors) * 18 * DAY_MS)
    const event = (ms: number, what: object) => ({
      id: v7({ msecs: at + ms }),
      occurredAt: new Date(at + ms).toISOString(),
      sessionId: `utm_${at}_${testName}${variant}${i}`,
      userAgent: AGENT,
      ...what,
    })
    const seen = event(0, { type: 'ab_test', testName, variant, event: 'variant_assigned' })
    const converted = event(60_000, { type: 'conversion', conversionType: 'form_submission' })
    return isConverter ? [seen, converted] : [seen]
  }).flat()

const CROWDS: Crowd[] = [
  { testName: 'landingPage', variant: 'control', visitors: 1_500, converters: 150 },
  { testName: 'landingPage', variant: 'v2', visitors: 1_500, converters: 300 },
  { testName: 'trialHeading', variant: 'control', visitors: 300, converters: 60 },
  { testName: 'trialHeading', variant: 'freeWeek', visitors: 300, converters: 66 },
  { testName: 'trialHeading', variant: 'askedWeek', visitors: 300, converters: 63 },
]

describe.skipIf(!chromiumPath)('a test is planned, watched and ended', { shuffle: false }, () => {
  beforeAll(() => putClockBack(PLANNED_DAYS_AGO * DAY_MS))
  const { system, dashboard } = openStaff()
  beforeAll(async () => {
    await logIn(dashboard, system.url)
    await dashboard.goTo('A/B tests')
  })

  const card = () => dashboard.section('A/B Testing Results')
  const dialog = (name: string) => dashboard.page.getByRole('dialog', { name })
  const choose = (title: string) =>
    dashboard.section('A/B tests').getByRole('listitem').getByRole('link', { name: title }).click()
  const standing = async () => (await system.get<ExperimentList>('/api/admin/experiments')).experiments
  const stands = async (name: string) => (await standing()).find(one => one.name === name)
  const start = async (button: string, title: string, confirm: string, fields: Record<string, string>) => {
    await card().getByRole('button', { name: button }).click()
    for (const [label, value] of Object.entries(fields)) await dialog(title).getByLabel(label).fill(value)
    await dialog(title).getByRole('button', { name: confirm }).click()
    await dialog(title).waitFor({ state: 'detached' })
  }
  const PLAN = {
    'How many of every 100 visitors convert today?': '10',
    'How many more would be worth finding?': '3',
  }

  test('staff plan a run and start it, and a second test of three versions beside it', async () => {
    const why = { 'Why?': 'Does V2 bring more leads?' }
    await start('Start a new run…', 'Start a new run?', 'Start a new run', { ...PLAN, ...why })
    await choose('Heading of the trial sign-up')
    await start('Start the test…', 'Start the test?', 'Start the test', { ...PLAN, 'Why?': 'Which heading?' })
    expect((await standing()).map(({ name, state, variants }) => [name, state, variants.length])).toEqual([
      ['landingPage', 'running', 2],
      ['trialHeading', 'running', 3],
    ])
  })

  test('weeks later the traffic has brought a verdict, and of the other test none yet', async () => {
    putClockBack(0)
    // A verdict keeps what it says first, and partitions are read at their own pace: each must bring the crowds mixed.
    const events = CROWDS.flatMap(eventsOf).sort((a, b) => a.occurredAt.localeCompare(b.occurredAt))
    for (let at = 0; at < events.length; at += 100)
      expect((await system.post('/api/analytics/batch', { events: events.slice(at, at + 100) })).status).toBe(
        202,
      )
    await dashboard.context.clearCookies()
    system.get = await freshReader()
    const visitors = async (name: string) =>
      (await stands(name))?.verdict?.arms.map(arm => [arm.variant, arm.visitors, arm.converters])
    const wanted = (name: string) =>
      CROWDS.filter(({ testName }) => testName === name).map(one => [
        one.variant,
        one.visitors,
        one.converters,
      ])
    for (const name of ['landingPage', 'trialHeading'])
      await expect.poll(() => visitors(name), { timeout: 60_000, interval: 500 }).toEqual(wanted(name))
    expect((await stands('landingPage'))?.verdict).toMatchObject({ state: 'treatment', winner: 'v2' })
    expect((await stands('trialHeading'))?.verdict).toMatchObject({ state: 'undecided', winner: null })
  })

  /** The session of three weeks ago has ended. */
  const freshReader = async (): Promise<TestSystem['get']> => {
    const cookie = await system.login()
    return async path => {
      const answer = await fetch(`${system.url}${path}`, { headers: { cookie } })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    }
  }

  test('the button that the sentence names shows the winner to every new visitor within ten seconds', async () => {
    await logIn(dashboard, system.url)
    await dashboard.goTo('A/B tests')
    await card().locator('[data-verdict="treatment"]').waitFor()
    const name = 'Show Optimized Landing Page V2 to everyone and end the test'
    await card().getByRole('button', { name }).first().click()
    const asked = dashboard.page.getByRole('dialog')
    await asked.getByLabel('Why?').fill('It won')
    await asked.getByRole('button', { name }).click()
    await asked.waitFor({ state: 'detached' })
    const since = Date.now()
    const isServed = async () =>
      (await (await fetch(system.url)).text()).includes('"landingPage":{"shown":"v2"}')
    await until(isServed, 10_000)
    console.info(`from the press to the first page that shows it: ${Date.now() - since} ms`)
    for (const random of [0, 0.4, 0.99]) {
      const visitor = await openVisitor(await sharedBrowser(), { url: system.url, random })
      await visitor.open('/')
      expect(await textOf(visitor.page.getByRole('heading', { level: 1 }))).toMatch(/They search/)
      await visitor.event({ type: 'visit', pagePath: '/' })
      expect(visitor.events().filter(({ type }) => type === 'ab_test')).toEqual([])
      await visitor.close()
    }
    expect(await stands('landingPage')).toMatchObject({ state: 'ended', winner: 'v2' })
    expect(await stands('trialHeading')).toMatchObject({ state: 'running' })
    expect(dashboard.problems).toEqual([])
  })

  test('read models that are rebuilt from the first event tell the same story', async () => {
    const told = async () => ({
      standing: await standing(),
      stats: { ...(await system.get<object>('/api/admin/ab-testing-stats')), asOf: null },
      history: await system.get('/api/admin/experiments/trialHeading/history'),
    })
    const before = await told()
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(ROOT, 'infra/app/commands/rebuild.ts')],
      { env: { ...process.env, ...system.stores, PORT: new URL(system.url).port }, cwd: ROOT },
    )
    expect(stdout).toMatch(/\d\d+ numbers, 0 different/)
    const after = await told()
    expect(after.standing).toEqual(before.standing)
    expect(after.stats).toEqual(before.stats)
    expect(JSON.stringify(after.history).replace(/"at":"[^"]*"/g, '')).toBe(
      JSON.stringify(before.history).replace(/"at":"[^"]*"/g, ''),
    )
  })
})
