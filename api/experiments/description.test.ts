import type { Experiment } from '@firsttouch/ingest/experiments'
import { expect, test } from 'vitest'
import type { Verdict } from '../contract/experiments/results.ts'
import { changeInWords, dueStep, notKnown, shownTo } from './description.ts'

const declared = (path = '/'): Experiment => ({
  ...{ name: 'test', title: 'Test', path, initially: 'planned' },
  variants: [
    { name: 'a', label: 'The Original', weight: 50 },
    { name: 'b', label: 'Page B', weight: 50 },
  ],
})
const HALVES = { a: 50, b: 50 }
type Shown = Parameters<typeof shownTo>[1]
/** 00:30 on 4 June in London. */
const newest = { at: new Date('2026-06-03T23:30:00.000Z') }

test.each<[Partial<Shown>, string, string?]>([
  [
    { state: 'running', newest },
    'New visitors to the front page are split: The Original 50% and Page B 50%.',
  ],
  [
    { state: 'running', shares: { a: 200 / 3, b: 100 / 3 } },
    'New visitors to the page /trial-signup are split: The Original 66.67% and Page B 33.33%.',
    '/trial-signup',
  ],
  [
    { state: 'paused', newest },
    'Paused: everyone sees The Original (since 4 Jun 2026), and no visitor is counted.',
  ],
  [{ state: 'planned' }, 'Not started: everyone sees The Original, and no visitor is counted.'],
  [{ state: 'ended', winner: 'b', newest }, 'Ended: everyone sees Page B (since 4 Jun 2026).'],
  [{ state: 'ended', newest }, 'Ended without a winner: everyone sees The Original (since 4 Jun 2026).'],
  [{ state: 'archived', winner: 'b', newest }, 'Ended: everyone sees Page B.'],
])('an experiment that is %j is described as: %s', (given, words, path) => {
  const all = { state: 'running' as const, winner: null, shares: HALVES, newest: null, ...given }
  expect(shownTo(declared(path), all, 'Europe/London')).toBe(words)
})

const verdict = (given: object): Verdict =>
  ({
    ...{ state: 'undecided', winner: null, sentence: 'No difference is proven yet: 1 and 2.' },
    ...{ arms: [{ visitors: 1000 }, { visitors: 2000 }], plan: { targetVisitors: 5000 } },
    advice: { tone: 'wait', words: 'Wait' },
    ...given,
  }) as unknown as Verdict

test.each<[string, object | null, string | null, string]>([
  ['the winner is shown', { state: 'treatment', winner: 'b' }, 'b', ''],
  ['the run with the winner is followed by a new run', { state: 'treatment', winner: 'b' }, null, ''],
  ['the variants do not differ and one of them is shown', { state: 'no_difference' }, 'a', ''],
  [
    'the control is shown though it lost',
    { state: 'treatment', winner: 'b', sentence: 'Page B is the winner: it converts 5%.' },
    'a',
    'The verdict does not recommend this step. After 3,000 of 5,000 planned visitors, it says: “Page B is the winner”.',
  ],
  [
    'it is too early',
    {},
    'b',
    'The verdict does not recommend this step. After 3,000 of 5,000 planned visitors, it says: “No difference is proven yet”.',
  ],
  [
    'the planned size is unknown',
    { plan: { targetVisitors: null } },
    null,
    'The verdict does not recommend this step. After 3,000 visitors, it says: “No difference is proven yet”.',
  ],
  ['analytics are unavailable', null, 'b', 'Analytics are unavailable, so the verdict is unknown.'],
])('the note on what was unproven at the end of a run is right if %s', (_, given, shown, sentence) => {
  expect(notKnown(given && verdict(given), shown)).toBe(sentence)
})

test('the due step is a start before the first run, and an end if the verdict recommends one', () => {
  expect(dueStep('planned', null)).toBe('start')
  expect(dueStep('paused', verdict({}))).toBe('resume')
  const due = (tone: string) => dueStep('running', verdict({ advice: { tone, words: '' } }))
  expect(['wait', 'choose', 'act', 'alarm'].map(due)).toEqual([null, 'end', 'end', null])
  expect([dueStep('running', null), dueStep('ended', verdict({})), dueStep('archived', null)]).toEqual([
    null,
    null,
    null,
  ])
})

test.each<[Partial<Parameters<typeof changeInWords>[1]>, string]>([
  [{ step: 'start', shares: { b: 20, a: 80 } }, 'Started a run: The Original 80% and Page B 20%.'],
  [{ step: 'start', shares: { gone: 20, a: 80 } }, 'Started a run: The Original 80% and gone 20%.'],
  [{ step: 'pause' }, 'Paused: everyone sees The Original.'],
  [{ step: 'resume' }, 'Resumed: The Original 50% and Page B 50%.'],
  [{ step: 'end', winner: 'b' }, 'Ended: everyone sees Page B.'],
  [{ step: 'end' }, 'Ended without a winner: everyone sees The Original.'],
  [{ step: 'reopen' }, 'Repeated as a new run: The Original 50% and Page B 50%.'],
  [{ step: 'reopen', state: 'ended' }, 'Restored from the archive.'],
  [{ step: 'archive' }, 'Archived.'],
])('the change %j is described as: %s', (change, words) => {
  const all = { step: 'start' as const, state: 'running' as const, winner: null, shares: HALVES, ...change }
  expect(changeInWords(declared(), all)).toBe(words)
})
