import { beforeEach, expect, test } from 'vitest'
import { isIn } from '../read-model/ranges.ts'
import { openTestApi } from '../testing/api.ts'
import { addSessions, clearSessions, participants, type Session } from '../testing/participants.ts'
import { readModelOf } from '../testing/read-model.ts'
import { seededRandom } from '../testing/simulation.ts'
import type { Period } from './life/periods.ts'
import { countParticipants, type ParticipantsOf } from './participants.ts'
import { cut, rangesOf } from './periods.ts'

const NOW = new Date('2026-03-20T12:00:00.000Z')
const at = (time: string) => new Date(`2026-03-${time}Z`)

const api = await openTestApi()
const readModel = readModelOf(api, NOW)
beforeEach(() => clearSessions(api))

const count = (of: Partial<ParticipantsOf> = {}) =>
  countParticipants(readModel, {
    testName: 'landingPage',
    periods: [{ from: null, to: null }],
    goal: 'any',
    conversionTypes: [],
    now: NOW,
    ...of,
  })
const since = (from: Date): Period[] => [{ from, to: null }]
const arms = (crowd: { arms: Map<string, object> }) => Object.fromEntries(crowd.arms)

/** Marks an exposure as erased by a later row. */
const erase = (session: string, variant: string, minute: string) =>
  api.clickhouse.insert({
    table: `${api.db}.session_events`,
    values: [
      {
        ...{ minute, kind: 'exposure', session, at: minute, bot: 0, test_name: 'landingPage', variant },
        ...{ version: 2, gone: 1 },
      },
    ],
    format: 'JSONEachRow',
  })

test('without events there are no participants', async () => {
  expect(await count()).toEqual({
    arms: new Map(),
    tally: new Map(),
    sawBoth: 0,
    firstExposure: null,
    underWaySince: null,
    underWayMs: 0,
    dailyVisitors: 0,
  })
})

test('repeated and late rows change nothing', async () => {
  const sessions = [
    ...participants('control', [30, 7], at('01T00:00:00.000'), at('03T00:00:00.000')),
    ...participants('v2', [20, 9], at('01T00:00:00.000'), at('03T00:00:00.000')),
  ]
  await addSessions(api, sessions)
  const once = await count()
  await addSessions(api, sessions.toReversed())
  await addSessions(api, sessions.slice(10, 40))
  expect(await count()).toEqual(once)
  expect(arms(once)).toEqual({
    control: { visitors: 30, converters: 7 },
    v2: { visitors: 20, converters: 9 },
  })
})

test('an undeclared variant is counted like a declared one', async () => {
  await addSessions(api, [
    { name: 'old', saw: [['v1', at('02T10:00:00.000')]] },
    { name: 'old and new', saw: [['v1', at('02T10:00:00.000')], ['v2', at('03T10:00:00.000')]] },
  ]) // biome-ignore format: one session a line
  expect(await count()).toMatchObject({
    arms: new Map([['v1', { visitors: 1, converters: 0 }]]),
    sawBoth: 1,
  })
})

test('the first visitor of a run came after the start, even within the quarter-hour of the start', async () => {
  const start = at('05T00:07:30.250')
  await addSessions(api, [
    { name: 'just before', saw: [['control', at('05T00:07:30.249')]] },
    { name: 'at the start', saw: [['control', start]], converted: [[start]] },
    { name: 'same quarter-hour', saw: [['v2', at('05T00:14:59.999')]], converted: [[at('05T00:14:00.000')]] },
    { name: 'next quarter-hour', saw: [['v2', at('05T00:15:00.000')]], converted: [[at('05T00:15:00.000')]] },
    { name: 'before, and again', saw: [['v2', at('04T10:00:00.000')], ['v2', at('05T00:10:00.000')]] },
    { name: 'both', saw: [['v2', at('05T00:10:00.000')], ['control', at('09T00:10:00.000')]] },
    { name: 'of two tests', test: 'trialHeading', saw: [['control', at('05T00:07:00.000')]] },
    { name: 'of two tests', saw: [['v2', at('05T00:10:00.000')]] },
    { name: 'a robot at first', saw: [['control', at('05T00:07:00.000')]], bot: 1 },
    { name: 'a robot at first', saw: [['v2', at('05T00:11:00.000')]] },
    { name: 'erased', saw: [['v2', at('05T00:12:00.000')]] },
  ]) // biome-ignore format: one session a line
  await erase('erased', 'v2', '2026-03-05 00:12:00')
  const run = await count({ periods: since(start), now: new Date(start.getTime() + 7 * 86_400_000) })
  expect(arms(run)).toEqual({ control: { visitors: 1, converters: 1 }, v2: { visitors: 4, converters: 1 } })
  expect(run).toMatchObject({ sawBoth: 1, firstExposure: start })
  expect(run.dailyVisitors).toBeCloseTo(5 / 7, 10)
})

test('an active run has no edge at its end, so that no query by session is necessary there', () => {
  expect(cut(rangesOf([{ from: null, to: null }])).edges).toEqual([])
  expect(cut(rangesOf(since(at('05T00:07:30.250')))).edges).toEqual([
    [at('05T00:07:30.250').getTime(), at('05T00:15:00.000').getTime()],
  ])
})

test('for any sessions, periods and types the counts equal those of a simple reference count', async () => {
  const random = seededRandom(6)
  const types = ['button_click', 'form_submission', 'stripe_intent', 'whatsapp_click'] as const
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const moment = () => new Date(at('02T00:00:00.000').getTime() + Math.floor(random() * 4 * 3_600_000))
  const times = (most: number) => Array.from({ length: Math.floor(random() * (most + 1)) }, moment)
  const sessions = Array.from(
    { length: 400 },
    (_, i): Session => ({
      name: `s${i}`,
      saw: times(3).map((time, k) => [
        k === 0 ? pick(['control', 'v2']) : pick(['v2', 'v2', 'control']),
        time,
      ]),
      converted: times(2).map(time => [time, pick(types)]),
      bot: random() < 0.1 ? 1 : 0,
    }),
  )
  await addSessions(api, sessions)
  // A bot's conversions do not count for the session whose id they carry.
  const programs = sessions.map(
    ({ name }): Session => ({ name, saw: [], converted: [[at('09T00:00:00.000')]], bot: 1 }),
  )
  await addSessions(api, programs.slice(0, 200))
  /** Periods of a run: all time, an open range, or periods with pauses of any length, some within one quarter-hour. */
  const periodsOf = (round: number): Period[] => {
    if (round === 0) return [{ from: null, to: null }]
    if (round < 4) return since(moment())
    const edges = Array.from({ length: 2 + Math.floor(random() * 5) }, moment)
      .concat(round % 3 === 0 ? [new Date(at('02T01:00:00.000').getTime() + round)] : [])
      .toSorted((a, b) => a.getTime() - b.getTime())
    return edges.flatMap((from, i) => (i % 2 === 0 ? [{ from, to: edges[i + 1] ?? null }] : []))
  }
  for (let round = 0; round < 24; round++) {
    const periods = periodsOf(round)
    const conversionTypes = types.filter(() => random() < 0.4)
    const run = await count({ periods, conversionTypes })
    expect({ ...arms(run), sawBoth: run.sawBoth, first: run.firstExposure }).toEqual(
      countedByHand(sessions, periods, conversionTypes),
    )
  }
})

const countedByHand = (sessions: Session[], periods: Period[], types: string[]) => {
  const counts: Record<string, { visitors: number; converters: number }> = {}
  let sawBoth = 0
  let first = Number.POSITIVE_INFINITY
  for (const { saw, converted = [], bot } of sessions) {
    const seen = Math.min(...saw.map(([, time]) => time.getTime()))
    if (bot || saw.length === 0 || !isIn(rangesOf(periods), seen)) continue
    const variants = new Set(saw.map(([variant]) => variant))
    if (variants.size > 1) {
      sawBoth++
      continue
    }
    const variant = [...variants].join()
    const arm = counts[variant] ?? { visitors: 0, converters: 0 }
    counts[variant] = arm
    arm.visitors++
    if (
      converted.some(
        ([time, type]) =>
          time.getTime() >= seen &&
          isIn(rangesOf(periods), time.getTime()) &&
          (types.length === 0 || types.includes(type ?? '')),
      )
    )
      arm.converters++
    first = Math.min(first, seen)
  }
  return { ...counts, sawBoth, first: Number.isFinite(first) ? new Date(first) : null }
}

test('a test is under way once 1 % of its visitors have come, even if one browser’s clock is wrong', async () => {
  const [from, to] = [at('10T00:00:00.000'), at('20T00:00:00.000')]
  await addSessions(api, [
    { name: 'clock weeks behind', saw: [['control', new Date('2026-02-20T00:00:00.000Z')]] },
    { name: 'another', saw: [['v2', new Date('2026-02-21T00:00:00.000Z')]] },
    ...participants('control', [500, 10], from, to),
    ...participants('v2', [500, 10], from, to),
  ])
  const { firstExposure, underWaySince } = await count()
  expect(firstExposure).toEqual(new Date('2026-02-20T00:00:00.000Z'))
  expect(underWaySince?.getTime()).toBeGreaterThanOrEqual(from.getTime())
  expect(underWaySince?.getTime()).toBeLessThan(from.getTime() + 4 * 3_600_000)
})

test('the daily visitors are the average of the last seven days, or of the whole run if it is younger', async () => {
  await addSessions(api, participants('control', [130, 0], at('07T12:00:00.000'), NOW))
  expect((await count()).dailyVisitors).toBeCloseTo(10, 0)
  expect((await count({ periods: since(at('18T12:00:00.000')) })).dailyVisitors).toBeCloseTo(10, 0)
  const hourAgo = new Date(NOW.getTime() - 3_600_000 + 1)
  await addSessions(api, participants('v2', [40, 0], hourAgo, new Date(hourAgo.getTime() + 60_000)))
  expect((await count({ periods: since(hourAgo) })).dailyVisitors).toBeGreaterThanOrEqual(40)
  expect((await count({ now: new Date('2026-04-20T12:00:00Z') })).dailyVisitors).toBe(0)
})
