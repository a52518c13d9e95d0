import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Experiment, STEPS } from '../contract/experiments/life.ts'
import { later, openStaffApi } from '../testing/api.ts'
import { stepsOf } from '../testing/experiments.ts'
import { addSessions, clearSessions, participants } from '../testing/participants.ts'

const DAY = 86_400_000
const START = new Date('2026-03-01T12:00:00.000Z')
const PATH = 'experiments/landingPage'

const api = await openStaffApi()
beforeEach(async () => {
  await clearSessions(api)
  await emptyTables(api.sql, 'outbox')
  api.clock.now = START
})

const { step, take, standing, changes, served } = stepsOf(() => api)
const sharesIn = ({ variants }: Experiment) => variants.map(({ share }) => share)

describe('an experiment without a step', () => {
  it('an experiment without a step has its declared state', async () => {
    expect(await standing()).toMatchObject({
      name: 'landingPage',
      path: '/',
      state: 'running',
      variants: [
        { name: 'control', share: 50, path: '/original' },
        { name: 'v2', share: 50, path: '/v2' },
      ],
      winner: null,
      version: 0,
      since: null,
      run: { startedAt: null, endedAt: null },
      verdict: { state: 'collecting' },
      steps: ['start', 'pause', 'end'],
    })
    expect(await changes()).toEqual([])
  })

  it('an experiment without a step is served with its declared shares and the default run id', async () => {
    const answer = await api.app.inject({ url: '/api/experiments/shares' })
    expect(answer.headers['cache-control']).toBe('public, max-age=5')
    expect(answer.json().landingPage).toEqual({
      run: '',
      shares: [
        ['control', 50],
        ['v2', 50],
      ],
    })
  })
})

describe('the steps', () => {
  it('a paused test shows everyone the control, and resumes the same run', async () => {
    const before = await standing()
    const paused = await take('pause')
    expect(sharesIn(paused)).toEqual([100, 0])
    expect(paused).toMatchObject({ due: 'resume', shown: expect.stringMatching(/^Paused: everyone sees/) })
    expect(await served()).toEqual({ shown: 'control' })
    const resumed = await take('resume')
    expect(resumed).toMatchObject({ state: 'running', version: 2, run: { id: before.run?.id } })
    expect(await served()).toEqual({ run: '', shares: expect.anything() })
  })

  it('an ended test shows everyone the winner, also after it was archived', async () => {
    expect(await take('end', { winner: 'v2' })).toMatchObject({ state: 'ended', winner: 'v2' })
    expect(await served()).toEqual({ shown: 'v2' })
    expect(sharesIn(await take('archive'))).toEqual([0, 100])
    expect(await served()).toEqual({ shown: 'v2' })
    expect(await take('reopen')).toMatchObject({ state: 'ended', winner: 'v2' })
  })

  it('a test that ended without a winner shows everyone the control', async () => {
    await take('end')
    expect(await served()).toEqual({ shown: 'control' })
  })

  it('another variant may be shown to everyone after the end, without a new run', async () => {
    const { run } = await take('end', { winner: 'v2' })
    const again = await take('end')
    expect(again).toMatchObject({ state: 'ended', winner: null, run, version: 2 })
    expect(again.shown).toMatch(/^Ended without a winner: everyone sees Original Landing Page \(since/)
    expect(await served()).toEqual({ shown: 'control' })
  })

  it('a test restarts after its end as a new run with the last plan and shares', async () => {
    const planned = await take('start', {
      shares: { control: 80, v2: 20 },
      baselineRate: 0.05,
      goal: 'form_submission',
    })
    await take('end', { winner: 'v2' })
    const again = await take('reopen')
    expect(again).toMatchObject({ state: 'running', winner: null })
    expect(sharesIn(again)).toEqual([80, 20])
    expect(again.run?.id).not.toBe(planned.run?.id)
    const { id: _, startedAt: __, ...plan } = planned.run ?? { id: '', startedAt: '' }
    expect(again.run).toMatchObject(plan)
    expect(await served()).toEqual({
      run: again.run?.id,
      shares: [
        ['control', 80],
        ['v2', 20],
      ],
    })
  })

  it('other shares start a new run, in which each browser draws a variant again', async () => {
    const first = await take('start', { shares: { control: 90, v2: 10 } })
    const second = await take('start', { shares: { control: 33.4, v2: 66.6 } })
    expect(sharesIn(second)).toEqual([33.4, 66.6])
    expect(second.run?.id).not.toBe(first.run?.id)
    expect((await served()).run).toBe(second.run?.id)
  })

  it('a step stores its author, time and reason, and what was unproven', async () => {
    await take('pause', { reason: ' The form is broken ' })
    await take('end', { winner: 'v2', reason: 'We like it' })
    expect(await changes()).toEqual([
      {
        version: 2,
        step: 'end',
        state: 'ended',
        shares: { control: 0, v2: 100 },
        winner: 'v2',
        words: 'Ended: everyone sees Optimized Landing Page V2.',
        reason: 'We like it',
        unknown: 'The verdict does not recommend this step. After 0 visitors, it says: “No test data yet”.',
        at: new Date(START.getTime() + 60_000).toISOString(),
        by: 'ada',
      },
      expect.objectContaining({
        version: 1,
        step: 'pause',
        shares: { control: 100, v2: 0 },
        reason: 'The form is broken',
        unknown: '',
      }),
    ])
    const audited = await api.sql`
      SELECT actor, action, detail->>'version' AS version FROM audit_log WHERE action LIKE 'experiment.%' ORDER BY id DESC LIMIT 2`
    expect(audited).toEqual([
      { actor: 'ada', action: 'experiment.end', version: '2' },
      { actor: 'ada', action: 'experiment.pause', version: '1' },
    ])
  })

  it('the request format of the previous release stores the same run', async () => {
    const answer = await api.call('POST', `${PATH}/runs`, { split: [1, 3] })
    expect(answer.statusCode, answer.body).toBe(201)
    const now = await standing()
    expect(now).toMatchObject({ state: 'running', version: 1, run: { id: answer.json().id } })
    expect(sharesIn(now)).toEqual([25, 75])
  })

  it('a step stores the verdict at the time of the step', async () => {
    const from = new Date(START.getTime() - 20 * DAY)
    await addSessions(api, [
      ...participants('control', [500, 50], from, START),
      ...participants('v2', [500, 150], from, START),
    ])
    await take('end', { winner: 'v2' })
    await take('reopen')
    await take('end', { winner: 'control' })
    expect((await changes()).map((change: { unknown: string }) => change.unknown)).toEqual([
      expect.stringContaining('No test data yet'),
      '',
      '',
    ])
  })
})

describe('the visitors of a run', () => {
  const visitors = async () => (await standing()).verdict?.arms.map(arm => [arm.visitors, arm.converters])
  const came = (name: string, at: Date) => ({ name, saw: [['v2', at]] as [string, Date][] })

  it('a run counts only visitors who came while it was active, and its figures are final after its end', async () => {
    const from = new Date(START.getTime() - 20 * DAY)
    await addSessions(api, [
      ...participants('control', [500, 50], from, START),
      ...participants('v2', [500, 150], from, START),
    ])
    await take('pause')
    await addSessions(api, [came('paused', new Date(START.getTime() + 30_000))])
    expect(await visitors()).toEqual([
      [500, 50],
      [500, 150],
    ])
    await take('resume')
    const { decision } = (await take('end', { winner: 'v2' })).run ?? {}
    expect(decision).toMatchObject({ outcome: 'treatment', winner: 'v2' })
    later(api.clock, DAY)
    await api.logInAgain()
    await addSessions(
      api,
      participants('control', [900, 800], new Date(START.getTime() + DAY / 2), api.clock.now),
    )
    const ended = await standing()
    expect(ended).toMatchObject({ state: 'ended', run: { decision }, verdict: { state: 'treatment' } })
    expect(await visitors()).toEqual([
      [500, 50],
      [500, 150],
    ])
  })
})

describe('bad input', () => {
  it.each([
    ['shares', { control: 60, v2: 30 }, 'must add up to 100, not 90'],
    ['shares', { control: 50, v2: 50.1 }, 'must add up to 100, not 100.1'],
    ['shares.v2', { control: 100 }, 'is missing: give every variant its share'],
    ['shares.v9', { control: 50, v2: 25, v9: 25 }, 'is not a variant of landingPage: those are control, v2'],
    ['shares.v2', { control: 100, v2: 0 }, 'Each share must be at least 0.01'],
    ['shares.v2', { control: 100, v2: 5e-324 }, 'Each share must be at least 0.01'],
    ['shares.v2', { control: 50, v2: -50 }, 'Each share must be at least 0.01'],
  ])('bad input of %s is refused with its field: %j', async (path, shares, message) => {
    const answer = await step('start', { shares })
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json().issues).toContainEqual({ path, message })
  })

  it('an undeclared winner, and a step without a reason, are refused', async () => {
    const unknown = await step('end', { winner: 'v9' })
    expect([unknown.statusCode, unknown.json().issues]).toEqual([
      400,
      [{ path: 'winner', message: 'is not a variant of landingPage: those are control, v2' }],
    ])
    for (const name of STEPS) {
      const answer = await step(name, { reason: '  ' })
      expect([name, answer.statusCode, answer.json().issues?.[0]?.path]).toEqual([name, 400, 'reason'])
    }
    expect(await changes()).toEqual([])
  })

  it('an undeclared experiment is refused', async () => {
    for (const name of STEPS) {
      const body = { reason: 'why', winner: null }
      const answer = await api.call('POST', `experiments/nothing/${name}`, body)
      expect([answer.statusCode, answer.json().detail]).toEqual([
        404,
        expect.stringMatching(/no experiment named "nothing".*landingPage/),
      ])
    }
    expect((await api.call('GET', 'experiments/nothing/changes')).statusCode).toBe(404)
  })
})
