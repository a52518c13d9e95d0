import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { beforeEach, describe, expect, it } from 'vitest'
import { later, openStaffApi } from '../testing/api.ts'
import { addSessions, clearSessions, participants } from '../testing/participants.ts'
import { presentRun } from './runs.ts'

const DAY = 86_400_000
const RUNS = '/api/admin/experiments/landingPage/runs'
const START = new Date('2026-03-01T12:00:00.000Z')

const api = await openStaffApi()
beforeEach(async () => {
  await clearSessions(api)
  api.clock.now = START
})

const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, body?: object) =>
  api.app.inject({ method, url, cookies: api.cookies, ...(body ? { body } : {}) })
const start = async (body: object = {}) => {
  const answer = await call('POST', RUNS, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const runs = async () => (await call('GET', RUNS)).json()

describe('starting a run', () => {
  it('a start freezes the plan of the defaults', async () => {
    expect(await start()).toEqual({
      id: expect.any(String),
      testName: 'landingPage',
      startedAt: START.toISOString(),
      endedAt: null,
      variants: ['control', 'v2'],
      split: [50, 50],
      alpha: 0.05,
      power: 0.8,
      minimumEffect: 0.01,
      baselineRate: null,
      plannedVisitors: 5000,
      targetVisitors: 5000,
      goal: 'any',
      primaryConversionTypes: [],
      size: '5,000 visitors, to find 10 more in every 1,000 visitors',
      result: 'No result yet.',
      decision: null,
    })
  })

  it('a start sizes the plan for the effect when the rate is given', async () => {
    const plan = { baselineRate: 0.05, minimumEffect: 0.01, alpha: 0.05, power: 0.8, split: [50, 50] }
    expect(await start({ ...plan, primaryConversionTypes: ['form_submission'] })).toMatchObject({
      ...plan,
      plannedVisitors: 31_232,
      primaryConversionTypes: ['form_submission'],
    })
  })

  it('a start sizes the plan for the rate that the control has shown', async () => {
    await addSessions(api, participants('control', [1000, 50], new Date('2026-02-20T00:00:00Z'), START))
    expect(await start({ minimumEffect: 0.01 })).toMatchObject({
      baselineRate: 0.05,
      plannedVisitors: 31_232,
    })
  })

  it('a start first stores the results of the run that it replaces', async () => {
    const from = new Date(START.getTime() - 20 * DAY)
    await addSessions(api, [
      ...participants('control', [500, 50], from, START),
      ...participants('v2', [500, 150], from, START),
    ])
    await start({ baselineRate: 0.05 })
    expect((await runs())[1]).toMatchObject({
      startedAt: null,
      decision: {
        outcome: 'treatment',
        at: START.toISOString(),
        arms: [{ visitors: 500, converters: 50 }, {}],
      },
    })
  })

  it('a plan looks for a fall where a rise is impossible', async () => {
    expect((await start({ baselineRate: 0.95, minimumEffect: 0.1 })).plannedVisitors).toBeGreaterThan(100)
  })

  it.each([
    ['split', { split: [1e6, 5e-324] }],
    ['split', { split: [1e6, 5e-324], baselineRate: 0.1 }],
    ['minimumEffect', { baselineRate: 0.5, minimumEffect: 0.0001, alpha: 0.001, power: 0.99 }],
  ])('a start refuses a bad %s', async (path, body) => {
    const answer = await call('POST', RUNS, body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().issues[0].path).toBe(path)
    expect((await runs()).filter((run: { startedAt: string | null }) => run.startedAt !== null)).toEqual([])
  })

  it('a start is for declared tests and staff only', async () => {
    expect((await call('POST', '/api/admin/experiments/nothing/runs', {})).statusCode).toBe(404)
    expect((await api.app.inject({ method: 'POST', url: RUNS, body: {} })).statusCode).toBe(401)
    expect((await api.app.inject({ url: RUNS })).statusCode).toBe(401)
  })
})

describe('a running test', () => {
  it('a change of a running test begins a new run and leaves the old run unchanged', async () => {
    await start({ alpha: 0.05 })
    later(api.clock, 60_000)
    await start({ alpha: 0.01, split: [90, 10] })
    const [present, before, unplanned] = await runs()
    expect(present).toMatchObject({ alpha: 0.01, split: [90, 10], endedAt: null })
    expect(before).toMatchObject({ alpha: 0.05, split: [50, 50], endedAt: present.startedAt })
    expect(unplanned).toMatchObject({ startedAt: null, endedAt: before.startedAt })
    for (const method of ['PATCH', 'PUT', 'DELETE'] as const) {
      expect((await call(method, RUNS, { alpha: 0.2 })).statusCode).toBe(405)
      expect((await call(method, `${RUNS}/${present.id}`, { alpha: 0.2 })).statusCode).toBe(404)
    }
    expect(await runs()).toEqual([present, before, unplanned])
  })

  it.each([
    ['alpha', 0.2],
    ['planned_visitors', 7],
    ['shares', [90, 10]],
    ['minimum_effect', 0.3],
    ['started_at', START],
  ])('a running test’s %s cannot be changed by SQL', async (column, value) => {
    await presentRun(api.sql, LANDING_PAGE, START)
    await expect(api.sql`UPDATE experiment_runs SET ${api.sql({ [column]: value })}`).rejects.toThrow(
      'never edited',
    )
  })
})

describe('a plan', () => {
  const plan = async (query: string) =>
    (await call('GET', `/api/admin/experiments/landingPage/plan?${query}`)).json()

  it('a plan says how many visitors and days it needs with the traffic of the last week', async () => {
    const from = new Date(START.getTime() - 7 * DAY)
    await addSessions(api, [
      ...participants('control', [700, 35], from, START),
      ...participants('v2', [700, 35], from, START),
    ])
    const answer = await plan('baselineRate=0.05&minimumEffect=0.01')
    expect(answer).toMatchObject({ baselineRate: 0.05, plannedVisitors: 31_232, alpha: 0.05, power: 0.8 })
    expect(answer.dailyVisitors).toBeCloseTo(200, 0)
    expect(answer.days).toBe(Math.ceil(31_232 / answer.dailyVisitors))
    expect(await plan('minimumEffect=0.3')).toMatchObject({ baselineRate: 0.05, days: 14 })
  })

  it('a plan says which values are unknown', async () => {
    expect(await plan('')).toMatchObject({
      baselineRate: null,
      plannedVisitors: null,
      days: null,
      dailyVisitors: 0,
    })
    expect(await plan('baselineRate=0.05')).toMatchObject({ plannedVisitors: 31_232, days: null })
  })

  it.each([
    [
      'baselineRate=0.5&minimumEffect=0.5',
      'If 50 of every 100 visitors convert, a difference of 50 is impossible.',
    ],
    [
      'baselineRate=0.5&minimumEffect=0.0001&alpha=0.001&power=0.99',
      'Finding so small a difference would take more than a billion visitors.',
    ],
  ])('an impossible plan is refused: %s', async (query, message) => {
    expect(await plan(query)).toMatchObject({ status: 400, issues: [{ path: 'minimumEffect', message }] })
  })
})
