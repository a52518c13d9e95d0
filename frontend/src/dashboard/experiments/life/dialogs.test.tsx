import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import { expect, test } from 'vitest'
import { RUNNING, VERDICT } from '../../testing/answers/experiments.ts'
import { shown } from '../../testing/shown.tsx'
import { StepDialog } from '../step-dialog.tsx'
import { ChangeList } from './change-list.tsx'
import { ExperimentList } from './experiment-list.tsx'
import { StepForm } from './step-form.tsx'
import { experimentOf } from './testing.ts'

const nothing = () => undefined
type Step = Parameters<typeof StepDialog>[0]['step']
const dialog = (step: Step, experiment: Experiment) =>
  shown(<StepDialog step={step} experiment={experiment} onClose={nothing} onDone={nothing} />)
const inHand = {
  ...{ seen: RUNNING, isWorking: false, refusal: null, isLooking: false, isPossible: true },
  lookAgain: nothing,
}

test('an end says what everyone sees then, and what is not known yet', () => {
  const ahead = { ...RUNNING, verdict: { ...VERDICT, winner: 'v2' } }
  expect(dialog('end', ahead)).toEqual([
    'End the test?',
    'What does everyone see from then on?',
    '() Original Landing Page () Optimized Landing Page V2',
    'What will happen',
    'Everyone who opens the front page sees Optimized Landing Page V2, within ten seconds, also those who had another version until now.',
    'Who is in the middle of a form finishes it on the version that they have, and nothing that they typed is lost: the change shows with the next page that they open.',
    'Counting ends with 2,000 visitors. The result stays in the list of runs.',
    'The test can be reopened: that is a new run with the same plan, which counts from zero.',
    'What is not known yet',
    '“It was not known yet which variant is better: 2,000 of 5,000 planned visitors had come.”',
    'It can be done all the same. This sentence is kept in the history.',
    'Why? []',
    'Colleagues read it in the history of the test',
    '[Show Optimized Landing Page V2 to everyone and end the test] [Cancel]',
    '[Close]',
  ])
  expect(dialog('end', RUNNING)).toContain('[Keep Original Landing Page and end the test] [Cancel]')
})

test('an end that the verdict names has nothing that is not known', () => {
  const decided = { ...RUNNING, verdict: { ...VERDICT, state: 'treatment' as const, winner: 'v2' } }
  expect(dialog('end', decided).join()).not.toContain('What is not known yet')
})

test.each([
  ['pause', 'running', 'Pause the test?', 'Pause the test'],
  ['resume', 'paused', 'Resume the test?', 'Resume the test'],
  ['reopen', 'ended', 'Reopen the test?', 'Reopen the test'],
  ['reopen', 'archived', 'Take the test out of the archive?', 'Take the test out of the archive'],
  ['archive', 'ended', 'Archive the test?', 'Archive the test'],
] as const)('to %s one that is %s asks and confirms in its own words', (step, state, title, label) => {
  const lines = dialog(step, experimentOf({ state }))
  expect(lines[0]).toBe(title)
  expect(lines.at(-2)).toBe(`[${label}] [Cancel]`)
  expect(lines.join()).not.toMatch(/What does everyone see|What is not known/)
})

const form = (given: Partial<Parameters<typeof StepForm>[0]['step']>) =>
  shown(
    <StepForm
      step={{ ...inHand, ...given }}
      happens={[]}
      reason={{ name: 'reason', onChange: async () => true, onBlur: async () => true, ref: nothing }}
      error={undefined}
      label="Pause the test"
      onSubmit={nothing}
      onClose={nothing}
    />,
  )

test('a step that was refused says why, and looks again where what is shown may be old', () => {
  const refused = (given: Parameters<typeof form>[0]) => form(given).slice(3, -1)
  const refusal = { sentence: 'Somebody was quicker.', isOld: true }
  expect(refused({ refusal })).toEqual(['Somebody was quicker.', '[Look again]'])
  expect(refused({ refusal, isLooking: true })).toEqual(['Somebody was quicker.', '[Looking..., disabled]'])
  expect(refused({ refusal: { ...refusal, isOld: false } })).toEqual(['Somebody was quicker.'])
  expect(refused({})).toEqual([])
  expect(refused({ refusal, isPossible: false })).toEqual(['Somebody was quicker.', '[Look again]'])
  expect(refused({ isPossible: false })[0]).toMatch(
    /^New visitors of the front page .* no longer possible\.$/,
  )
})

test('a step is sent once, and only while it is possible', () => {
  expect(form({}).at(-1)).toBe('[Pause the test] [Cancel]')
  expect(form({ isWorking: true }).at(-1)).toBe('[Working..., disabled] [Cancel]')
  expect(form({ isPossible: false }).at(-1)).toBe('[Pause the test, disabled] [Close]')
})

test('tests that were put away come last, and the chosen one is marked', () => {
  const [away, here] = [
    experimentOf({ name: 'a', title: 'Away', state: 'archived' }),
    experimentOf({ name: 'b', title: 'Here' }),
  ]
  const lines = shown(<ExperimentList experiments={[away, here]} chosen="b" />, {
    at: '/admin/split-test?range=7',
  })
  expect(lines.filter(line => line.startsWith('['))).toEqual([
    '[Here, here](/admin/split-test?range=7&test=b)',
    '[Away](/admin/split-test?range=7&test=a)',
  ])
})

test('who changed what is told newest first, and that nobody did', () => {
  const list = (given = {}) => shown(<ChangeList experiment={RUNNING} />, given)
  expect(list()).toEqual([
    'Who changed what',
    '9 Mar 2026, 12:00, ben',
    'Started a run: Original Landing Page 60% and Optimized Landing Page V2 40%.',
    '“A fresh start”',
    'Not known then: Nobody knew.',
  ])
  expect(list({ answers: { experimentChanges: { name: 'landingPage', changes: [] } } }).at(-1)).toBe(
    'Nobody has changed anything yet: the test is as it was declared.',
  )
})
