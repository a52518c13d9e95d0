import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import { expect, test } from 'vitest'
import { readServed } from '../page-facts.ts'
import { handStore } from '../testing/hand.ts'
import { openChoices } from './choices.ts'

const RUN = '01980000-0000-7000-8000-000000000001'
const LATER = '01990000-0000-7000-8000-000000000001'
const inRun = (run: string): ServedShares => ({
  landingPage: {
    run,
    shares: [
      ['control', 50],
      ['v2', 50],
    ],
  },
})
const choiceOf = (store: ReturnType<typeof handStore>, run: string) => {
  const choice = openChoices(store, inRun(run)).get('landingPage')
  if (!choice) throw new Error('a running test has a choice')
  return choice
}

test('a choice is stored with its run id, except in the first run', () => {
  const store = handStore()
  choiceOf(store, '').keep('v2')
  expect(store.keys()).toEqual(['ab_test_landingPage'])
  choiceOf(store, RUN).keep('control')
  expect(store.get('ab_test_landingPage_run')).toBe(RUN)
  choiceOf(store, '').keep('v2')
  expect(store.keys()).toEqual(['ab_test_landingPage'])
})

test.each([
  ['its own run', RUN, RUN, 'v2'],
  ['the first run', '', '', 'v2'],
  ['a later run', RUN, LATER, undefined],
  ['the run after the first', '', RUN, undefined],
  ['a page that is older than the choice', LATER, RUN, 'v2'],
])('a choice is read in %s', (_, drawnIn, now, kept) => {
  const store = handStore()
  choiceOf(store, drawnIn).keep('v2')
  expect(choiceOf(store, now).kept()).toBe(kept)
})

test.each(['', 'v9', 'constructor', '{"v2":1}'])('the stored value %j is no choice', garbled => {
  const store = handStore()
  store.set('ab_test_landingPage', garbled)
  expect(choiceOf(store, '').kept()).toBeUndefined()
})

test('a test that is not running has no choice', () => {
  expect([...openChoices(handStore(), { landingPage: { shown: 'v2' } })]).toEqual([])
})

test.each(['null', '7', '""', '[]', '{', undefined])(
  'a page whose data block is %j counts no visitor',
  text => {
    const page = {
      getElementById: () => (text === undefined ? null : ({ textContent: text } as HTMLElement)),
    }
    expect([...openChoices(handStore(), readServed(page))]).toEqual([])
  },
)
