import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { messageOf } from '../notifications/messages.ts'
import type { News } from '../notifications/queue.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { SITE, settingsOf } from '../testing/notify.ts'
import { addSessions, clearSessions, participants } from '../testing/participants.ts'
import { comparedOf } from './compared.ts'
import { experimentNamed, readLife } from './life/changes.ts'
import { takeStep } from './life/take.ts'
import { presentRun, runsOf, startRun } from './runs.ts'
import { DEFAULT_PLAN } from './statistics/run.ts'
import { latchVerdicts, readAndLatch } from './verdicts.ts'

const DAY = 86_400_000
const NOW = new Date('2026-03-29T12:00:00.000Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)
const TEST = comparedOf({
  name: 'landingPage',
  variants: [
    { name: 'control', label: 'Original Landing Page', weight: 50 },
    { name: 'v2', label: 'Optimized Landing Page V2', weight: 50 },
  ],
})
if (!TEST) throw new Error('two variants are an experiment')

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await clearSessions(api)
  api.clock.now = NOW
})

const ANY = { variants: ['control', 'v2'], goal: 'any' as const, primaryConversionTypes: [] }
const people = (control: [number, number], v2: [number, number], from = ago(20), to = NOW) =>
  addSessions(api, [...participants('control', control, from, to), ...participants('v2', v2, from, to)])
const read = async () => (await readAndLatch(api.deps, TEST)).verdict

describe('each state of the card', () => {
  it('no test data yet', async () => {
    const [verdict, ...others] = await latchVerdicts(api.deps)
    expect(others).toEqual([])
    expect(verdict).toMatchObject({
      testName: 'landingPage',
      state: 'collecting',
      startedAt: null,
      sawBoth: 0,
    })
    expect(verdict?.sentence).toMatch(/^No test data yet/)
  })

  it('collecting', async () => {
    await people([90, 5], [80, 6])
    expect(await read()).toMatchObject({ state: 'collecting', difference: null, daysRun: 20 })
  })

  it('undecided, with the figures of the reference', async () => {
    await people([1000, 100], [1000, 120])
    const verdict = await read()
    expect(verdict).toMatchObject({ state: 'undecided', decidedAt: null, startedAt: ago(20).toISOString() })
    expect(verdict.interval?.[0]).toBeCloseTo(-0.02368825908, 9)
    expect(verdict.alwaysValidP).toBeCloseTo(0.938885604, 8)
    expect(verdict.arms[1]?.chanceToWin).toBeCloseTo(0.923183439, 8)
    // Nobody planned it: what eight weeks of its own 100 visitors a day can find.
    expect(verdict.plan).toMatchObject({ plannedVisitors: 5000, minimumEffect: 0.04, targetVisitors: 3954 })
    expect(verdict.plan.daysLeft).toBe(20)
  })

  it('a broken split', async () => {
    await people([1200, 120], [900, 90])
    expect(await read()).toMatchObject({ state: 'split_broken', decidedAt: null, srm: { alarm: true } })
  })

  it('treatment', async () => {
    await people([1000, 100], [1000, 200])
    expect(await read()).toMatchObject({ state: 'treatment', decidedAt: NOW.toISOString() })
  })

  it('control', async () => {
    await people([1000, 200], [1000, 100])
    expect(await read()).toMatchObject({ state: 'control' })
  })

  it('no difference', async () => {
    const plan = { ...DEFAULT_PLAN, minimumEffect: 0.1, plannedVisitors: 2000 }
    await startRun(api.sql, {
      testName: 'landingPage',
      startedAt: ago(21),
      plan,
      baselineRate: null,
      ...ANY,
    })
    await people([1000, 100], [1000, 103])
    expect(await read()).toMatchObject({ state: 'no_difference', decidedAt: NOW.toISOString() })
  })
})

describe('the first crossing', () => {
  it('is kept with its time and counts, and stays when the figures come back', async () => {
    await people([1000, 100], [1000, 200])
    await read()
    api.clock.now = new Date(NOW.getTime() + 5 * DAY)
    await people([4000, 800], [4000, 760], NOW, api.clock.now)
    expect(await read()).toMatchObject({ state: 'treatment', decidedAt: NOW.toISOString() })
    const [run] = await runsOf(api.sql, 'landingPage')
    expect(run?.decision).toEqual({
      outcome: 'treatment',
      winner: 'v2',
      at: NOW,
      arms: [
        { variant: 'control', visitors: 1000, converters: 100 },
        { variant: 'v2', visitors: 1000, converters: 200 },
      ],
    })
  })

  it('is not kept before two weeks, whatever a single clock says', async () => {
    await people([1000, 100], [1000, 200], ago(13))
    await addSessions(api, [{ name: 'clock weeks behind', saw: [['v2', ago(30)]] }])
    expect(await read()).toMatchObject({ state: 'undecided', decidedAt: null, daysRun: 30 })
    expect((await runsOf(api.sql, 'landingPage'))[0]?.decision).toBeNull()
  })

  it('is one, however many read at once', async () => {
    await people([1000, 100], [1000, 200])
    const instants = [0, 1, 2, 3, 4].map(ms => ({ ...api.deps, now: () => new Date(NOW.getTime() + ms) }))
    const verdicts = await Promise.all(instants.map(instant => readAndLatch(instant, TEST)))
    expect(new Set(verdicts.map(({ verdict }) => verdict.decidedAt)).size).toBe(1)
    expect(await runsOf(api.sql, 'landingPage')).toHaveLength(1)
  })

  it('is told once, however many read at once', async () => {
    await people([1000, 100], [1000, 200])
    const config = { ...api.deps.config, notify: settingsOf(25) }
    await Promise.all([1, 2, 3].map(() => readAndLatch({ ...api.deps, config }, TEST)))
    const [run] = await runsOf(api.sql, 'landingPage')
    const told = await api.sql<{ about: string }[]>`SELECT about FROM notifications WHERE kind = 'verdict'`
    expect(told.map(({ about }) => about)).toEqual([run?.id])
  })

  it('is kept within a minute though nobody looks', async () => {
    await people([1000, 100], [1000, 200])
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const app = await api.build()
    await app.ready()
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    await vi.waitFor(
      async () => expect((await runsOf(api.sql, 'landingPage'))[0]?.decision?.at).toEqual(NOW),
      10_000,
    )
    await app.close()
  })

  it('cannot be taken back by a statement', async () => {
    await people([1000, 100], [1000, 200])
    await read()
    await expect(api.sql`UPDATE experiment_runs SET outcome = 'control'`).rejects.toThrow('never edited')
  })
})

describe('a broken split', () => {
  const telling = () => ({ ...api.deps, config: { ...api.deps.config, notify: settingsOf(25) } })
  const news = () => api.sql<News[]>`SELECT kind, about, happened_at AS at FROM notifications ORDER BY at`
  const endTest = async () => {
    const test = experimentNamed('landingPage')
    const [run] = await runsOf(api.sql, 'landingPage')
    await takeStep(api.deps, test, await readLife(api.sql, test), {
      ...{ step: 'end', reason: 'Enough', by: 'ada', winner: null },
      run: async () => ({ id: run?.id ?? '', shares: { control: 50, v2: 50 } }),
    })
  }
  const messageDeps = () => ({
    sql: api.sql,
    timeZone: 'Europe/London',
    dashboardUrl: SITE,
    digest: () => Promise.reject(new Error('no digest')),
  })

  it('is told once a run, however many read it and however often it comes back', async () => {
    await people([1200, 120], [900, 90])
    await Promise.all([1, 2, 3].map(() => readAndLatch(telling(), TEST)))
    const [run] = await runsOf(api.sql, 'landingPage')
    const first = [{ kind: 'split_broken', about: run?.id, at: NOW }]
    expect(await news()).toEqual(first)
    await api.sql`DELETE FROM notifications`
    api.clock.now = new Date(NOW.getTime() + DAY)
    await readAndLatch(telling(), TEST)
    expect(await news()).toEqual([])
    await expect(api.sql`UPDATE experiment_runs SET split_broken_at = now()`).rejects.toThrow('never edited')
  })

  it('is told of the next run again, and hides no decision from it', async () => {
    await people([1000, 100], [1000, 200])
    await readAndLatch(telling(), TEST)
    await people([900, 90], [0, 0], ago(19))
    await readAndLatch(telling(), TEST)
    await startRun(api.sql, {
      ...{ testName: 'landingPage', startedAt: NOW, plan: DEFAULT_PLAN, baselineRate: null },
      ...ANY,
    })
    api.clock.now = new Date(NOW.getTime() + 15 * DAY)
    await people([1200, 120], [900, 90], NOW, api.clock.now)
    await readAndLatch(telling(), TEST)
    const [present, before] = await runsOf(api.sql, 'landingPage')
    expect((await news()).map(({ kind, about }) => [kind, about]).toSorted()).toEqual([
      ['split_broken', before?.id],
      ['split_broken', present?.id],
      ['verdict', before?.id],
    ])
  })

  it('of a test that has ended is nobody’s to mend', async () => {
    await people([1000, 100], [1000, 101])
    await read()
    await endTest()
    await people([900, 90], [0, 0], ago(19))
    expect((await readAndLatch(telling(), TEST)).verdict.state).toBe('split_broken')
    expect(await news()).toEqual([])
  })

  it('and a verdict are told with their test, its counts, and a link to it', async () => {
    await people([1200, 120], [900, 90])
    await readAndLatch(telling(), TEST)
    const [broken] = await news()
    const link = { url: `${SITE}/admin/split-test?test=landingPage`, words: 'Open the split test' }
    expect(broken && (await messageOf(messageDeps(), broken))).toEqual({
      title: 'A split test does not share visitors out as planned',
      sentence:
        'Do not use its results: have the way visitors are assigned checked and put right, then start a new run.',
      sections: [
        {
          heading: '',
          rows: [
            ['Test', 'Landing page'],
            ['Noticed', 'Sunday, 29 March 2026 at 13:00 (Europe/London)'],
            ['Original Landing Page', '1200 visitors, where about 1050 were due'],
            ['Optimized Landing Page V2', '900 visitors, where about 1050 were due'],
          ],
        },
      ],
      link,
    })
    await clearSessions(api)
    await people([1000, 100], [1000, 200])
    await readAndLatch(telling(), TEST)
    const [decided] = await news()
    expect(decided && (await messageOf(messageDeps(), decided))).toMatchObject({
      sections: [{ rows: [['Test', 'Landing page'], ['Decided', expect.any(String)], {}, {}] }],
      link,
    })
    expect(
      await messageOf(messageDeps(), { kind: 'split_broken', about: decided?.about ?? '', at: NOW }),
    ).toBeNull()
  })
})

describe('a new run', () => {
  it('starts from nobody and is judged by its own plan and types', async () => {
    await people([1000, 100], [1000, 200])
    await read()
    const plan = { ...DEFAULT_PLAN, alpha: 0.01, plannedVisitors: 800 }
    await startRun(api.sql, {
      testName: 'landingPage',
      startedAt: NOW,
      plan,
      baselineRate: null,
      ...ANY,
      primaryConversionTypes: ['form_submission'],
    })
    expect(await read()).toMatchObject({
      state: 'collecting',
      startedAt: null,
      decidedAt: null,
      plan: { alpha: 0.01 },
    })
    api.clock.now = new Date(NOW.getTime() + 15 * DAY)
    await people([300, 60], [300, 90], NOW, api.clock.now)
    expect(await read()).toMatchObject({
      state: 'collecting',
      arms: [
        { visitors: 300, converters: 0 },
        { visitors: 300, converters: 0 },
      ],
      plan: { plannedVisitors: 800 },
    })
  })

  it('leaves the crossing of the one before in its history', async () => {
    await people([1000, 100], [1000, 200])
    await read()
    await startRun(api.sql, {
      testName: 'landingPage',
      startedAt: NOW,
      plan: DEFAULT_PLAN,
      baselineRate: 0.1,
      ...ANY,
    })
    const [present, before] = await runsOf(api.sql, 'landingPage')
    expect(present?.decision).toBeNull()
    expect(before).toMatchObject({ startedAt: null, endedAt: NOW, decision: { outcome: 'treatment' } })
  })
})

it('takes the split of a test without a plan from its declared weights', async () => {
  const run = await presentRun(api.sql, {
    testName: 'other',
    variants: ['a', 'b'],
    split: [90, 10],
    now: NOW,
  })
  expect(run.plan).toEqual({ ...DEFAULT_PLAN, split: [90, 10] })
})

it.each([
  [1, false],
  [2, true],
  [5, true],
  [6, false],
])('of %d variants: compared %s', (count, isCompared) => {
  const variants = Array.from({ length: count }, (_, i) => ({ name: `v${i}`, label: '', weight: 1 }))
  expect(comparedOf({ name: 'some', variants }) !== null).toBe(isCompared)
})
