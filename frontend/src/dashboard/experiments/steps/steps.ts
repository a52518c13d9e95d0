/** Each step that staff take: its button, its toast, and what it does, to whom and when. */
import type { Experiment, Step } from '@firsttouch/api/contract/experiments/life'
import { Archive, CircleCheck, FlaskConical, type LucideIcon, Pause, Play, RotateCcw } from 'lucide-react'
import { counted, percent } from '../../words/format.ts'
import { visitorsOf } from '../result-panel.tsx'

type Words = {
  Icon: LucideIcon
  /** On the button and over the dialog. */
  action: string
  done: string
  /** `to`: what everyone sees after an end. */
  happens: (experiment: Experiment, to: string) => string[]
}

/** Null stands for the control. */
const labelIn = ({ variants }: Experiment, variant: string | null): string =>
  (variants.find(({ name }) => name === variant) ?? variants[0])?.label ?? ''

/** The variant that an end proposes: the winner, and of a test that has ended, what nobody sees now. */
export const proposedWinner = ({ state, verdict, variants }: Experiment): string =>
  (state === 'ended' ? variants.find(({ share }) => share === 0)?.name : verdict?.winner) ??
  variants[0]?.name ??
  ''

export const endLabel = (experiment: Experiment, winner: string): string => {
  const label = labelIn(experiment, winner)
  if (experiment.state === 'ended') return `Show ${label} to everyone`
  return winner === experiment.variants[0]?.name
    ? `Keep ${label} and end the test`
    : `Show ${label} to everyone and end the test`
}

export const IN_A_FORM =
  'Visitors in the middle of a form finish it on their variant and lose nothing. They see the change on the next page that they open.'
const RUN_OF_ITS_OWN =
  'Everyone is assigned again, so some will see another variant than now. Counting starts from zero.'

const pageOf = ({ path }: Experiment): string => (path === '/' ? 'the front page' : `the page ${path}`)
const come = ({ verdict }: Experiment): string =>
  verdict ? counted(visitorsOf(verdict), 'visitors') : 'no visitors'
const nothingChanges = (experiment: Experiment): string =>
  `Nothing changes for visitors: everyone still sees ${labelIn(experiment, experiment.winner)}.`
const everyoneSees = (experiment: Experiment, variant: string | null): string =>
  `Everyone who opens ${pageOf(experiment)} sees ${labelIn(experiment, variant)} within ten seconds.`
const shared = (experiment: Experiment, how: string): string =>
  `New visitors of ${pageOf(experiment)} are shared out ${how} within ten seconds.`

const WORDS: Record<Step, Words> = {
  start: {
    ...{ Icon: FlaskConical, action: 'Start the test', done: 'Test started' },
    happens: experiment => [
      shared(experiment, 'as above'),
      IN_A_FORM,
      ...(experiment.run ? [RUN_OF_ITS_OWN] : []),
      ...(experiment.state === 'running'
        ? [`The present run ends with ${come(experiment)} and cannot be resumed.`]
        : []),
      'Traffic split, goal and plan cannot be changed later. A new run replaces them.',
    ],
  },
  pause: {
    ...{ Icon: Pause, action: 'Pause the test', done: 'Test paused' },
    happens: experiment => [
      `${everyoneSees(experiment, null)} Visitors get their variant back when the test resumes.`,
      IN_A_FORM,
      `No visitor is counted meanwhile. The ${come(experiment)} so far stay.`,
    ],
  },
  resume: {
    ...{ Icon: Play, action: 'Resume the test', done: 'Test resumed' },
    happens: experiment => [
      `${shared(experiment, 'as before')} Visitors who had a variant see that one again.`,
      IN_A_FORM,
      `The same run continues from ${come(experiment)}. The pause does not count.`,
    ],
  },
  end: {
    ...{ Icon: CircleCheck, action: 'End the test', done: 'Test ended' },
    happens: (experiment, to) => [
      everyoneSees(experiment, to),
      IN_A_FORM,
      `Counting ends with ${come(experiment)}. The result stays in the list of runs.`,
      'You can resume the test later as a new run with the same plan.',
    ],
  },
  reopen: {
    ...{ Icon: RotateCcw, action: 'Resume the test', done: 'Test resumed' },
    happens: experiment => [
      shared(experiment, 'as in the last run'),
      IN_A_FORM,
      `A new run with the same plan begins. ${RUN_OF_ITS_OWN} Earlier results stay in the list of runs.`,
    ],
  },
  archive: {
    ...{ Icon: Archive, action: 'Archive the test', done: 'Test archived' },
    happens: experiment => [
      nothingChanges(experiment),
      'The test moves to the end of the list with its results and its history. You can restore it.',
    ],
  },
}

export const wordsOf = (step: Step, experiment: Experiment): Words => {
  const { state, run } = experiment
  const words = WORDS[step]
  if (step === 'start' && state !== 'planned')
    return { ...words, action: 'Start a new run', done: 'New run started' }
  if (step === 'end' && state === 'ended')
    return {
      ...words,
      ...{ action: endLabel(experiment, proposedWinner(experiment)), done: 'Variant shown to everyone' },
      happens: (seen, to) => [
        everyoneSees(seen, to),
        IN_A_FORM,
        'No visitor is counted. The result of the run stays.',
      ],
    }
  if (step === 'reopen' && state === 'ended')
    return {
      ...words,
      action: `${words.action} (${(run?.split ?? []).map(percentOf(run?.split ?? [])).join('/')})`,
    }
  if (step === 'reopen')
    return {
      ...words,
      ...{ action: 'Restore the test', done: 'Test restored' },
      happens: seen => [nothingChanges(seen), 'The test is listed as before, and can be started from there.'],
    }
  return words
}

const percentOf =
  (split: readonly number[]) =>
  (weight: number): string =>
    percent((weight / split.reduce((sum, one) => sum + one, 0)) * 100, 1).replace(/\.0%$|%$/, '')
