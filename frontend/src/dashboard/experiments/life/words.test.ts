import type { Experiment, ExperimentChange } from '@firsttouch/api/contract/experiments/life'
import { notKnown } from '@firsttouch/api/contract/experiments/not-known'
import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { expect, test } from 'vitest'
import { changeInWords } from './change-list.tsx'
import { verdictInShort, whoSeesWhat } from './state-words.ts'
import { consequencesOf, IN_A_FORM } from './steps.ts'
import { experimentOf, type Given } from './testing.ts'

const RUN = { id: 'r1' } as Experiment['run']

test.each<[Given, string, string]>([
  [
    {},
    'New visitors of the front page are shared out: The Original 50% and Page B 50% since 3 Mar 2026.',
    'Wait',
  ],
  [
    { of: 3, path: '/trial-signup', since: null },
    'New visitors of the page /trial-signup are shared out: The Original 33.33%, Page B 33.33% and Page C 33.33%.',
    'Wait',
  ],
  [
    { state: 'paused' },
    'Paused: everyone sees The Original since 3 Mar 2026, and nobody is counted.',
    'Stopped for now; so far: Wait',
  ],
  [
    { state: 'planned', verdict: null },
    'Not started: everyone sees The Original, and nobody is counted.',
    'Nobody sees it yet',
  ],
  [
    { state: 'ended', winner: 'b' },
    'Ended: everyone sees Page B since 3 Mar 2026.',
    'Page B is shown to everyone',
  ],
  [
    { state: 'ended' },
    'Ended without a winner: everyone sees The Original since 3 Mar 2026.',
    'Ended without a winner',
  ],
  [
    { state: 'archived', winner: 'b', run: RUN },
    'Ended: everyone sees Page B.',
    'Page B is shown to everyone',
  ],
  [{ state: 'archived' }, 'Ended without a winner: everyone sees The Original.', 'It was never started'],
])('%j: %s', (given, who, verdict) => {
  const experiment = experimentOf(given)
  expect(whoSeesWhat(experiment)).toBe(who)
  expect(verdictInShort(experiment)).toBe(verdict)
})

test('every step that visitors notice says when they do, and what becomes of those in a form', () => {
  const seen = [
    consequencesOf('end', experimentOf(), 'b'),
    consequencesOf('pause', experimentOf()),
    consequencesOf('resume', experimentOf({ state: 'paused' })),
    consequencesOf('reopen', experimentOf({ state: 'ended', winner: 'b' })),
  ]
  for (const sentences of seen) {
    expect(sentences.join(' ')).toContain('within ten seconds')
    expect(sentences).toContain(IN_A_FORM)
  }
  for (const unnoticed of [
    consequencesOf('archive', experimentOf({ state: 'ended', winner: 'b' })),
    consequencesOf('reopen', experimentOf({ state: 'archived', winner: 'b' })),
  ])
    expect(unnoticed.join(' ')).toContain('Nothing changes for visitors: everyone goes on seeing Page B.')
})

test('an end names whom everyone sees, also where nobody won', () => {
  expect(consequencesOf('end', experimentOf(), 'b')[0]).toContain('sees Page B,')
  expect(consequencesOf('end', experimentOf(), null)[0]).toContain('sees The Original,')
})

test.each<[string, Partial<Verdict> | null, string | null, string]>([
  ['the winner is shown', { state: 'treatment', winner: 'c' }, 'c', ''],
  ['another than the winner', { state: 'treatment', winner: 'c' }, 'b', 'The verdict was for Page C.'],
  ['the control though it lost', { state: 'treatment', winner: 'c' }, 'a', 'The verdict was for Page C.'],
  ['the control, which won', { state: 'control', winner: 'a' }, 'a', ''],
  ['a loser', { state: 'control', winner: 'a' }, 'b', 'The verdict was for The Original.'],
  ['any, as there is no difference', { state: 'no_difference' }, 'b', ''],
  [
    'too early',
    { state: 'undecided' },
    'b',
    'It was not known yet which variant is best: 3,000 of 5,000 planned visitors had come.',
  ],
  [
    'ahead, in the first week',
    { state: 'undecided', daysRun: 5, interval: [0.01, 0.02] },
    'b',
    'It was not known yet which variant is best: 3,000 of 5,000 planned visitors had come. Two whole weeks were not covered, and weekdays and weekends differ.',
  ],
  [
    'of a broken split',
    { state: 'split_broken' },
    'b',
    'Visitors were not shared out as planned, so the figures could not be compared.',
  ],
  ['of no figures', null, 'b', 'The figures could not be read, so the verdict was not known.'],
])('what is not known at an end: %s', (_, verdict, shown, sentence) => {
  const experiment = experimentOf({ of: 3, verdict })
  expect(notKnown(experiment, experiment.verdict, shown)).toBe(sentence)
})

test.each<[Partial<ExperimentChange>, string]>([
  [{ step: 'start', shares: { b: 20, a: 80 } }, 'Started a run: The Original 80% and Page B 20%.'],
  [{ step: 'start', shares: { gone: 20, a: 80 } }, 'Started a run: The Original 80% and gone 20%.'],
  [{ step: 'pause' }, 'Paused: everyone sees The Original.'],
  [{ step: 'resume', shares: { a: 50, b: 50 } }, 'Resumed: The Original 50% and Page B 50%.'],
  [{ step: 'end', winner: 'b' }, 'Ended: everyone sees Page B.'],
  [{ step: 'end', winner: null }, 'Ended without a winner: everyone sees The Original.'],
  [
    { step: 'reopen', state: 'running', shares: { a: 50, b: 50 } },
    'Reopened as a new run: The Original 50% and Page B 50%.',
  ],
  [{ step: 'reopen', state: 'ended' }, 'Taken out of the archive.'],
  [{ step: 'archive' }, 'Archived.'],
])('the change %j is told as: %s', (change, words) => {
  expect(changeInWords(change as ExperimentChange, experimentOf())).toBe(words)
})
