import { beforeEach, describe, expect, it } from 'vitest'
import { type ExperimentDetails, GUARDS, QUALITY_GUARDS } from '../contract/experiments/details.ts'
import type { AbTestStats, PlanAnswer } from '../contract/experiments/results.ts'
import { openStaffApi } from '../testing/api.ts'
import { addSessions, addVisits, clearSessions, participants } from '../testing/participants.ts'

const DAY = 86_400_000
const NOW = new Date('2026-03-29T12:00:00.000Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)
const DETAILS = '/api/admin/experiments/landingPage/details'

const api = await openStaffApi()
beforeEach(async () => {
  await clearSessions(api)
  await api.moveTo(NOW)
})

const read = async <Answer>(url: string): Promise<Answer> =>
  (await api.app.inject({ url, cookies: api.cookies })).json<Answer>()
const post = (url: string, body: object) =>
  api.app.inject({ method: 'POST', url, cookies: api.cookies, body })
/** Starts a run at a past time. The figures are read at the current time. */
const startAt = async (time: Date, body: object) => {
  await api.moveTo(time)
  expect(
    (await post('/api/admin/experiments/landingPage/start', { reason: 'try', ...body })).statusCode,
  ).toBe(200)
  await api.moveTo(NOW)
}
const verdictOf = async () =>
  (await read<AbTestStats>('/api/admin/ab-testing-stats')).verdicts.find(
    ({ testName }) => testName === 'landingPage',
  )

describe('a run of one type', () => {
  it('a run for one conversion type counts only that type, and its answer names the type', async () => {
    await startAt(ago(20), { goal: 'whatsapp_click' })
    await addSessions(api, [
      { name: 'chat', saw: [['v2', ago(5)]], converted: [[ago(4), 'whatsapp_click']] },
      { name: 'form', saw: [['v2', ago(5)]], converted: [[ago(4), 'form_submission']] },
    ])
    expect((await verdictOf())?.arms[1]).toMatchObject({ visitors: 2, converters: 1 })
    const [run] = await read<object[]>('/api/admin/experiments/landingPage/runs')
    expect(run).toMatchObject({ goal: 'whatsapp_click', primaryConversionTypes: ['whatsapp_click'] })
  })
})

describe('the details of a run', () => {
  it('the details of a run warn of a guardrail that fell while the goal rose', async () => {
    await startAt(ago(20), { goal: 'form_submission' })
    const type = (name: 'form_submission' | 'whatsapp_click', arm: string, [all, some]: [number, number], from: Date) =>
      participants(arm, [all, some], from, ago(2)).map(session => ({
        ...session,
        name: `${name}-${session.name}`,
        converted: (session.converted ?? []).map(([at]): [Date, string] => [at, name]),
      })) // biome-ignore format: the type stands first
    await addSessions(api, [
      ...type('form_submission', 'control', [700, 60], ago(19)),
      ...type('form_submission', 'v2', [700, 200], ago(19)),
      ...type('whatsapp_click', 'control', [700, 300], ago(18)),
      ...type('whatsapp_click', 'v2', [700, 60], ago(18)),
    ])
    const details = await read<ExperimentDetails>(DETAILS)
    expect(details.warning).toBe(
      'With Optimized Landing Page V2, fewer visitors open the chat than with Original Landing Page. Consider this before you choose a winner.',
    )
    expect(details.guards.map(({ what }) => what)).not.toContain('form_submission')
    const chat = details.guards.find(({ what }) => what === 'whatsapp_click')
    expect(chat?.arms).toMatchObject([
      { variant: 'control', visitors: 1400, converters: 300, difference: null, fell: false },
      { variant: 'v2', visitors: 1400, converters: 60, fell: true },
    ])
    expect(chat?.arms[1]?.interval?.[1]).toBeLessThan(0)
    expect(details.guards.find(({ what }) => what === 'trial')?.arms[1]).toMatchObject({
      converters: 0,
      fell: false,
    })
  })

  it.each([
    ['form_submission', [], ['form_submission']],
    ['any', ['form_submission'], ['form_submission']],
    ['any', ['form_submission', 'whatsapp_click'], []],
    ['any', [], []],
  ])('a run for %s of the types %j has every guardrail but %j', async (goal, types, without) => {
    const run = { reason: 'try', goal, primaryConversionTypes: types }
    expect((await post('/api/admin/experiments/landingPage/runs', run)).statusCode).toBe(201)
    const { guards } = await read<ExperimentDetails>(DETAILS)
    expect(guards.map(({ what }) => what)).toEqual(
      [...GUARDS, ...QUALITY_GUARDS].filter(what => !without.includes(what)),
    )
  })

  it('the details are empty before a test has begun, and exist for declared tests and staff only', async () => {
    expect(await read<ExperimentDetails>('/api/admin/experiments/trialHeading/details')).toMatchObject({
      guards: [],
    })
    expect(
      (await api.app.inject({ url: '/api/admin/experiments/nothing/details', cookies: api.cookies }))
        .statusCode,
    ).toBe(404)
    expect((await api.app.inject({ url: DETAILS })).statusCode).toBe(401)
  })
})

describe('the default plan', () => {
  const plan = (name: string, query = '') => read<PlanAnswer>(`/api/admin/experiments/${name}/plan?${query}`)

  it('the default plan has the effect that eight weeks of the recent traffic can detect', async () => {
    await addSessions(api, [
      ...participants('control', [1400, 70], ago(28), NOW),
      ...participants('v2', [1400, 90], ago(28), NOW),
      ...participants('v2', [500, 400], ago(60), ago(40)),
    ])
    const answer = await plan('landingPage')
    expect(answer).toMatchObject({ baselineRate: 0.05, minimumEffect: 0.03 })
    expect(answer.dailyVisitors).toBeCloseTo(100, 0)
    expect(answer.days).toBeLessThanOrEqual(56)
    const finer = await plan('landingPage', 'minimumEffect=0.02')
    expect(finer.days).toBeGreaterThan(56)
    const run = await read<unknown>('/api/admin/experiments/landingPage/runs')
    expect(run).toEqual([])
    await startAt(NOW, {})
    expect((await verdictOf())?.plan).toMatchObject({
      minimumEffect: answer.minimumEffect,
      plannedVisitors: answer.plannedVisitors,
      targetVisitors: answer.plannedVisitors,
    })
  })

  it('the default plan of a test without a run uses the visitors of its page', async () => {
    const sessions = participants('control', [560, 56], ago(28), NOW)
    await addVisits(api, sessions.map(({ name, saw }) => ({ session: name, at: saw[0]?.[1] ?? NOW, page: '/trial-signup' }))) // biome-ignore format: one line
    await addSessions(api, sessions.map(session => ({ ...session, saw: [] }))) // biome-ignore format: one line
    const answer = await plan('trialHeading')
    expect(answer.baselineRate).toBe(0.1)
    expect(answer.dailyVisitors).toBeCloseTo(20, 0)
    expect(answer.days).toBeLessThanOrEqual(56)
    expect((await plan('trialHeading', 'split=80,10,10')).minimumEffect).toBeGreaterThan(answer.minimumEffect)
    expect((await plan('trialHeading', 'goal=form_submission')).baselineRate).toBeNull()
  })

  it('a plan refuses shares of other variants', async () => {
    const answer = await api.app.inject({
      url: '/api/admin/experiments/trialHeading/plan?split=50,50',
      cookies: api.cookies,
    })
    expect([answer.statusCode, answer.json().issues]).toEqual([
      400,
      [
        expect.objectContaining({
          path: 'split',
          message: 'Give 3 shares, for control, freeWeek, askedWeek.',
        }),
      ],
    ])
  })
})

describe('a test of three variants', () => {
  it('a test of three variants goes from start to winner, and its decision stores all three counts', async () => {
    const url = '/api/admin/experiments/trialHeading/start'
    await api.moveTo(ago(20))
    expect((await post(url, { reason: 'Words', baselineRate: 0.1, minimumEffect: 0.05 })).statusCode).toBe(
      200,
    )
    await api.moveTo(NOW)
    const arm = (variant: string, counts: [number, number]) =>
      participants(variant, counts, ago(20), NOW).map(session => ({
        ...session,
        name: `t-${session.name}`,
        test: 'trialHeading',
      }))
    await addSessions(api, [
      ...arm('control', [900, 90]),
      ...arm('freeWeek', [900, 95]),
      ...arm('askedWeek', [900, 220]),
    ])
    const { verdicts } = await read<AbTestStats>('/api/admin/ab-testing-stats')
    const verdict = verdicts.find(({ testName }) => testName === 'trialHeading')
    expect(verdict).toMatchObject({
      state: 'treatment',
      winner: 'askedWeek',
      leading: 'askedWeek',
      sawBoth: 0,
    })
    expect(verdict?.arms.map(({ comparison }) => comparison !== null)).toEqual([false, true, true])
    expect(verdict?.difference).toBe(verdict?.arms[2]?.comparison?.difference)
    const [run] = await read<{ decision: object }[]>('/api/admin/experiments/trialHeading/runs')
    expect(run?.decision).toMatchObject({
      outcome: 'treatment',
      winner: 'askedWeek',
      arms: [
        { variant: 'control', visitors: 900, converters: 90 },
        { variant: 'freeWeek', visitors: 900, converters: 95 },
        { variant: 'askedWeek', visitors: 900, converters: 220 },
      ],
    })
  })
})

describe('the guardrails of page speed and engagement', () => {
  const quality = (variant: string, type: string, n: number, value = 0) => {
    const at = '2026-03-20 12:00:00'
    const row = {
      session_quarter_hour: at,
      model: 'variant_quality',
      at,
      type,
      test_name: 'landingPage',
      variant,
    }
    return { ...row, value, n, version: 1, gone: 0 }
  }
  const measure = async (slow: number, bounces: number) => {
    await startAt(ago(20), {})
    await addSessions(api, [{ name: 'one', saw: [['control', ago(10)]], converted: [] }])
    await api.clickhouse.insert({
      table: `${api.db}.session_sums`,
      values: [
        ...[quality('control', 'lcp', 3_000, 180), quality('control', 'lcp', 1_000, 190)],
        ...[quality('v2', 'lcp', 4_000 - slow, 180), quality('v2', 'lcp', slow, 190)],
        ...[quality('control', 'engaged', 3_000), quality('control', 'bounce', 1_000)],
        ...[quality('v2', 'engaged', 4_000 - bounces), quality('v2', 'bounce', bounces)],
      ],
      format: 'JSONEachRow',
    })
    return read<ExperimentDetails>(DETAILS)
  }
  const fell = ({ guards }: ExperimentDetails, what: string) =>
    guards.find(guard => guard.what === what)?.arms.map(arm => arm.fell)

  it('the guardrails warn of a variant with significantly slower pages or more bounces', async () => {
    const details = await measure(2_500, 2_000)
    expect([fell(details, 'fast_pages'), fell(details, 'stayed')]).toEqual([
      [false, true],
      [false, true],
    ])
    expect(details.warning).toMatch(/fewer visitors stay.*pages load slower/)
  })

  it('the guardrails ignore a difference by chance', async () => {
    const details = await measure(1_040, 1_030)
    expect([fell(details, 'fast_pages'), fell(details, 'stayed'), details.warning]).toEqual([
      [false, false],
      [false, false],
      '',
    ])
  })
})
