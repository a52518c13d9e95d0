import { beforeEach, describe, expect, it } from 'vitest'
import type { AbTestStats, HistoryPoint } from '../contract/experiments/results.ts'
import { openStaffApi } from '../testing/api.ts'
import { addSessions, clearSessions, participants } from '../testing/participants.ts'

const DAY = 86_400_000
const HISTORY = '/api/admin/experiments/landingPage/history'
const NOW = new Date('2026-03-29T12:00:00.000Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)

const api = await openStaffApi()
beforeEach(async () => {
  await clearSessions(api)
  await api.moveTo(NOW)
})

const read = (url: string) => api.app.inject({ url, cookies: api.cookies })
const points = async (): Promise<HistoryPoint[]> => (await read(HISTORY)).json().points
const verdict = async () =>
  (await read('/api/admin/ab-testing-stats')).json<AbTestStats>().verdicts.find(Boolean)

describe('the history of an experiment', () => {
  it('the history is empty without visitors', async () => {
    expect((await read(HISTORY)).json()).toEqual({ testName: 'landingPage', points: [] })
  })

  it('the history grows with the visitors and ends with the verdict', async () => {
    await addSessions(api, [
      ...participants('control', [1000, 100], ago(20), NOW),
      ...participants('v2', [1000, 120], ago(20), NOW),
      {
        name: 'both',
        saw: [
          ['control', ago(9)],
          ['v2', ago(8)],
        ],
      },
      { name: 'elsewhere', test: 'trialHeading', saw: [['control', ago(7)]], converted: [[ago(6)]] },
    ])
    const all = await points()
    const now = await verdict()
    expect(all.length).toBeGreaterThan(30)
    expect(all.length).toBeLessThanOrEqual(61)
    expect(all.map(point => point.at)).toEqual(all.map(point => point.at).toSorted())
    // Each variant gets one visitor every 28.8 minutes.
    const comeBefore = (at: string) => Math.ceil((new Date(at).getTime() - ago(20).getTime()) / (0.02 * DAY))
    expect(all.map(point => point.arms[0]?.visitors)).toEqual(all.map(point => comeBefore(point.at)))
    expect(all.map(point => point.arms[1]?.visitors)).toEqual(all.map(point => comeBefore(point.at)))
    expect(all.at(-1)).toEqual({
      at: NOW.toISOString(),
      arms: [
        { variant: 'control', visitors: 1000, converters: 100, difference: null, interval: null },
        {
          variant: 'v2',
          visitors: 1000,
          converters: 120,
          difference: now?.difference,
          interval: now?.interval,
        },
      ],
    })
  })

  it('the history has no difference before both variants have enough data', async () => {
    await addSessions(api, [
      ...participants('control', [300, 300], ago(18), ago(10)),
      ...participants('control', [300, 0], ago(10), NOW),
      ...participants('v2', [600, 300], ago(18), NOW),
    ])
    const all = await points()
    expect(all[0]?.arms[1]).toMatchObject({ difference: null, interval: null })
    expect(all.at(-1)?.arms[1]?.interval).not.toBeNull()
  })

  it('the history counts only the run’s visitors if the run began within a quarter-hour', async () => {
    const start = new Date(ago(20).getTime() + 7 * 60_000)
    await api.moveTo(start)
    await api.app.inject({
      method: 'POST',
      url: '/api/admin/experiments/landingPage/runs',
      cookies: api.cookies,
      body: { primaryConversionTypes: ['form_submission'] },
    })
    await api.moveTo(NOW)
    const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
    await addSessions(api, [
      { name: 'before', saw: [['control', after(-2)]] },
      { name: 'first', saw: [['control', after(1)]], converted: [[after(2), 'form_submission']] },
      { name: 'other', saw: [['control', after(3)]], converted: [[after(4), 'button_click']] },
      ...participants('v2', [200, 0], after(5), NOW),
    ])
    const all = await points()
    expect(all[0]?.arms[0]).toMatchObject({ visitors: 2, converters: 1 })
    expect(all.at(-1)?.arms).toMatchObject([
      { visitors: 2, converters: 1 },
      { visitors: 200, converters: 0 },
    ])
  })

  it('the history ignores a browser clock that was weeks behind, and ends at the current time', async () => {
    await addSessions(api, [
      { name: 'stray', saw: [['control', ago(29)]] },
      ...participants('control', [400, 40], ago(5), NOW),
      ...participants('v2', [400, 40], ago(5), NOW),
      { name: 'ahead', saw: [['v2', ago(-0.5)]] },
    ])
    const all = await points()
    expect(new Date(all[0]?.at ?? 0) > ago(5.1)).toBe(true)
    expect(all[0]?.arms[0]?.visitors).toBeLessThan(20)
    const beforeLast = all.at(-2)
    const since = new Date(beforeLast?.at ?? 0).getTime() - ago(5).getTime()
    expect(beforeLast?.arms[1]?.visitors).toBe(Math.ceil(since / (18 * 60_000)))
    expect(all.at(-1)).toMatchObject({
      at: NOW.toISOString(),
      arms: [{ visitors: 401 }, { visitors: 401 }],
    })
  })

  it('the history exists for declared tests and staff only', async () => {
    expect((await read('/api/admin/experiments/nothing/history')).statusCode).toBe(404)
    expect((await api.app.inject({ url: HISTORY })).statusCode).toBe(401)
  })
})
