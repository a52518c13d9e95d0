import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import { expect, test } from 'vitest'
import { newsIn, seenAfter, unseenIn } from './experiment-news.ts'

const experiment = (verdict: string | null, state = 'running', run: string | null = 'r1') =>
  ({ state, run: run && { id: run }, verdict: verdict && { state: verdict } }) as unknown as Experiment

test('a verdict that fell and an alarm that rose are news, a reading on its way is none', () => {
  const news = (verdict: string) => newsIn(experiment(verdict))?.kind
  expect(['treatment', 'control', 'no_difference'].map(news)).toEqual(['verdicts', 'verdicts', 'verdicts'])
  expect(['collecting', 'undecided', 'split_broken'].map(news)).toEqual([undefined, undefined, 'alarms'])
})

test('a test that somebody has ended, that has not begun or that nobody came to has no news', () => {
  expect(['ended', 'archived', 'planned'].map(state => newsIn(experiment('treatment', state)))).toEqual([
    null,
    null,
    null,
  ])
  expect([newsIn(experiment(null)), newsIn(experiment('treatment', 'running', null))]).toEqual([null, null])
  expect(newsIn(experiment('treatment', 'paused'))).not.toBeNull()
})

test('what was looked at is news no more, until another verdict, another run, or an alarm that rose again', () => {
  const decided = [experiment('treatment'), experiment('undecided')]
  expect(unseenIn(decided, [])).toEqual({ verdicts: 1, alarms: 0 })
  const seen = seenAfter(decided)
  expect(unseenIn(decided, seen)).toEqual({ verdicts: 0, alarms: 0 })
  expect(unseenIn([experiment('split_broken')], seen)).toEqual({ verdicts: 0, alarms: 1 })
  expect(unseenIn([experiment('treatment', 'running', 'r2')], seen)).toEqual({ verdicts: 1, alarms: 0 })
  const later = seenAfter([experiment('undecided')])
  expect(unseenIn([experiment('split_broken')], later).alarms).toBe(1)
})
