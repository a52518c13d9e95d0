import { expect, test } from 'vitest'
import { DEFAULT_PLAN, type RunSoFar, targetOf } from './run.ts'
import { adviceOn, leftOf, planInWords } from './verdict.ts'

const BEGAN = new Date('2026-03-09T12:00:00Z')
const input = (given: Partial<RunSoFar> = {}, visitors = 10): RunSoFar => ({
  ...{ testName: 'test', now: BEGAN, startedAt: BEGAN, underWaySince: BEGAN, sawBoth: 0 },
  ...{ plan: DEFAULT_PLAN, target: targetOf(DEFAULT_PLAN), dailyVisitors: 1, decision: null },
  arms: [
    { variant: 'a', label: 'The Original', visitors, converters: 0 },
    { variant: 'b', label: 'Page B', visitors, converters: 0 },
  ],
  ...given,
})
type Read = Parameters<typeof adviceOn>[1]
const read = (given: Partial<Read>): Read => ({
  ...{ state: 'undecided', winner: null, interval: null, daysRun: 13 },
  ...given,
})

test.each<[Partial<Read>, number | null, string]>([
  [{ state: 'split_broken' }, null, 'alarm: Check the traffic split, then start a new run'],
  [{ state: 'treatment', winner: 'b' }, null, 'act: Show everyone Page B'],
  [{ state: 'control', winner: 'a' }, null, 'act: Keep The Original'],
  [{ state: 'no_difference' }, null, 'act: Keep whichever variant you prefer'],
  [{ state: 'collecting' }, null, 'wait: Wait'],
  [{}, 1, 'wait: Wait'],
  [{}, 0, 'choose: End the test, or give it longer'],
  [{}, null, 'choose: Bring more visitors, or end the test'],
  [{ interval: [0.01, 0.02] }, 0, 'wait: Wait'],
  [{ interval: [-0.02, -0.01] }, null, 'wait: Wait'],
  [{ interval: [0.01, 0.02], daysRun: 14 }, 0, 'choose: End the test, or give it longer'],
  [{ interval: [0, 0.01] }, null, 'choose: Bring more visitors, or end the test'],
  [{ interval: [-0.01, 0] }, null, 'choose: Bring more visitors, or end the test'],
])('the verdict %j with %s days left advises: %s', (given, left, advice) => {
  const { tone, words } = adviceOn(input(), read(given), left)
  expect(`${tone}: ${words}`).toBe(advice)
})

test('a run without visitors gives no advice', () => {
  expect(adviceOn(input({}, 0), read({ state: 'collecting' }), null).words).toBe('Nothing to do yet')
})

test('the remaining wait is in days, and the longest condition decides', () => {
  const left = (days: number | null, given: Partial<Read> = {}, so: Partial<RunSoFar> = {}) =>
    leftOf(input(so), read(given), days)
  expect([left(12), left(0), left(null)]).toEqual([
    'about 12 days left',
    'Planned end reached',
    'No end in sight at this pace',
  ])
  expect(left(30, { interval: [0.01, 0.02], daysRun: 5 })).toBe('Verdict in about 9 days')
  expect([left(12, {}, { target: null }), left(12, {}, { startedAt: null })]).toEqual(['', ''])
})

test('a size names the effect that it finds', () => {
  expect(planInWords(input())).toBe(
    'The planned visitors are enough to find a difference of 10 in every 1,000 visitors.',
  )
  expect(planInWords(input({ target: null }))).toBe(
    'The planned size of the run depends on the traffic in its first week.',
  )
})
