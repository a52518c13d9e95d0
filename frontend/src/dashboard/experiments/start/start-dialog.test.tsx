import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import { expect, test } from 'vitest'
import { PLAN, PLANNED, RUNNING } from '../../testing/answers/experiments.ts'
import { type Given, shown } from '../../testing/shown.tsx'
import { StepDialog } from '../step-dialog.tsx'
import { IN_A_FORM } from '../steps/steps.ts'
import { PlanAnswer } from './start-form.tsx'

const nothing = () => undefined
const dialog = (experiment: Experiment, given: Given = {}) =>
  shown(<StepDialog step="start" experiment={experiment} onClose={nothing} onDone={nothing} />, given)
const planned = (given: Partial<typeof PLAN>) => dialog(PLANNED, { answers: { plan: { ...PLAN, ...given } } })

test('the first start asks for each variant’s share and lists the plan’s fields', () => {
  expect(dialog(PLANNED)).toEqual([
    'Start the test?',
    'Heading of the trial sign-up',
    'How many of every 100 new visitors see each variant?',
    'Original Heading []',
    'A Week at Number One, Free []',
    'A Question []',
    'They add up to 100.',
    'What is the goal? [*Any conversion*, Button click, Form submission, Payment started, WhatsApp click, A lead that staff marked as qualified]',
    'A visitor who does this counts as converted',
    'How many of every 100 visitors convert today? []',
    "The original's rate, as measured in the last 4 weeks",
    'How many more would be worth finding? []',
    'The smallest difference per 100 visitors that would make you switch variants. Eight weeks of your traffic are enough to find 2 or more.',
    'Fill in both numbers to see how many visitors and days the test needs.',
    'What will happen',
    'Within ten seconds, new visitors to the page /trial-signup are split as above.',
    IN_A_FORM,
    'The traffic split, goal and plan stay as they are for this run. To change them, start a new run.',
    'Why? []',
    'Colleagues read it in the history of the test',
    '[Start the test] [Cancel]',
    '[Close]',
  ])
})

test('a new run says that the present run ends', () => {
  const lines = dialog(RUNNING)
  expect(lines.slice(0, 2)).toEqual(['Start a new run?', 'Landing page'])
  expect(lines).toContain(
    'Counting starts from zero. The previous run stays in the list with 2,000 visitors. It cannot be resumed.',
  )
  expect(lines).toContain('[Start a new run] [Cancel]')
})

test('the form asks for a baseline rate that was never measured', () => {
  const lines = planned({ baselineRate: null })
  expect(lines).toContain("The original's rate, or your best estimate")
  expect(lines).toContain('Fill in both numbers to see how many visitors and days the test needs.')
})

const TYPED = { rate: '10', effect: '2', shares: { control: '50', v2: '50' }, reason: '' }
const answer = (given: Partial<typeof PLAN>) =>
  shown(<PlanAnswer id="landingPage" fields={TYPED} goal="any" />, {
    answers: { plan: { ...PLAN, ...given } },
  })

test('a plan shows its duration, or nothing without visitors', () => {
  expect(answer({})).toEqual([
    'This needs',
    '8,130 visitors about 12 weeks',
    'At 100 visitors a day, as in the last 4 weeks.',
    'If there is a difference of this size, 4 of 5 such tests find it. If there is none, at most 1 of 20 reports one, however often you look.',
  ])
  expect(answer({ plannedVisitors: null })).toContain('Working it out…')
  expect(answer({ dailyVisitors: 0.4 }).join()).not.toContain('as in the last 4 weeks')
})

test('a step that is no longer possible cannot be sent', () => {
  const lines = dialog({ ...PLANNED, state: 'archived', steps: ['reopen'], shown: 'Ended.' })
  expect(lines).toContain('Ended. This step is no longer possible.')
  expect(lines).toContain('[Start a new run, disabled] [Close]')
})

test('the form does not wait for the plan', () => {
  for (const given of [{ failed: ['plan'] }, { waiting: ['plan'] }] satisfies Given[]) {
    const lines = dialog(PLANNED, given)
    expect(lines).toContain('The smallest difference per 100 visitors that would make you switch variants.')
    expect(lines).toContain('[Start the test] [Cancel]')
  }
})
