import type { Experiment, StateName, Step } from '@firsttouch/api/contract/experiments/life'
import { expect, test } from 'vitest'
import { CHANGES, PLANNED, RUNNING, VERDICT } from '../../testing/answers/experiments.ts'
import { shown } from '../../testing/shown.tsx'
import { ExperimentList } from '../experiment-list.tsx'
import { Changes } from '../experiment-result.tsx'
import { StepDialog } from '../step-dialog.tsx'
import { StepForm } from './step-form.tsx'
import { IN_A_FORM, wordsOf } from './steps.ts'

const nothing = () => undefined
const dialog = (step: Step, experiment: Experiment) =>
  shown(<StepDialog step={step} experiment={experiment} onClose={nothing} onDone={nothing} />)
const standing = (state: StateName, steps: Step[], more: Partial<Experiment> = {}): Experiment => ({
  ...{
    ...RUNNING,
    state,
    steps,
    variants: RUNNING.variants.map((one, at) => ({ ...one, share: at === 0 ? 0 : 100 })),
  },
  ...{ winner: 'v2', shown: `It is ${state}.` },
  ...more,
})

test('the end dialog shows its effects and what is still unknown', () => {
  expect(dialog('end', { ...RUNNING, verdict: { ...VERDICT, winner: 'v2' } })).toEqual([
    'End the test?',
    'What should everyone see after the test? () Original Landing Page () Optimized Landing Page V2',
    'What will happen',
    'Everyone who opens the front page sees Optimized Landing Page V2 within ten seconds.',
    IN_A_FORM,
    'Counting stops now, at 2,000 visitors. The result stays in the list of runs.',
    'The run cannot be resumed. You can repeat the test later. The new run counts from zero.',
    'Warning',
    'The verdict does not recommend this step.',
    'You can still go ahead. The history will show this warning.',
    'Why? []',
    'Colleagues read it in the history of the test',
    '[Show Optimized Landing Page V2 to everyone and end the test] [Cancel]',
    '[Close]',
  ])
  expect(dialog('end', RUNNING)).toContain('[Keep Original Landing Page and end the test] [Cancel]')
})

test('ending as the verdict advises lists nothing unknown', () => {
  const variants = RUNNING.variants.map(variant => ({ ...variant, unknown: '' }))
  expect(dialog('end', { ...RUNNING, variants }).join()).not.toContain('Warning')
})

test('a test that has ended can show everyone another variant, or be repeated from zero', () => {
  const ended = standing('ended', ['start', 'end', 'reopen', 'archive'])
  const lines = dialog('end', ended)
  expect(lines[0]).toBe('Show Original Landing Page to everyone?')
  expect(lines).toContain('Everyone who opens the front page sees Original Landing Page within ten seconds.')
  expect(lines.at(-2)).toBe('[Show Original Landing Page to everyone] [Cancel]')
  const variants = ended.variants.map((one, at) => ({ ...one, share: at === 0 ? 100 : 0 }))
  expect(wordsOf('end', { ...ended, variants, winner: null }).action).toBe(
    'Show Optimized Landing Page V2 to everyone',
  )
  expect(dialog('reopen', ended)).toEqual(
    expect.arrayContaining([
      'Repeat the test?',
      'Everyone is assigned again, so some will switch to another variant.',
      'Counting starts from zero. The previous run stays in the list with 2,000 visitors. It cannot be resumed.',
    ]),
  )
})

test.each([
  ['pause', 'running', 'Pause the test'],
  ['resume', 'paused', 'Resume the test'],
  ['reopen', 'ended', 'Repeat the test'],
  ['reopen', 'archived', 'Restore the test'],
  ['archive', 'ended', 'Archive the test'],
] as const)(
  'the dialog to %s a test that is %s uses one name for title and button: %s',
  (step, state, name) => {
    const lines = dialog(step, standing(state, [step]))
    expect(lines[0]).toBe(`${name}?`)
    expect(lines.at(-2)).toBe(`[${name}] [Cancel]`)
    expect(lines.join()).not.toMatch(/What should everyone see|Warning/)
  },
)

test('a step that visitors notice says when, and what happens to visitors in the middle of a form', () => {
  const sentences = (step: Step, experiment: Experiment) => wordsOf(step, experiment, 'v2').happens
  for (const [step, experiment] of [
    ['start', PLANNED],
    ['end', RUNNING],
    ['pause', RUNNING],
    ['resume', standing('paused', ['resume'])],
    ['reopen', standing('ended', ['reopen'])],
    ['end', standing('ended', ['end'])],
  ] as const) {
    expect(sentences(step, experiment).join(' ')).toMatch(/within ten seconds/i)
    expect(sentences(step, experiment)).toContain(IN_A_FORM)
  }
  for (const [step, state] of [
    ['archive', 'ended'],
    ['reopen', 'archived'],
  ] as const)
    expect(sentences(step, standing(state, [step]))[0]).toBe(
      'Nothing changes for visitors: everyone still sees Optimized Landing Page V2.',
    )
})

const form = (given: Partial<Parameters<typeof StepForm>[0]['step']>) =>
  shown(
    <StepForm
      step={{ isWorking: false, refusal: '', isPossible: true, shown: 'Everyone sees V2.', ...given }}
      happens={[]}
      reason={() => ({
        ...{ name: 'reason', onChange: async () => true, onBlur: async () => true, ref: nothing },
        error: undefined,
      })}
      label="Pause the test"
      onSubmit={nothing}
      onClose={nothing}
    />,
  )

test('a refused step shows the reason, and an impossible one shows the test’s state', () => {
  expect(form({ refusal: 'Somebody was quicker.' }).slice(3, -1)).toEqual(['Somebody was quicker.'])
  expect(form({}).slice(3, -1)).toEqual([])
  expect(form({ isPossible: false }).slice(3, -1)).toEqual([
    'Everyone sees V2. This step is no longer possible.',
  ])
})

test('a step is sent once and only while it is possible', () => {
  expect(form({}).at(-1)).toBe('[Pause the test] [Cancel]')
  expect(form({ isWorking: true }).at(-1)).toBe('[Working..., disabled] [Cancel]')
  expect(form({ isPossible: false }).at(-1)).toBe('[Pause the test, disabled] [Close]')
})

test('archived tests come last, and the chosen test is marked', () => {
  const [away, here] = [
    standing('archived', ['reopen'], { name: 'a', title: 'Away' }),
    { ...RUNNING, name: 'b', title: 'Here' },
  ]
  const lines = shown(<ExperimentList experiments={[away, here]} chosen="b" />, {
    at: '/admin/split-test?range=7',
  })
  expect(lines.filter(line => line.startsWith('['))).toEqual([
    '[Here, here](/admin/split-test?range=7&test=b) Running',
    '[Away](/admin/split-test?range=7&test=a) Archived',
  ])
})

test('the history is listed newest first, and an empty one says so', () => {
  expect(shown(<Changes changes={CHANGES.changes} />)).toEqual([
    '9 Mar 2026, 12:00 ben Started a run: Original Landing Page 60% and Optimized Landing Page V2 40%. “A fresh start” Warning at that time: Nobody knew.',
  ])
  expect(shown(<Changes changes={[]} />)).toEqual(['No changes yet.'])
})
