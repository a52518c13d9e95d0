import type { Run } from '@firsttouch/api/contract/experiments/results'
import { expect, test } from 'vitest'
import { outcomeOf, spanOf } from './run-words.ts'

const run = (more: Partial<Run>) => ({ startedAt: null, endedAt: null, decision: null, ...more }) as Run
const labels = { control: 'Old page', treatment: 'New page' }
const counts = {
  at: '2026-02-14T10:00:00.000Z',
  winner: null,
  arms: [],
  control: { visitors: 200, converters: 10 },
  treatment: { visitors: 0, converters: 0 },
}
const at = '2026-02-01T00:00:00.000Z'

test('a run without a decision is running or ended', () => {
  expect(outcomeOf(run({}), labels)).toBe('Running, no result yet.')
  expect(outcomeOf(run({ endedAt: at }), labels)).toBe('Ended without a result.')
})

test.each([
  ['treatment', 'New page converts better'],
  ['control', 'Old page converts better'],
  ['no_difference', 'No difference worth having'],
] as const)('a run that ended with %s says: %s', (outcome, found) => {
  expect(outcomeOf(run({ decision: { outcome, ...counts } }), labels)).toBe(
    `${found}: 5.00% with Old page, – with New page. Decided on 14 Feb 2026.`,
  )
})

test.each([
  [run({}), 'From the first visitor to now'],
  [run({ startedAt: at }), 'From 1 Feb 2026 to now'],
  [run({ startedAt: at, endedAt: counts.at }), 'From 1 Feb 2026 to 14 Feb 2026'],
])('when run %# was', (one, words) => expect(spanOf(one)).toBe(words))
