import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestApi } from '../testing/api.ts'
import { settingsOf } from '../testing/notify.ts'
import { addSessions, clearSessions, participants } from '../testing/participants.ts'
import { presentRun, runsOf, startRun } from './runs.ts'
import { DEFAULT_PLAN } from './statistics/run.ts'
import { latchVerdicts, readAndLatch } from './verdicts.ts'

const DAY = 86_400_000
const NOW = new Date('2026-03-29T12:00:00.000Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)
const TEST = LANDING_PAGE

const api = await openTestApi()
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
    // An unplanned run gets the size of eight weeks of its 100 visitors a day.
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
  it('a decision keeps its time and counts, and stays when the figures fall back', async () => {
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

  it('a decision is not stored before two weeks, even if one browser’s clock is wrong', async () => {
    await people([1000, 100], [1000, 200], ago(13))
    await addSessions(api, [{ name: 'clock weeks behind', saw: [['v2', ago(30)]] }])
    expect(await read()).toMatchObject({ state: 'undecided', decidedAt: null, daysRun: 30 })
    expect((await runsOf(api.sql, 'landingPage'))[0]?.decision).toBeNull()
  })

  it('concurrent readers store only one decision', async () => {
    await people([1000, 100], [1000, 200])
    const instants = [0, 1, 2, 3, 4].map(ms => ({ ...api.deps, now: () => new Date(NOW.getTime() + ms) }))
    const verdicts = await Promise.all(instants.map(instant => readAndLatch(instant, TEST)))
    expect(new Set(verdicts.map(({ verdict }) => verdict.decidedAt)).size).toBe(1)
    expect(await runsOf(api.sql, 'landingPage')).toHaveLength(1)
  })

  it('a decision is reported once, also with concurrent readers', async () => {
    await people([1000, 100], [1000, 200])
    const config = { ...api.deps.config, notify: settingsOf(25) }
    await Promise.all([1, 2, 3].map(() => readAndLatch({ ...api.deps, config }, TEST)))
    const [run] = await runsOf(api.sql, 'landingPage')
    const told = await api.sql<{ about: string }[]>`SELECT about FROM notifications WHERE kind = 'verdict'`
    expect(told.map(({ about }) => about)).toEqual([run?.id])
  })

  it('a decision is stored within a minute without any reader', async () => {
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

  it('a decision cannot be changed by SQL', async () => {
    await people([1000, 100], [1000, 200])
    await read()
    await expect(api.sql`UPDATE experiment_runs SET outcome = 'control'`).rejects.toThrow('never edited')
  })
})

describe('a new run', () => {
  it('a new run starts without visitors, and its verdict uses the new plan and conversion types', async () => {
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

  it('the history shows the previous run’s decision after a new run began', async () => {
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

it('a test without a plan has the split of its declared weights', async () => {
  const run = await presentRun(
    api.sql,
    {
      name: 'other',
      variants: [
        { name: 'a', label: 'A', weight: 90 },
        { name: 'b', label: 'B', weight: 10 },
      ],
    },
    NOW,
  )
  expect(run.plan).toEqual({ ...DEFAULT_PLAN, split: [90, 10] })
})
