import { isAhead } from '@firsttouch/api/contract/experiments/not-known'
import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { expect, test } from 'vitest'
import { adviceOn, hasReading, isDecided, partsOf } from './advice.ts'

type Given = {
  visitors?: number
  daysLeft?: number | null
  interval?: [number, number] | null
  daysRun?: number
}
const verdict = (
  state: Verdict['state'],
  { visitors = 10, daysLeft = null, interval = null, daysRun = 13 }: Given = {},
) =>
  ({
    ...{ testName: 'landingPage', state, interval, daysRun },
    winner: state === 'treatment' ? 'v2' : null,
    plan: { daysLeft },
    arms: [
      { variant: 'control', visitors },
      { variant: 'v2', visitors: 0 },
    ],
  }) as unknown as Verdict

test.each([
  [verdict('split_broken'), 'alarm', 'Stop and have it checked'],
  [verdict('treatment'), 'act', 'Show everyone Optimized Landing Page V2'],
  [verdict('control'), 'act', 'Keep Original Landing Page'],
  [verdict('no_difference'), 'act', 'Keep whichever you prefer'],
  [verdict('collecting', { visitors: 0 }), 'wait', 'Nothing to do yet'],
  [verdict('collecting'), 'wait', 'Wait'],
  [verdict('undecided', { daysLeft: 1 }), 'wait', 'Wait'],
  [verdict('undecided', { daysLeft: 0 }), 'choose', 'End the test, or give it longer'],
  [verdict('undecided'), 'choose', 'Bring more visitors, or end the test'],
  [verdict('undecided', { daysLeft: 0, interval: [0.01, 0.02] }), 'wait', 'Wait'],
  [verdict('undecided', { interval: [-0.02, -0.01] }), 'wait', 'Wait'],
  [
    verdict('undecided', { daysLeft: 0, interval: [0.01, 0.02], daysRun: 14 }),
    'choose',
    'End the test, or give it longer',
  ],
  [verdict('undecided', { interval: [0, 0.01] }), 'choose', 'Bring more visitors, or end the test'],
  [verdict('undecided', { interval: [-0.01, 0] }), 'choose', 'Bring more visitors, or end the test'],
])('advice %#: %s', (given, tone, words) => expect(adviceOn(given)).toEqual({ tone, words }))

test('only an undecided test can be ahead, and only one with both variants and a sound split has a reading', () => {
  const interval: [number, number] = [0.01, 0.02]
  const states = ['collecting', 'split_broken', 'undecided', 'treatment', 'control', 'no_difference'] as const
  expect(states.filter(state => isAhead(verdict(state, { interval })))).toEqual(['undecided'])
  expect(states.filter(state => hasReading(verdict(state, { interval })))).toEqual(states.slice(2))
  expect(states.filter(state => hasReading(verdict(state)))).toEqual([])
  expect(states.filter(state => isDecided(verdict(state)))).toEqual(states.slice(3))
})

test('a finding stands alone, and what follows begins anew', () => {
  expect(partsOf('B is better: show it to everyone.')).toEqual({
    finding: 'B is better.',
    rest: 'Show it to everyone.',
  })
  expect(partsOf('Nothing yet.')).toEqual({ finding: 'Nothing yet.', rest: '' })
})
