import type { Run } from '@firsttouch/api/contract/experiments/results'
import { expect, test } from 'vitest'
import { outcomeOf, planOf, spanOf } from './runs.tsx'

const run = (more: Partial<Run>) =>
  ({
    ...{ testName: 'landingPage', startedAt: null, endedAt: null, decision: null, goal: 'any' },
    ...{ variants: ['control', 'v2'], split: [50, 50], targetVisitors: null, minimumEffect: 0.01 },
    ...more,
  }) as Run
const counts = {
  at: '2026-02-14T10:00:00.000Z',
  arms: [
    { variant: 'control', visitors: 200, converters: 10 },
    { variant: 'v2', visitors: 0, converters: 0 },
  ],
}
const at = '2026-02-01T00:00:00.000Z'

test('a run without a decision has no result', () => {
  expect(outcomeOf(run({}))).toBe('No result yet.')
  expect(outcomeOf(run({ endedAt: at }))).toBe('Ended without a result.')
})

test.each([
  ['treatment', 'v2', 'Optimized Landing Page V2 converts better'],
  ['treatment', 'v3', 'v3 converts better'],
  ['control', 'control', 'Original Landing Page converts better'],
  ['no_difference', null, 'No difference worth having'],
] as const)('a run that ended with %s (%s) says: %s', (outcome, winner, found) => {
  expect(outcomeOf(run({ decision: { outcome, winner, ...counts } }))).toBe(
    `${found}: 5.00% with Original Landing Page, – with Optimized Landing Page V2. Decided on 14 Feb 2026.`,
  )
})

test.each<[Partial<Run>, string]>([
  [{}, 'Without a planned size'],
  [{ targetVisitors: 31_232 }, '31,232 visitors, to find 1 more in every 100 visitors'],
  [{ goal: 'qualified_lead' }, 'Without a planned size; goal: A lead that staff called qualified'],
])('the plan %j is told as: %s', (more, words) => expect(planOf(run(more))).toBe(words))

test.each([
  [run({}), 'From the first visitor to now'],
  [run({ startedAt: at }), 'From 1 Feb 2026 to now'],
  [run({ startedAt: at, endedAt: counts.at }), 'From 1 Feb 2026 to 14 Feb 2026'],
])('when run %# was', (one, words) => expect(spanOf(one)).toBe(words))
