/** Each comparison equals a call for the comparison period itself. */
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { conversion, recordsOf, visit } from '@firsttouch/projector/testing/events'
import { lookingAt } from '@firsttouch/projector/testing/looking-at'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPARISONS } from '../contract/range.ts'
import { openStaffApi, type StaffApi } from '../testing/api.ts'
import { CONTACT, postForm } from '../testing/forms.ts'

const NOON = Date.parse('2026-03-31T11:00:00.000Z')
const DAY = 86_400_000
const DAYS = 470
const dayOf = (back: number): string => new Date(NOON - back * DAY).toISOString().slice(0, 10)

let api: StaffApi
beforeAll(async () => {
  api = await openStaffApi()
  const events = Array.from({ length: DAYS }, (_, back) => {
    const at = NOON - back * DAY - 60_000
    const sessionId = `utm_${at}_s${back}`
    const visits = Array.from({ length: (back % 5) + 1 }, (_, n) => visit({ sessionId, at: at + n * 1000 }))
    return back % 3 === 0 ? [...visits, conversion({ sessionId, at: at + 9_000 })] : visits
  }).flat()
  const tables = ['session_events', 'session_minutes', 'session_sums', 'event_minutes', 'event_sums']
  await project(recordsOf(events, 0), { store: lookingAt(openStore(api.clickhouse, api.db), ...tables) })
  const entries = []
  for (let back = 1; back < DAYS; back += 13) {
    api.clock.now = new Date(NOON - back * DAY)
    await postForm(api.app, 'contact', { ...CONTACT, email: `l${back}@example.com` })
    entries.push({ date: dayOf(back), utmCampaign: 'spring', cost: back })
  }
  await api.moveTo(new Date(NOON))
  await api.call('POST', 'spend', { entries })
})
afterAll(() => api.close())

const get = async (path: string) => {
  const answer = await api.call('GET', path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

describe.each(COMPARISONS.filter(compare => compare !== 'none'))('compared by %s', compare => {
  test.each([
    ['one day', 20, 20],
    ['a week', 16, 10],
    ['a month', 40, 10],
    ['eleven weeks and a day', 80, 3],
  ])('%s', async (_, first, last) => {
    const days = `from=${dayOf(first)}&to=${dayOf(last)}`
    const [series, pages, funnel] = await Promise.all(
      ['timeseries', 'landing-pages', 'funnel'].map(call => get(`${call}?${days}&compare=${compare}`)),
    )
    const { from, to } = series.previous
    const alone = await Promise.all(
      ['timeseries', 'landing-pages', 'funnel'].map(call => get(`${call}?from=${from}&to=${to}`)),
    )
    expect(series.previous).toMatchObject(alone[0].totals)
    const points = series.points.map(({ previous }: { previous: unknown }) => previous)
    const own = alone[0].points.map(({ previous: _, ...point }: { previous: unknown }) => point)
    expect(points).toEqual(own)
    expect([pages.previous, funnel.previous]).toMatchObject([
      { from, to },
      { from, to },
    ])
    expect(pages.pages[0].previous.visits).toBe(alone[1].totals.visits)
    expect(funnel.previous.cost).toBe(alone[2].cost)
    expect(funnel.steps.map(({ previous }: { previous: { count: number } }) => previous.count)).toEqual(
      alone[2].steps.map(({ count }: { count: number }) => count),
    )
  })
})

test('without a comparison no call answers earlier figures', async () => {
  const days = `from=${dayOf(16)}&to=${dayOf(10)}&compare=none`
  for (const call of ['timeseries', 'landing-pages', 'funnel'])
    expect((await get(`${call}?${days}`)).previous, call).toBeNull()
})

test('a named period is resolved by the server, and excludes explicit days', async () => {
  expect((await get('timeseries?period=last-month')).range).toMatchObject({
    from: '2026-02-01',
    to: '2026-02-28',
  })
  const refused = await api.call('GET', 'timeseries?period=last-month&days=7')
  expect(refused.statusCode).toBe(400)
  expect(refused.json().issues).toMatchObject([
    { message: 'Send only one of these: period; days; from and to' },
  ])
})
