import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
/** Notification about a broken split: one for each run, with a hint where to look. */
import { beforeEach, describe, expect, it } from 'vitest'
import { messageOf } from '../notifications/messages.ts'
import type { News } from '../notifications/queue.ts'
import { openTestApi } from '../testing/api.ts'
import { SITE, settingsOf } from '../testing/notify.ts'
import { addSessions, clearSessions, participants } from '../testing/participants.ts'
import { experimentNamed, readState } from './life/changes.ts'
import { runsOf, startRun } from './runs.ts'
import { DEFAULT_PLAN } from './statistics/run.ts'
import { takeStep } from './take-step.ts'
import { readAndLatch } from './verdicts.ts'

const DAY = 86_400_000
const NOW = new Date('2026-03-29T12:00:00.000Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)
const TEST = LANDING_PAGE

const api = await openTestApi()
beforeEach(async () => {
  await clearSessions(api)
  api.clock.now = NOW
})

const people = (control: [number, number], v2: [number, number], from = ago(20), to = NOW) =>
  addSessions(api, [...participants('control', control, from, to), ...participants('v2', v2, from, to)])

describe('a broken split', () => {
  const telling = () => ({ ...api.deps, config: { ...api.deps.config, notify: settingsOf(25) } })
  const news = () => api.sql<News[]>`SELECT kind, about, happened_at AS at FROM notifications ORDER BY at`
  const endTest = async () => {
    const test = experimentNamed('landingPage')
    await takeStep(api.deps, test, await readState(api.sql, test), {
      ...{ step: 'end', reason: 'Enough', by: 'ada', winner: null },
    })
  }
  const messageDeps = () => ({
    sql: api.sql,
    timeZone: 'Europe/London',
    dashboardUrl: SITE,
    digest: () => Promise.reject(new Error('no digest')),
  })

  it('a broken split is reported once per run, also with concurrent readers and if it occurs again', async () => {
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

  it('a broken split is reported again in the next run, and hides no decision', async () => {
    await people([1000, 100], [1000, 200])
    await readAndLatch(telling(), TEST)
    await people([900, 90], [0, 0], ago(19))
    await readAndLatch(telling(), TEST)
    await startRun(api.sql, {
      ...{ testName: 'landingPage', startedAt: NOW, plan: DEFAULT_PLAN, baselineRate: null },
      ...{ variants: ['control', 'v2'], goal: 'any', primaryConversionTypes: [] },
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

  it('a broken split of an ended test is not reported', async () => {
    await people([1000, 100], [1000, 101])
    await readAndLatch(api.deps, TEST)
    await endTest()
    await people([900, 90], [0, 0], ago(19))
    expect((await readAndLatch(telling(), TEST)).verdict.state).toBe('split_broken')
    expect(await news()).toEqual([])
  })

  it('a broken split and a verdict are reported with the test, its counts and a link', async () => {
    await people([1200, 120], [900, 90])
    await readAndLatch(telling(), TEST)
    const [broken] = await news()
    const link = { url: `${SITE}/admin/split-test?test=landingPage`, words: 'Open the A/B test' }
    expect(broken && (await messageOf(messageDeps(), broken))).toEqual({
      title: 'An A/B test has an unexpected traffic split',
      sentence: 'Do not use its results. Correct how visitors are assigned, then start a new run.',
      sections: [
        {
          heading: '',
          rows: [
            ['Test', 'Landing page'],
            ['Noticed', 'Sunday, 29 March 2026 at 13:00 (Europe/London)'],
            ['Original Landing Page', '1200 visitors, about 1050 expected'],
            ['Optimized Landing Page V2', '900 visitors, about 1050 expected'],
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
