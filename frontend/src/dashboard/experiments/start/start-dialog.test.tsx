import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import { expect, test } from 'vitest'
import { PLAN, PLANNED, RUNNING } from '../../testing/answers/experiments.ts'
import { type Given, shown } from '../../testing/shown.tsx'
import { StepDialog } from '../step-dialog.tsx'

const nothing = () => undefined
const dialog = (experiment: Experiment, given: Given = {}) =>
  shown(<StepDialog step="start" experiment={experiment} onClose={nothing} onDone={nothing} />, given)
const planned = (given: Partial<typeof PLAN>) => dialog(PLANNED, { answers: { plan: { ...PLAN, ...given } } })

test('a first start asks for the shares of every version, and says what it takes', () => {
  expect(dialog(PLANNED)).toEqual([
    'Start the test?',
    'Heading of the trial sign-up',
    'Of every 100 new visitors, how many see which version?',
    'Original Heading []',
    'A Week at Number One, Free []',
    'A Question []',
    'They add up to 100.',
    'What is the goal? [*Any conversion*, Button click, Form submission, Payment started, WhatsApp click, A lead that staff called qualified]',
    'What counts as converted',
    'How many of every 100 visitors convert today? []',
    "The original's rate, as measured",
    'How many more would be worth finding? []',
    'In every 100: the smallest difference that would make you switch',
    'This needs',
    '8,130 visitors about 12 weeks',
    'Shared out as you say, at 100 visitors a day as in the last weeks.',
    'A difference of this size is then found in 4 tests of 5, and at most 1 test in 20 without any difference says that there is one, however often you look.',
    'What will happen',
    'Visitors of the page /trial-signup are shared out as above, within ten seconds. Each keeps the version that they are given.',
    'Who is in the middle of a form finishes it on the version that they have, and nothing that they typed is lost: the change shows with the next page that they open.',
    'Shares, goal and plan cannot be changed later, only replaced by another run, which counts from zero.',
    'Why? []',
    'Colleagues read it in the history of the test',
    '[Start the test] [Cancel]',
    '[Close]',
  ])
})

test('another run says what becomes of the one that runs', () => {
  const lines = dialog(RUNNING)
  expect(lines.slice(0, 2)).toEqual(['Start a new run?', 'Landing page'])
  expect(lines).toContain(
    'The run that began on 9 Mar 2026 ends now with 2,000 visitors. It has no result yet and will not get one; it cannot be taken up again.',
  )
  expect(lines).toContain('[Start a new run] [Cancel]')
})

test('a rate that nobody measured is asked for', () => {
  const lines = planned({ baselineRate: null })
  expect(lines).toContain("The original's rate, as far as it is known")
  expect(lines).toContain('Fill in both numbers to see how many visitors and days the test needs.')
})

test('a plan says how long it takes, or that nobody comes', () => {
  expect(planned({ days: null, dailyVisitors: 0 })).toContain('8,130 visitors but nobody comes at present')
  expect(planned({ days: 1200 })).toContain('8,130 visitors more than a year')
  expect(planned({ plannedVisitors: null })).toContain('Working it out…')
  expect(planned({ dailyVisitors: 0.4 }).join()).not.toContain('as in the last weeks')
})

test('a step that is not possible any more cannot be sent', () => {
  const lines = dialog({ ...PLANNED, state: 'archived', steps: ['reopen'] })
  expect(lines).toContain(
    'Ended without a winner: everyone sees Original Heading. This step is no longer possible.',
  )
  expect(lines).toContain('[Start a new run, disabled] [Close]')
})

test('the plan waits and fails by itself', () => {
  expect(dialog(PLANNED, { failed: ['plan'] })).toContain(
    'The plan could not be loaded. The server could not be reached.',
  )
  expect(dialog(PLANNED, { waiting: 'all' })).toContain('(busy) Loading the plan')
})
