import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { expect, test } from 'vitest'
import { firstOf, namedActions, otherActions } from './actions.ts'
import { experimentOf } from './testing.ts'

const labels = (experiment: Experiment) => namedActions(experiment).map(({ label }) => label)
const late = { plan: { daysLeft: 0, targetVisitors: 5000 } as Verdict['plan'] }

test.each<[Partial<Verdict>, string[]]>([
  [{ state: 'treatment', winner: 'b' }, ['Show Page B to everyone and end the test']],
  [{ state: 'control', winner: 'a' }, ['Keep The Original and end the test']],
  [{ state: 'no_difference' }, ['Keep The Original and end the test']],
  [{ state: 'split_broken' }, ['Look into the split']],
  [{ state: 'collecting' }, []],
  [{ state: 'undecided' }, []],
  [{ state: 'undecided', ...late }, ['Keep The Original and end the test']],
])('the verdict %j names %j', (verdict, named) => expect(labels(experimentOf({ verdict }))).toEqual(named))

test('of five variants the winner is named, whichever it is', () => {
  const verdict = { state: 'treatment', winner: 'd' } as const
  expect(namedActions(experimentOf({ of: 5, verdict }))).toEqual([
    { kind: 'end', winner: 'd', label: 'Show Page D to everyone and end the test' },
  ])
})

test.each<[Partial<Experiment>, string[]]>([
  [{ state: 'planned' }, ['Start the test…', 'Archive…']],
  [{ state: 'running' }, ['Start a new run…', 'Pause…', 'End the test…']],
  [{ state: 'paused' }, ['Go on…', 'End the test…']],
  [{ state: 'ended', winner: 'b' }, ['Start a new run…', 'Call Page B back…', 'Archive…']],
  [{ state: 'ended', winner: 'a' }, ['Start a new run…', 'Open it again…', 'Archive…']],
  [{ state: 'archived', winner: 'b' }, ['Take out of the archive…']],
])('%j can be steered by %j', (given, steps) => {
  expect(otherActions(experimentOf(given)).map(({ label }) => label)).toEqual(steps)
})

test('no step is offered twice, and every allowed one is offered', () => {
  for (const state of ['treatment', 'undecided', 'split_broken'] as const) {
    const experiment = experimentOf({ verdict: { state, winner: 'b' } })
    const kinds = [...namedActions(experiment), ...otherActions(experiment)].map(({ kind }) => kind)
    expect(new Set(kinds).size).toBe(kinds.length)
    expect(kinds).toEqual(expect.arrayContaining(experiment.steps))
  }
})

test('what stands out is what the verdict names, or how a test that stands still begins or goes on', () => {
  expect(firstOf(experimentOf({ verdict: { state: 'treatment', winner: 'b' } }))).toBe('end')
  expect(firstOf(experimentOf({ verdict: { state: 'split_broken' } }))).toBe('look')
  expect(firstOf(experimentOf({ verdict: { state: 'collecting' } }))).toBeUndefined()
  expect(firstOf(experimentOf({ state: 'planned', verdict: null }))).toBe('start')
  expect(firstOf(experimentOf({ state: 'paused' }))).toBe('resume')
  for (const state of ['ended', 'archived'] as const) expect(firstOf(experimentOf({ state }))).toBeUndefined()
})

test('an end of a test that stands still begins with the winner', () => {
  const verdict = { state: 'treatment', winner: 'b' } as const
  const end = otherActions(experimentOf({ state: 'paused', verdict })).find(({ kind }) => kind === 'end')
  expect(end?.winner).toBe('b')
})
