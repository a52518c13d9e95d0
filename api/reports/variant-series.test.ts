import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type VariantSeries, variantSeries } from '../contract/timeseries.ts'
import { openStaffApi, type StaffApi } from '../testing/api.ts'
import {
  addSessions,
  clearSessions,
  participants,
  refreshArms,
  type Session,
} from '../testing/participants.ts'

let api: StaffApi
beforeAll(async () => {
  api = await openStaffApi()
})
afterAll(() => api.close())
beforeEach(() => clearSessions(api))

const ask = async (query: string): Promise<VariantSeries> => {
  const answer = await api.app.inject({ url: `/api/admin/variant-series?${query}`, cookies: api.cookies })
  return variantSeries.parse(answer.json())
}
/** Visitors and converters of each step. */
const drawn = ({ tests }: VariantSeries) =>
  Object.fromEntries(
    tests.map(({ testName, variants }) => [
      testName,
      variants.map(({ variant, points }) => [
        variant,
        points.map(({ visitors, converters }) => [visitors, converters]),
      ]),
    ]),
  )
const day = (at: number) =>
  [new Date(Date.UTC(2026, 1, at, 10)), new Date(Date.UTC(2026, 1, at, 11))] as const
const of = (test: string, sessions: Session[]): Session[] =>
  sessions.map(session => ({ ...session, test, name: `${test}-${session.name}` }))

test('each test has its own visitors and converters, by day and variant', async () => {
  await addSessions(api, [
    ...participants('control', [7, 3], ...day(20)),
    ...participants('v2', [6, 4], ...day(20)),
    ...participants('v2', [5, 1], ...day(21)),
    ...of('trialHeading', participants('control', [4, 0], ...day(21))),
    ...['unheard', 'older', 'aside', 'zest'].flatMap(variant =>
      of('trialHeading', participants(variant, [2, 2], ...day(20))),
    ),
    ...of('ended', participants('control', [3, 1], ...day(21))),
    { name: 'robot', saw: [['v2', day(21)[0]]], bot: 1 },
    { name: 'both', saw: [['control', day(20)[0]], ['v2', day(21)[0]]] },
  ]) // biome-ignore format: one session a line
  // Again, which leaves replaced rows beside the later ones.
  await refreshArms(api)
  const answer = await ask('from=2026-02-20&to=2026-02-22')
  expect(answer.tests.map(({ testName }) => testName)).toEqual(['ended', 'landingPage', 'trialHeading'])
  expect(drawn(answer)).toEqual({
    landingPage: [
      ['control', [[7, 3], [0, 0], [0, 0]]],
      ['v2', [[6, 4], [5, 1], [0, 0]]],
    ],
    trialHeading: expect.arrayContaining([
      ['control', [[0, 0], [4, 0], [0, 0]]],
      ['unheard', [[2, 2], [0, 0], [0, 0]]],
    ]),
    ended: [['control', [[0, 0], [3, 1], [0, 0]]]],
  }) // biome-ignore format: a variant a line
  // Those that are declared come first.
  expect(answer.tests[2]?.variants.map(({ variant }) => variant).slice(-4)).toEqual([
    'aside',
    'older',
    'unheard',
    'zest',
  ])
  expect(drawn(await ask('from=2026-02-21&to=2026-02-23')).landingPage).toEqual([
    ['control', [[0, 0], [0, 0], [0, 0]]],
    ['v2', [[5, 1], [0, 0], [0, 0]]],
  ]) // biome-ignore format: a variant a line
})
