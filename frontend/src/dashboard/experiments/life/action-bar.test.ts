import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { expect, test } from 'vitest'
import { buttonsOf } from './action-bar.tsx'
import { experimentOf } from './testing.ts'

const labels = (experiment: Experiment) => buttonsOf(experiment).map(({ label }) => label)
const due = (experiment: Experiment) =>
  buttonsOf(experiment).flatMap(({ step, isDue }) => (isDue ? [step] : []))
const late = { plan: { daysLeft: 0, targetVisitors: 5000 } as Verdict['plan'] }

test.each<[Partial<Verdict>, string]>([
  [{ state: 'treatment', winner: 'b' }, 'Show Page B to everyone and end the test'],
  [{ state: 'control', winner: 'a' }, 'Keep The Original and end the test'],
  [{ state: 'no_difference' }, 'Keep The Original and end the test'],
  [{ state: 'undecided', ...late }, 'Keep The Original and end the test'],
])('the verdict %j advises the first button: %s', (verdict, label) => {
  const experiment = experimentOf({ verdict })
  expect(labels(experiment)).toEqual([label, 'Start a new run…', 'Pause the test…'])
  expect(due(experiment)).toEqual(['end'])
})

test.each<Partial<Verdict>>([{ state: 'split_broken' }, { state: 'collecting' }, { state: 'undecided' }])(
  'the verdict %j advises no step',
  verdict => {
    const experiment = experimentOf({ verdict })
    expect(labels(experiment)).toEqual(['Start a new run…', 'Pause the test…', 'End the test…'])
    expect(due(experiment)).toEqual([])
  },
)

test('of five variants the winner is named, whichever it is', () => {
  const verdict = { state: 'treatment', winner: 'd' } as const
  expect(labels(experimentOf({ of: 5, verdict }))[0]).toBe('Show Page D to everyone and end the test')
})

test.each<[Partial<Experiment>, string[]]>([
  [{ state: 'planned' }, ['Start the test…', 'Archive the test…']],
  [{ state: 'running' }, ['Start a new run…', 'Pause the test…', 'End the test…']],
  [{ state: 'paused' }, ['Resume the test…', 'End the test…']],
  [{ state: 'ended', winner: 'b' }, ['Start a new run…', 'Reopen the test…', 'Archive the test…']],
  [{ state: 'archived', winner: 'b' }, ['Take the test out of the archive…']],
])('%j can be steered by %j', (given, steps) => {
  expect(labels(experimentOf(given))).toEqual(steps)
})

test('a test that stands still begins or resumes by the button that stands out', () => {
  expect(due(experimentOf({ state: 'planned', verdict: null }))).toEqual(['start'])
  expect(due(experimentOf({ state: 'paused' }))).toEqual(['resume'])
  for (const state of ['ended', 'archived'] as const) expect(due(experimentOf({ state }))).toEqual([])
})
