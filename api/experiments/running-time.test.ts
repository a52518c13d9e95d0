/** Counts during a pause and after the end, figures that a run fixes once, and rows of earlier releases. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { AbTestStats, Verdict } from '../contract/experiments/results.ts'
import { openStaffApi } from '../testing/api.ts'
import { addSessions, clearSessions, participants } from '../testing/participants.ts'
import { runsOf } from './runs.ts'

const DAY = 86_400_000
const NOW = new Date('2026-03-29T12:00:00.000Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)

const api = await openStaffApi()
beforeEach(async () => {
  await clearSessions(api)
  await api.moveTo(NOW)
})

const take = async (time: Date, step: string, body: object = {}) => {
  await api.moveTo(time)
  const url = `/api/admin/experiments/landingPage/${step}`
  const answer = await api.app.inject({
    method: 'POST',
    url,
    cookies: api.cookies,
    body: { reason: 'because', ...body },
  })
  expect([step, answer.statusCode]).toEqual([step, 200])
}
const verdict = async (): Promise<Verdict | undefined> => {
  await api.moveTo(NOW)
  const stats = await api.app.inject({ url: '/api/admin/ab-testing-stats', cookies: api.cookies })
  return stats.json<AbTestStats>().verdicts.find(({ testName }) => testName === 'landingPage')
}
const visitors = async () => (await verdict())?.arms.map(arm => arm.visitors)
const come = (...days: number[]) =>
  addSessions(
    api,
    days.map(day => ({ name: `at ${day}`, saw: [['control', ago(day)]] })),
  )

describe('a run', () => {
  it('a run does not count visitors who came during a pause or after its end', async () => {
    await take(ago(20), 'start')
    await take(ago(15), 'pause')
    await take(ago(12), 'resume')
    await take(ago(5), 'end', { winner: 'v2' })
    await come(21, 20, 16, 15.001, 15, 14, 12.001, 12, 6, 5.001, 5, 1)
    // Does not count one visitor before the start, three in the pause, one at the end and one after it.
    expect(await visitors()).toEqual([6, 0])
  })

  it('a verdict needs two whole weeks of active time, without pauses', async () => {
    const crowd = [
      ...participants('control', [1000, 100], ago(20), ago(10.5)),
      ...participants('v2', [1000, 200], ago(20), ago(10.5)),
    ]
    await addSessions(api, crowd)
    await take(ago(20), 'start', { baselineRate: 0.1, minimumEffect: 0.05 })
    await take(ago(10), 'pause')
    expect(await verdict()).toMatchObject({ state: 'undecided', decidedAt: null })
    await take(ago(3), 'resume')
    const paused = await verdict()
    expect(paused).toMatchObject({ state: 'undecided', winner: null })
    expect(paused?.sentence).toContain('too early to act')
    await take(ago(1), 'pause')
    await take(ago(0.5), 'resume')
    expect(await verdict()).toMatchObject({ state: 'undecided' })
  })

  it('the same visitors give a decision once two weeks of active time are over', async () => {
    await addSessions(api, [
      ...participants('control', [1000, 100], ago(20), ago(10.5)),
      ...participants('v2', [1000, 200], ago(20), ago(10.5)),
    ])
    await take(ago(20), 'start', { baselineRate: 0.1, minimumEffect: 0.05 })
    await take(ago(10), 'pause')
    await take(ago(4.5), 'resume')
    expect(await verdict()).toMatchObject({ state: 'treatment', winner: 'v2' })
  })
})

describe('the size of an unplanned run', () => {
  const crowd = (from: number, to: number, count = 700) =>
    addSessions(api, [
      ...participants('control', [count, count / 10], ago(from), ago(to)),
      ...participants('v2', [count, count / 10], ago(from), ago(to)),
    ])

  it('the size of an unplanned run is unknown in its first week', async () => {
    await crowd(5, 0)
    expect((await verdict())?.plan).toMatchObject({ targetVisitors: null, plannedVisitors: 5000 })
  })

  it('the size of an unplanned run is eight weeks of its traffic, and stays when traffic changes', async () => {
    await crowd(14, 0)
    const first = (await verdict())?.plan
    expect(first).toMatchObject({ plannedVisitors: 5000, minimumEffect: 0.04 })
    expect(first?.targetVisitors).toBeLessThan(5600)
    await crowd(2, 1, 3000)
    const later = (await verdict())?.plan
    expect(later?.dailyVisitors).toBeGreaterThan(2 * (first?.dailyVisitors ?? 0))
    expect(later).toMatchObject({ targetVisitors: first?.targetVisitors, minimumEffect: 0.04 })
    await expect(api.sql`UPDATE experiment_runs SET target_visitors = 7`).rejects.toThrow('never edited')
    const [run] = await runsOf(api.sql, 'landingPage')
    expect(run).toMatchObject({ startedAt: null, target: { visitors: first?.targetVisitors, effect: 0.04 } })
  })
})
